/**
 * The shapes of request and response bodies as OpenAPI 3.0 schemas. A named shape becomes a component, and every other
 * use of it, however deep, refers to the component. A shape without a name is written out.
 */
import * as z from 'zod'
import type { Shape } from '../framework/operation.ts'
import { isJsonObject, sortedByName } from './json.ts'
import type { JsonObject } from './json.ts'
import { mapSchemas, members, normalised } from './normalise.ts'

export interface ShapeSchemas {
  /** A reference to the component of the shape, or its schema. */
  schemaOf(shape: Shape): JsonObject
  /** The named schemas, for `components.schemas`. */
  readonly components: JsonObject
}

const COMPONENTS = '#/components/schemas/'
const SHARED = `${COMPONENTS}__shared#/definitions/`
/** Separates the name of a shape from the number of a copy (`Widget@3`). No component can have such a name. */
const COPY = '@'

/** Converts shapes together, so that they can refer to each other. Throws for two different schemas of one name. */
export function shapeSchemas(shapes: readonly Shape[]): ShapeSchemas {
  const registry = z.registry<{ id: string }>()
  const ids = register(shapes, registry)
  const converted = convert(registry)
  const named = namedSchemas(converted)
  const refer = referTo(componentsByText(named))
  const referring = new Map([...named].map(([name, schema]) => [name, mapSchemas(schema, refer)]))
  return {
    components: sortedByName(referring),
    schemaOf(shape) {
      const id = ids.get(shape.schema) ?? ''
      const name = nameOf(id)
      return name === '' ? mapSchemas(converted.get(id) ?? {}, refer) : { $ref: COMPONENTS + name }
    },
  }
}

type Registry = z.core.$ZodRegistry<{ id: string }>

/** Gives every schema an id. Returns the id of each builder. */
function register(shapes: readonly Shape[], registry: Registry): Map<Shape['schema'], string> {
  const ids = new Map<Shape['schema'], string>()
  const taken = new Set<string>()
  // Named shapes go first, so that a schema that is used with and without a name gets the name.
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
    // A schema without a name is cloned, because nested uses of the original must not refer to it: it is no component.
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
    // The schema of requests: fields with a default are optional.
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

/** The schema with references to components instead of the places that zod gave them. */
function inPlace(schema: JsonObject): JsonObject {
  return normalised(
    schema,
    (reference) => COMPONENTS + nameOf(reference.replace(SHARED, COMPONENTS).slice(COMPONENTS.length)),
  )
}

/** The schema of each name. Copies must be equal. */
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

/** Names of components by their text, the first one of equal components. Only objects get references. */
function componentsByText(named: ReadonlyMap<string, JsonObject>): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, schema] of named) {
    const text = JSON.stringify(schema)
    if (schema['properties'] !== undefined && !names.has(text)) names.set(text, name)
  }
  return names
}

/** Turns a schema that equals a component into a reference to it. */
function referTo(names: ReadonlyMap<string, string>): (schema: JsonObject) => JsonObject {
  const refer = (schema: JsonObject): JsonObject => {
    const name = names.get(JSON.stringify(schema))
    return name === undefined ? mapSchemas(schema, refer) : { $ref: COMPONENTS + name }
  }
  return refer
}
