/** Fields of the arguments of tools, as shapes that also write the JSON Schema. */
import * as z from 'zod'
import type { Parameter } from '../api/framework/parameter.ts'
import { isObject } from '../world/objects.ts'
import type { Arguments } from './tool.ts'

export const WORLD = z.string().describe('The name of the world; `default` when absent.').optional()

/** Of routes that cover all worlds unless one is named. */
export const ANY_WORLD = z.string().describe('Only this world; all worlds when absent.').optional()

export const text = (description: string) => z.string().describe(description)

export const nameOrNumber = (description: string) =>
  z.union([z.string(), z.int()], { error: 'must be a name or a number' }).describe(description)

/** An object of whatever names and values. */
export const object = (description: string) =>
  z.custom<Arguments>(isObject, 'must be an object of names and values').meta({ type: 'object', description })

interface Range {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** A whole number, which may be sent as text, as in a query. */
export function wholeNumber(range: Range) {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = range
  const error = `must be a whole number${rangeText(minimum, maximum)}`
  return z.preprocess(numberOf, z.int(error).min(minimum, error).max(maximum, error))
}

function rangeText(minimum: number, maximum: number): string {
  if (minimum === Number.MIN_SAFE_INTEGER) return ''
  return maximum === Number.MAX_SAFE_INTEGER ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
}

const truthValue = () =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())

/** A parameter of a route, optional unless it is required. */
export function fieldOf(parameter: Parameter<unknown>, fallback = parameter.default): z.ZodType {
  const { description, required } = parameter
  const field = kindOf(parameter).meta({
    ...(description === '' ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  })
  return required ? field : field.optional()
}

function kindOf({ kind, minimum, maximum, maximumLength, values = [] }: Parameter<unknown>): z.ZodType {
  switch (kind) {
    case 'int32':
    case 'int64':
      return wholeNumber({ minimum, maximum })
    case 'boolean':
      return truthValue()
    case 'enumeration':
      return z.enum(values)
    case 'string':
      return maximumLength === undefined ? z.string() : z.string().max(maximumLength)
    case 'sort':
    case 'list':
      return z.array(z.string())
  }
}
