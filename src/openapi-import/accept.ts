/** Validates a value against a schema of a description, within bounds. Errors have a path. */
import { quoted } from '../model/input/refusal.ts'
import { compareCodePoints } from '../world/order.ts'
import { hasPattern, patternCost } from './pattern.ts'
import type { Schema } from './normal-schema.ts'
import type { ReadSchema } from './schema.ts'
import { countText } from '../world/count-text.ts'
import { isObject } from '../world/objects.ts'

export interface ValueProblem {
  readonly path: readonly (string | number)[]
  /** What the value must be: `must be a whole number`. */
  readonly words: string
}

const MAXIMUM_PROBLEMS = 50
/** The maximum number of values and alternatives that are checked. Long texts, lists and patterns count several times. */
const MAXIMUM_STEPS = 50_000
const MAXIMUM_DEPTH = 100

interface Progress {
  readonly read: ReadSchema
  readonly problems: ValueProblem[]
  steps: number
}

/** Returns the errors of a value, at most 50. Fields that only the service sets are not checked. */
export function problemsOfValue(read: ReadSchema, schema: Schema, value: unknown): readonly ValueProblem[] {
  const progress: Progress = { read, problems: [], steps: 0 }
  visit(progress, schema, value, [], 0)
  return progress.problems
}

/** `depth` counts nested schemas, which a circle of alternatives makes endless. */
function visit(
  progress: Progress,
  schema: Schema,
  value: unknown,
  path: ValueProblem['path'],
  depth: number,
): void {
  progress.steps++
  if (progress.steps > MAXIMUM_STEPS || progress.problems.length >= MAXIMUM_PROBLEMS || depth > MAXIMUM_DEPTH)
    return
  const report = (words: string) => progress.problems.push({ path, words })
  if (value === null) {
    if (!schema.nullable && schema.types.length > 0 && schema.values?.includes(null) !== true)
      report(`must be ${kindOf(schema)}`)
    return
  }
  if (typeof value === 'string' && schema.pattern !== undefined)
    progress.steps += patternCost(value, schema.pattern)
  const problem = problemOfOne(progress, schema, value)
  if (problem !== undefined) {
    report(problem)
    return
  }
  if (!schema.isFamily) visitAlternatives(progress, schema, value, path, depth)
  if (schema.not !== undefined) {
    const isExcluded = fitsOne(progress, schema.not, value, depth)
    if (isExcluded && progress.steps <= MAXIMUM_STEPS) report('must not match the excluded schema')
  }
  if (Array.isArray(value)) {
    if (schema.uniqueItems && hasTwice(progress, value)) report('must have unique items')
    if (schema.items === undefined) return
    const items = progress.read(schema.items)
    value.forEach((item, at) => visit(progress, items, item, [...path, at], depth + 1))
  } else if (typeof value === 'object')
    visitFields(progress, schema, value as Record<string, unknown>, path, depth)
}

function visitFields(
  progress: Progress,
  schema: Schema,
  value: Record<string, unknown>,
  path: ValueProblem['path'],
  depth: number,
): void {
  progress.steps += Math.ceil(schema.required.size / 50)
  for (const name of schema.required) {
    if (Object.hasOwn(value, name)) continue
    const field = progress.read(schema.properties.get(name))
    if (!field.readOnly) progress.problems.push({ path: [...path, name], words: `must be ${kindOf(field)}` })
  }
  for (const [name, inner] of Object.entries(value)) {
    const written = schema.properties.get(name) ?? schema.additional
    if (written === undefined && schema.isClosed && !schema.properties.has(name))
      progress.problems.push({ path: [...path, name], words: 'must be absent' })
    if (written !== undefined) visit(progress, progress.read(written), inner, [...path, name], depth + 1)
  }
}

/** One of several schemas must match. If none does, their errors are not listed. */
function visitAlternatives(
  progress: Progress,
  schema: Schema,
  value: unknown,
  path: ValueProblem['path'],
  depth: number,
): void {
  if (schema.alternatives.length === 0) return
  const fits = schema.alternatives.some((written) => fitsOne(progress, written, value, depth))
  if (!fits) progress.problems.push({ path, words: 'must match one of the described schemas' })
}

