/** Fields that responses show: a client may send them back, although the body of the operation does not declare them (A05). */
import type * as z from 'zod'

type Schema = z.core.$ZodType

/** Whether a schema declares a field at this path. */
export function declaresField(schema: Schema, path: readonly string[]): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const [step, ...rest] = path
  if (step === undefined) return true
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return declaresField(def.innerType, path)
    case 'lazy':
      return declaresField(def.getter(), path)
    case 'union':
      return def.options.some((option) => declaresField(option, path))
    case 'array':
      return /^\d+$/.test(step) && declaresField(def.element, rest)
    case 'object': {
      const field = Object.hasOwn(def.shape, step) ? def.shape[step] : undefined
      return field !== undefined && declaresField(field, rest)
    }
    default:
      return false
  }
}

/** Whether a response shows another value at a path than a body; false if it shows none there. */
export function differsAt(response: unknown, body: unknown, path: readonly string[]): boolean {
  const shown = valueAt(response, path)
  return shown !== undefined && JSON.stringify(shown) !== JSON.stringify(valueAt(body, path))
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Readonly<Record<string, unknown>>)[step]
        : undefined,
    value,
  )
}
