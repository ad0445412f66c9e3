/** Counts in sentences, with the noun in singular or plural. */

/** `1 link`, `3 links`, `0 links`; `many` is the plural if it is not the singular with an s. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
