/** Fields that responses show: a client may send them back, although the body of the operation does not declare them (A05). */
import { valueAt } from '../../model/input/value-at.ts'
import type * as z from 'zod'
import { hasMembers } from '../../world/objects.ts'

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

/** Whether a record has another value at a path than a body. What only one of them has is no difference, and null is nothing (A21). */
export function differsAt(record: unknown, body: unknown, path: readonly string[]): boolean {
  return differs(valueAt(record, path), valueAt(body, path))
}

function differs(held: unknown, sent: unknown): boolean {
  if (isNothing(held) || isNothing(sent)) return false
  if (!hasMembers(held) || !hasMembers(sent)) return held !== sent
  if (Array.isArray(held) !== Array.isArray(sent)) return true
  if (Array.isArray(held) && held.length !== sent['length']) return true
  return Object.keys(sent).some((name) => differs(valueAt(held, [name]), valueAt(sent, [name])))
}

const isNothing = (value: unknown): boolean => value === undefined || value === null
