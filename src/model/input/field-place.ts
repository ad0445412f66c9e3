/** Where a value stands inside a body or a record. */

/** `items[3].key`, cut off where it is very long. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (/^\d+$/.test(String(step)) ? `[${String(step)}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
    .slice(0, 200)
}

/** `'items[3].key'`, for a sentence. */
export function placeOf(path: readonly PropertyKey[]): string {
  return `'${pathText(path)}'`
}
