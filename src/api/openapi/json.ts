/** JSON values of OpenAPI documents. */
import { isObject } from '../../world/objects.ts'
import { compareCodePoints } from '../../world/order.ts'

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export interface OpenApiDocument extends JsonObject {
  readonly openapi: string
  readonly info: JsonObject & { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, JsonObject>>
}

/** The same object without its undefined members. */
export function defined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  const entries = Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries(entries)
}

/** The same members, ordered by name. */
export function sortedByName(members: ReadonlyMap<string, Json>): JsonObject {
  return Object.fromEntries([...members].sort(([a], [b]) => compareCodePoints(a, b)))
}

export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value)
}
