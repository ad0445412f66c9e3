/** Kinds of parsed data. */

/** The members of an object by name; those of a list by position. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object that is no list. */
export function isObject(value: unknown): value is Fields {
  return hasMembers(value) && !Array.isArray(value)
}

/** Whether a value is an object or a list. */
export function hasMembers(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
