/** JSON for programs. */

/** A list as every command and the control API show one. The text ends with a newline. */
export function listedJson(items: readonly object[]): string {
  return `${JSON.stringify({ items, total: items.length }, undefined, 2)}\n`
}
