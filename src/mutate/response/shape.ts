/** What the schema of a response says about its JSON, without the library that checks it. */
import type * as z from 'zod'
import { isObject } from '../../world/objects.ts'

type Schema = z.core.$ZodType

export type JsonKind = 'string' | 'number' | 'boolean' | 'object' | 'list'

/** The values that may stand at one place. The options of a union are one shape. */
export interface ResponseShape {
  /** Empty if any value may stand there. */
  readonly kinds: Set<JsonKind>
  /** The values of an enumeration. */
  readonly choices: Set<unknown>
  /** Whether a text is an instant. */
  isInstant: boolean
  /** Whether names of fields are data, as in a map. */
  isMap: boolean
  readonly fields: Map<string, ResponseShape>
  items: ResponseShape | undefined
}

/** Levels of lists and objects. No response of the service has as many; what is deeper is left out. */
const MAXIMUM_DEPTH = 12

/** A schema that contains itself is followed once. */
export function shapeOf(schema: Schema): ResponseShape {
  const shape = emptyShape()
  addTo(shape, schema, [])
  return shape
}

function emptyShape(): ResponseShape {
  return {
    kinds: new Set(),
    choices: new Set(),
    isInstant: false,
    isMap: false,
    fields: new Map(),
    items: undefined,
  }
}

function addTo(shape: ResponseShape, schema: Schema, outer: readonly Schema[]): void {
  if (outer.length > MAXIMUM_DEPTH || outer.includes(schema)) return
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return addTo(shape, def.innerType, outer)
    case 'lazy':
      return addTo(shape, def.getter(), outer)
    case 'union':
      for (const option of def.options) addTo(shape, option, outer)
      return
    case 'array':
      shape.kinds.add('list')
      addTo((shape.items ??= emptyShape()), def.element, [...outer, schema])
      return
    case 'record':
      shape.kinds.add('object')
      shape.isMap = true
      return
    case 'object':
      shape.kinds.add('object')
      for (const [name, field] of Object.entries(def.shape))
        addTo(fieldOf(shape, name), field, [...outer, schema])
      return
    case 'boolean':
      return addChoices(shape, [true, false])
    case 'enum':
      return addChoices(shape, Object.values(def.entries))
    case 'literal':
      return addChoices(shape, def.values)
    case 'string':
      shape.isInstant ||= 'format' in def && def.format === 'datetime'
      shape.kinds.add('string')
      return
    case 'number':
    case 'bigint':
      shape.kinds.add('number')
  }
}

function fieldOf({ fields }: ResponseShape, name: string): ResponseShape {
  const field = fields.get(name) ?? emptyShape()
  fields.set(name, field)
  return field
}

function addChoices({ kinds, choices }: ResponseShape, values: Iterable<unknown>): void {
  for (const value of values) {
    const kind = kindOf(value)
    if (kind === undefined) continue
    kinds.add(kind)
    choices.add(value)
  }
}

/** The kind of a value of JSON; undefined for null. */
export function kindOf(value: unknown): JsonKind | undefined {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'boolean'
  return isObject(value) ? 'object' : undefined
}