/** Whether a value matches another schema. Beyond the bound of steps it counts as a match. */
function fitsOne(progress: Progress, written: unknown, value: unknown, depth: number): boolean {
  const attempt: Progress = { read: progress.read, problems: [], steps: progress.steps }
  visit(attempt, progress.read(written), value, [], depth + 1)
  progress.steps = attempt.steps
  return attempt.problems.length === 0
}

/** The errors of a value itself, without its content. */
function problemOfOne(progress: Progress, schema: Schema, value: unknown): string | undefined {
  const { types, values } = schema
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return `must be ${kindOf(schema)}`
  if (values !== undefined && !isAmong(progress, values, value))
    return `must be one of ${values.slice(0, 20).map(textOf).join(', ')}`
  if (typeof value === 'number') return problemOfNumber(schema, value)
  if (typeof value === 'string') return problemOfText(schema, value)
  if (typeof value !== 'object' || value === null) return undefined
  return Array.isArray(value) ? problemOfList(schema, value) : problemOfObject(schema, value)
}

function problemOfList(
  { minimumItems = 0, maximumItems = Infinity }: Schema,
  value: readonly unknown[],
): string | undefined {
  if (value.length < minimumItems) return `must have at least ${countText(minimumItems, 'item')}`
  if (value.length > maximumItems) return `must have at most ${countText(maximumItems, 'item')}`
  return undefined
}

function hasTwice(progress: Progress, items: readonly unknown[]): boolean {
  return new Set(items.map((item) => canonicalOf(progress, item))).size < items.length
}

function problemOfObject(
  { minimumFields = 0, maximumFields = Infinity }: Schema,
  value: object,
): string | undefined {
  const count = Object.keys(value).length
  if (count < minimumFields) return `must have at least ${countText(minimumFields, 'field')}`
  return count > maximumFields ? `must have at most ${countText(maximumFields, 'field')}` : undefined
}

function problemOfNumber(
  { minimum, maximum, above, below, multipleOf }: Schema,
  value: number,
): string | undefined {
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) return `must be a multiple of ${multipleOf}`
  if (above !== undefined && value <= above) return `must be more than ${above}`
  if (below !== undefined && value >= below) return `must be less than ${below}`
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined
}

/** Decimal steps such as 0.1 are not exact in binary, so a rounding error counts as a multiple. */
export function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) <= Math.max(1, Math.abs(times)) * 1e-12
}

function problemOfText(
  { minimumLength = 0, maximumLength = Infinity, pattern, patternText }: Schema,
  value: string,
): string | undefined {
  // A character has at most two units, so characters are counted only near a bound.
  const length =
    value.length > maximumLength || value.length < minimumLength * 2 ? [...value].length : value.length
  if (length < minimumLength) return `must have at least ${countText(minimumLength, 'character')}`
  if (length > maximumLength) return `must have at most ${countText(maximumLength, 'character')}`
  if (pattern === undefined || hasPattern(value, pattern)) return undefined
  return `must match the pattern ${quoted(patternText)}`
}

/** Whether a value has a type; an unknown type has every value. */
export function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'null':
      return value === null
    case 'string':
    case 'boolean':
      return typeof value === type
    default:
      return true
  }
}

const KINDS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
  object: 'an object',
  string: 'text',
  null: 'null',
  boolean: 'true or false',
}

function kindOf({ types }: Schema): string {
  const kinds = types.map((type) => (Object.hasOwn(KINDS, type) ? (KINDS[type] as string) : quoted(type)))
  return kinds.length === 0 ? 'there' : kinds.join(' or ')
}

/** Whether a list, which may be long, contains a value. */
function isAmong(progress: Progress, values: readonly unknown[], value: unknown): boolean {
  progress.steps += Math.ceil(values.length / 1000)
  if (typeof value !== 'object') return values.includes(value)
  const text = canonicalOf(progress, value)
  return values.some((one) => typeof one === 'object' && canonicalOf(progress, one) === text)
}

function canonicalOf(progress: Progress, value: unknown): string {
  const text = canonical(value)
  progress.steps += Math.ceil(text.length / 100)
  return text
}

/** The same text for equal values, whatever the order of their fields. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      isObject(inner)
        ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => compareCodePoints(a, b)))
        : inner,
    ) ?? ''
  )
}

function textOf(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)
}
