/** Values inside parsed data. */

/** The value that a path of own fields and positions leads to; undefined if there is none. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Readonly<Record<PropertyKey, unknown>>)[step]
  }
  return found
}
