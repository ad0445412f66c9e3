/** Where a value stands inside a body or a record. */

/** `'items[3].key'`, cut off where it is very long. */
export function placeOf(path: readonly PropertyKey[]): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('')
  return `'${text.replace(/^\./, '').slice(0, 200)}'`
}
