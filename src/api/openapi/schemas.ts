/**
 * Shapes of bodies and answers as OpenAPI 3.0 schemas. A named shape becomes a component, and every place that holds the
 * same shape, however deep, refers to it; a shape without a name is written out where it is used.
 */
import * as z from 'zod'
import { compareCodePoints } from '../../world/order.ts'
import type { Shape } from '../framework/operation.ts'
import { isJsonObject, sortedByName } from './json.ts'
import type { JsonObject } from './json.ts'
import { mapSchemas, members, normalised } from './normalise.ts'

export interface ShapeSchemas {
  /** What to write where the shape is used: a reference, or the schema itself. */
  schemaOf(shape: Shape): JsonObject
  /** The named schemas, for `components.schemas`. */
  readonly components: JsonObject
}

const COMPONENTS = '#/components/schemas/'
const SHARED = `${COMPONENTS}__shared#/definitions/`
/**
 * Stands between the name of a shape and a number where a schema was built again (`Widget@3`), and before the number where
 * there is no name. No component can have such a name.
 */
const COPY = '@'

/**
 * Converts shapes together, so that they can refer to each other. Two different schemas of one name are a defect of the
 * declarations and throw.
 */
export function shapeSchemas(shapes: readonly Shape[]): ShapeSchemas {
  const registry = z.registry<{ id: string }>()
  const ids = register(shapes, registry)
  const converted = convert(registry)
  const named = namedSchemas(converted)
  const refer = referTo(componentsByText(named))
  const referring = new Map([...named].map(([name, schema]) => [name, mapSchemas(schema, refer)]))
  return {
    components: sortedByName(referring, compareCodePoints),
    schemaOf(shape) {
      const id = ids.get(shape.schema) ?? ''
      const name = nameOf(id)
      return name === '' ? mapSchemas(converted.get(id) ?? {}, refer) : { $ref: COMPONENTS + name }
    },
  }
}

type Registry = z.core.$ZodRegistry<{ id: string }>

/** Gives every schema an id; answers the id of each builder. */
function register(shapes: readonly Shape[], registry: Registry): Map<Shape['schema'], string> {
  const ids = new Map<Shape['schema'], string>()
  const taken = new Set<string>()
  // Named ones go first, so that a schema used under a name and without is known by the name.
  const ordered = [...shapes].sort((a, b) => Number(a.name === undefined) - Number(b.name === undefined))
  for (const { name = '', schema } of ordered) {
    if (ids.has(schema)) continue
    const built = schema()
    const known = registry.get(built)?.id
    if (known !== undefined && (name === '' || nameOf(known) === name)) {
      ids.set(schema, known)
      continue
    }
    const id = name === '' || taken.has(name) ? `${name}${COPY}${ids.size}` : name
    taken.add(id)
    // A copy where there is no name: a place deeper down that holds the original must not refer to what is no component.
    registry.add(name === '' || known !== undefined ? z.core.clone(built) : built, { id })
    ids.set(schema, id)
  }
  return ids
}

function nameOf(id: string): string {
  return id.split(COPY)[0] ?? ''
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
    if (id !== '__shared') converted.set(id, inPlace(schema))
    else for (const [name, shared] of members(schema['definitions'])) converted.set(name, inPlace(shared))
  }
  return converted
}

/** The schema with references to components, whatever the place the conversion gave them. */
function inPlace(schema: JsonObject): JsonObject {
  return normalised(
    schema,
    (reference) => COMPONENTS + nameOf(reference.replace(SHARED, COMPONENTS).slice(COMPONENTS.length)),
  )
}

/** The schema of each name; those that were built again must have come out the same. */
function namedSchemas(converted: ReadonlyMap<string, JsonObject>): Map<string, JsonObject> {
  const named = new Map<string, JsonObject>()
  for (const [id, schema] of converted) {
    const name = nameOf(id)
    const before = named.get(name)
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas are both named '${name}': give one another name.`)
    }
    if (name !== '') named.set(name, schema)
  }
  return named
}

/** Names of components by their text; the first name where two are alike. Only objects are worth a reference. */
function componentsByText(named: ReadonlyMap<string, JsonObject>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, schema] of named) {
    const text = JSON.stringify(schema)
    if (schema['properties'] !== undefined && !names.has(text)) names.set(text, name)
  }
  return names
}

/** Turns a schema that is written like a component into a reference to it. */
function referTo(names: ReadonlyMap<string, string>): (schema: JsonObject) => JsonObject {
  const refer = (schema: JsonObject): JsonObject => {
    const name = names.get(JSON.stringify(schema))
    return name === undefined ? mapSchemas(schema, refer) : { $ref: COMPONENTS + name }
  }
  return refer
}
