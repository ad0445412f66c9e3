/** JSON values as the OpenAPI documents are built from them. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

/** The same object without its undefined members. */
export function defined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

/** The same members in the order of their names, by code point. */
export function sortedByName(
  members: ReadonlyMap<string, Json>,
  compare: (a: string, b: string) => number,
): JsonObject {
  return Object.fromEntries([...members].sort(([a], [b]) => compare(a, b)))
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
