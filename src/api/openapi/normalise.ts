/** JSON Schema as OpenAPI 3.0, which has fewer keywords and writes null and whole numbers differently. */
import { defined, isJsonObject } from './json.ts'
import type { Json, JsonObject } from './json.ts'

/** Keywords of OpenAPI 3.0 schemas whose values are no schemas, in output order. */
const PLAIN_KEYWORDS = [
  'title',
  'description',
  'type',
  'format',
  'nullable',
  'enum',
  'default',
  'example',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'required',
  'readOnly',
  'writeOnly',
  'deprecated',
] as const

/** Keywords whose values are schemas. */
const NESTED_KEYWORDS = [
  'properties',
  'additionalProperties',
  'items',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
] as const

/** The schema with the keywords of OpenAPI 3.0. `rename` maps references to components. */
export function normalised(schema: JsonObject, rename: (reference: string) => string): JsonObject {
  if (typeof schema['$ref'] === 'string') return { $ref: rename(schema['$ref']) }
  const inner = mapSchemas(schema, (part) => normalised(part, rename))
  const plain = PLAIN_KEYWORDS.map((keyword) => [keyword, schema[keyword]] as const)
  const nested = NESTED_KEYWORDS.map((keyword) => [keyword, inner[keyword]] as const)
  const draft = defined(withNull(withFormat(Object.fromEntries([...plain, ...nested]))))
  return onlyMember(draft) ?? draft
}

/** The one schema of an `allOf` that has nothing besides it. */
function onlyMember({ allOf, ...others }: JsonObject): JsonObject | undefined {
  if (!Array.isArray(allOf) || allOf.length !== 1 || Object.keys(others).length > 0) return undefined
  return isJsonObject(allOf[0]) ? allOf[0] : undefined
}

type Draft = Readonly<Record<string, Json | undefined>>

/** Whole numbers name their format instead of its bounds. Texts with a format need no pattern. */
function withFormat(schema: Draft): Draft {
  if (schema['type'] === 'string' && schema['format'] !== undefined) return { ...schema, pattern: undefined }
  if (schema['type'] !== 'integer') return schema
  const bounds = [schema['minimum'], schema['maximum']]
  const format = bounds.some(
    (bound) => bound === Number.MAX_SAFE_INTEGER || bound === Number.MIN_SAFE_INTEGER,
  )
    ? 'int64'
    : bounds.some((bound) => bound === 2 ** 31 - 1 || bound === -(2 ** 31))
      ? 'int32'
      : undefined
  if (format === undefined) return schema
  const keep = (bound: Json | undefined): Json | undefined =>
    typeof bound === 'number' && Math.abs(bound) < 2 ** 31 - 1 ? bound : undefined
  return { ...schema, format, minimum: keep(schema['minimum']), maximum: keep(schema['maximum']) }
}

const NULL_ONLY: JsonObject = { type: 'string', nullable: true, enum: [null] }

/** `nullable` needs a type, and an enumeration must list null itself. */
function withNull(schema: Draft): Draft {
  if (schema['type'] === 'null') return { ...schema, ...NULL_ONLY }
  const union = schema['anyOf']
  if (Array.isArray(union) && union.length === 2) {
    const other = union.find((member) => !isNullOnly(member))
    if (union.some(isNullOnly) && isJsonObject(other) && other['type'] !== undefined) {
      return withNull({ ...schema, anyOf: undefined, ...other, nullable: true })
    }
  }
  if (schema['nullable'] !== true) return schema
  if (schema['type'] === undefined) {
    const { nullable: _, allOf, ...rest } = schema
    return allOf === undefined ? rest : { ...rest, anyOf: [...(allOf as readonly Json[]), NULL_ONLY] }
  }
  const values = schema['enum']
  return Array.isArray(values) && !values.includes(null) ? { ...schema, enum: [...values, null] } : schema
}

function isNullOnly(schema: Json): boolean {
  return (
    isJsonObject(schema) && Array.isArray(schema['enum']) && schema['enum'].every((value) => value === null)
  )
}

/** The schema with its direct subschemas replaced. */
export function mapSchemas(schema: JsonObject, replace: (inner: JsonObject) => JsonObject): JsonObject {
  const one = (value: Json | undefined): Json | undefined => (isJsonObject(value) ? replace(value) : value)
  const list = (value: Json | undefined): Json | undefined =>
    Array.isArray(value) ? value.filter((item) => isJsonObject(item)).map((item) => replace(item)) : undefined
  const properties = schema['properties']
  return defined({
    ...schema,
    properties:
      properties === undefined
        ? undefined
        : Object.fromEntries(members(properties).map(([name, inner]) => [name, replace(inner)])),
    additionalProperties: one(schema['additionalProperties']),
    items: one(schema['items']),
    allOf: list(schema['allOf']),
    anyOf: list(schema['anyOf']),
    oneOf: list(schema['oneOf']),
    not: one(schema['not']),
  })
}

/** The members of an object that are objects. */
export function members(value: Json | undefined): [string, JsonObject][] {
  if (!isJsonObject(value)) return []
  return Object.entries(value).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
}
