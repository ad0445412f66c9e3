/**
 * Shapes of bodies and answers as OpenAPI 3.0 schemas. A named shape becomes a component, and every place that holds the
 * same shape, however deep, refers to it; a shape without a name is written out where it is used.
 */
import * as z from 'zod'
import { compareCodePoints } from '../../world/order.ts'
import type { Shape } from '../operation.ts'
import { defined, isJsonObject, sortedByName } from './json.ts'
import type { Json, JsonObject } from './json.ts'

export interface ShapeSchemas {
  /** What to write where the shape is used: a reference, or the schema itself. */
  schemaOf(shape: Shape): JsonObject
  /** The named schemas, for `components.schemas`. */
  readonly components: JsonObject
}

const COMPONENTS = '#/components/schemas/'
const SHARED = `${COMPONENTS}__shared#/definitions/`
/** Begins the names of schemas that are written out where they are used; no component can have such a name. */
const INLINE = '@'

/**
 * Converts shapes together, so that they can refer to each other. Two different schemas of one name are a defect of the
 * declarations and throw.
 */
export function shapeSchemas(shapes: readonly Shape[]): ShapeSchemas {
  const registry = z.registry<{ id: string }>()
  const idsByBuilder = register(shapes, registry)
  const converted = convert(registry)
  const components = new Map<string, JsonObject>()
  for (const [id, schema] of converted) {
    if (!id.startsWith(INLINE)) components.set(id, schema)
  }
  return {
    components: sortedByName(components, compareCodePoints),
    schemaOf(shape) {
      const id = idsByBuilder.get(shape.schema) ?? ''
      return id.startsWith(INLINE) ? (converted.get(id) ?? {}) : { $ref: COMPONENTS + id }
    },
  }
}

type Registry = z.core.$ZodRegistry<{ id: string }>

/** Gives every schema an id; answers the id of each builder. Named ones go first, so that a name wins. */
function register(shapes: readonly Shape[], registry: Registry): Map<Shape['schema'], string> {
  const ids = new Map<Shape['schema'], string>()
  const names = new Set<string>()
  for (const { name, schema } of shapes) {
    if (name === undefined || ids.has(schema)) continue
    if (names.has(name))
      throw new Error(`Two different schemas are both named '${name}': give one another name.`)
    names.add(name)
    const built = schema()
    // One schema under two names: the second is a copy, so that both become components.
    registry.add(registry.has(built) ? z.core.clone(built) : built, { id: name })
    ids.set(schema, name)
  }
  for (const { schema } of shapes) {
    if (ids.has(schema)) continue
    const built = schema()
    const id = registry.get(built)?.id ?? `${INLINE}${ids.size}`
    // A copy, because a place deeper down that holds the original must not refer to what is no component.
    if (id.startsWith(INLINE)) registry.add(z.core.clone(built), { id })
    ids.set(schema, id)
  }
  return ids
}

function convert(registry: Registry): Map<string, JsonObject> {
  const { schemas } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    // As a client sends it: what has a default may be left out.
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => COMPONENTS + id,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'bigint')
        Object.assign(jsonSchema, { type: 'integer', format: 'int64' })
    },
  })
  const converted = new Map<string, JsonObject>()
  for (const [id, schema] of Object.entries(schemas as unknown as JsonObject)) {
    if (!isJsonObject(schema)) continue
    if (id !== '__shared') converted.set(id, normalised(schema))
    else for (const [name, shared] of members(schema['definitions'])) converted.set(name, normalised(shared))
  }
  return converted
}

/** Keywords of an OpenAPI 3.0 schema whose values hold no schema, in the order they are written. */
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

/** The schema with the keywords that OpenAPI 3.0 knows, and in its ways of saying `or null` and whole number. */
function normalised(schema: JsonObject): JsonObject {
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'].replace(SHARED, COMPONENTS) }
  const plain = PLAIN_KEYWORDS.map((keyword) => [keyword, schema[keyword]] as const)
  return defined(
    withNull(
      withFormat({
        ...Object.fromEntries(plain),
        properties: mapMembers(schema['properties']),
        additionalProperties: additional(schema['additionalProperties']),
        items: isJsonObject(schema['items']) ? normalised(schema['items']) : undefined,
        allOf: list(schema['allOf']),
        anyOf: list(schema['anyOf']),
        oneOf: list(schema['oneOf']),
        not: isJsonObject(schema['not']) ? normalised(schema['not']) : undefined,
      }),
    ),
  )
}

type Draft = Readonly<Record<string, Json | undefined>>

/** Whole numbers name their format instead of its bounds; well-known formats need no pattern besides. */
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

/** `nullable` counts only beside a type, and an enumeration must name null itself. */
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

function members(value: Json | undefined): [string, JsonObject][] {
  if (!isJsonObject(value)) return []
  return Object.entries(value).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
}

function mapMembers(value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined
  return Object.fromEntries(members(value).map(([name, schema]) => [name, normalised(schema)]))
}

function additional(value: Json | undefined): Json | undefined {
  return isJsonObject(value) ? normalised(value) : value
}

function list(value: Json | undefined): Json | undefined {
  return Array.isArray(value)
    ? value.filter((item) => isJsonObject(item)).map((item) => normalised(item))
    : undefined
}
