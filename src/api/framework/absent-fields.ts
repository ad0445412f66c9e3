/** Absent optional fields as null in responses (service §2). */
import type * as z from 'zod'
import { isObject } from '../../world/objects.ts'

type Schema = z.core.$ZodType

/** A value with null for each optional field of its schema that it lacks. Undeclared fields stay. */
export function withNulls(schema: Schema, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (value === undefined || value === null) return value
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return withNulls(def.innerType, value)
    case 'lazy':
      return withNulls(def.getter(), value)
    case 'union':
      return withNullsOfOption(def.options, value)
    case 'array':
      return Array.isArray(value) ? value.map((item) => withNulls(def.element, item)) : value
    case 'record':
      return mapFields(value, (field) => withNulls(def.valueType, field))
    case 'object':
      return withNullFields(def.shape, value)
    default:
      return value
  }
}

function withNullsOfOption(options: readonly Schema[], value: unknown): unknown {
  const fitting = options.find((option) => (option as z.ZodType).safeParse(value).success)
  return fitting === undefined ? value : withNulls(fitting, value)
}

function withNullFields(shape: Readonly<Record<string, Schema>>, value: unknown): unknown {
  const filled = mapFields(value, (field, name) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    return schema === undefined ? field : withNulls(schema, field)
  })
  if (!isObject(filled)) return value
  const absent = Object.keys(shape).filter((name) => (filled as Record<string, unknown>)[name] === undefined)
  return { ...filled, ...Object.fromEntries(absent.map((name) => [name, null])) }
}

function mapFields(value: unknown, map: (field: unknown, name: string) => unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, map(field, name)]))
}
