/**
 * Holds a generated value against its schema as JSON Schema means it (draft 2020-12, and the older form of OpenAPI 3.0), and
 * names the keywords that it does not follow. No expression of the description runs, and the work is bounded.
 */
import { compareCodePoints } from '../world/order.ts'
import { canonical, isMultiple, isOfType } from './accept.ts'
import { hasFormat } from './formats.ts'
import { hasPattern, patternCost, readPattern } from './pattern.ts'
import { fieldOf, type JsonObject, listOf, resolved } from './resolve.ts'
import { isObject } from '../world/objects.ts'

export interface Unfollowed {
  readonly keyword: string
  /** The place of the value, such as `.items[0].key`; empty for the whole. */
  readonly path: string
}

/** The maximum number of steps of all checks of a response. */
export const MAXIMUM_CHECK_STEPS = 200_000
const MAXIMUM_DEPTH = 60
const MAXIMUM_FOUND = 20

/** How many steps the checks of a response may still take. */
export interface CheckBudget {
  left: number
}

interface Progress {
  readonly root: unknown
  readonly found: Unfollowed[]
  readonly budget: CheckBudget
}

/** What a schema has evaluated of an object or a list, for `unevaluatedProperties` and `unevaluatedItems`. */
interface Evaluated {
  readonly names: Set<string>
  items: number
}

/** The keywords that a value does not follow, at most 20. A keyword that cannot be checked counts as not followed. */
export function unfollowed(
  root: unknown,
  written: unknown,
  value: unknown,
  path = '',
  budget: CheckBudget = { left: MAXIMUM_CHECK_STEPS },
): readonly Unfollowed[] {
  const progress: Progress = { root, found: [], budget }
  check(progress, written, value, path, 0)
  return progress.found
}

/** `seen` are the schemas that the same value was already held against, which `allOf` may repeat without end. */
function check(
  progress: Progress,
  written: unknown,
  value: unknown,
  path: string,
  depth: number,
  seen: Set<object> = new Set(),
): Evaluated {
  const evaluated: Evaluated = { names: new Set(), items: 0 }
  if (written === false) report(progress, 'false', path)
  if (--progress.budget.left < 0 || depth > MAXIMUM_DEPTH || progress.found.length >= MAXIMUM_FOUND)
    return evaluated
  const schema = resolved(progress.root, written)
  if (schema === undefined || seen.has(schema)) return evaluated
  seen.add(schema)
  // In OpenAPI 3.0, nothing beside a reference counts.
  if (isObject(written) && typeof written['$ref'] === 'string' && Object.keys(written).length > 1) {
    const { $ref: _, ...beside } = written
    if (isLater(progress.root)) join(evaluated, check(progress, beside, value, path, depth + 1, seen))
  }
  if (value === null && fieldOf(schema, 'nullable') === true) return evaluated
  if (Object.hasOwn(schema, '$dynamicRef')) report(progress, '$dynamicRef', path)
  checkKind(progress, schema, value, path)
  if (typeof value === 'number') checkNumber(progress, schema, value, path)
  if (typeof value === 'string') checkText(progress, schema, value, path)
  const within: Within = { progress, schema, path, depth, evaluated, seen }
  checkCombined(within, value)
  if (Array.isArray(value)) checkList(within, value as unknown[])
  else if (isObject(value)) checkObject(within, value)
  return evaluated
}

interface Within {
  readonly progress: Progress
  readonly schema: JsonObject
  readonly path: string
  readonly depth: number
  readonly evaluated: Evaluated
  readonly seen: Set<object>
}

function report({ found }: Progress, keyword: string, path: string): void {
  if (found.length < MAXIMUM_FOUND) found.push({ keyword, path })
}

function isLater(root: unknown): boolean {
  return !String(fieldOf(root, 'openapi')).startsWith('3.0')
}

function join(into: Evaluated, { names, items }: Evaluated): void {
  for (const name of names) into.names.add(name)
  into.items = Math.max(into.items, items)
}

function fits({ progress, depth }: Within, written: unknown, value: unknown): Evaluated | undefined {
  const attempt: Progress = { ...progress, found: [] }
  const evaluated = check(attempt, written, value, '', depth + 1)
  return attempt.found.length === 0 ? evaluated : undefined
}

function checkKind(progress: Progress, schema: JsonObject, value: unknown, path: string): void {
  const type = fieldOf(schema, 'type')
  const types = typeof type === 'string' ? [type] : listOf(type)
  if (types.length > 0 && !types.some((each) => isOfType(String(each), value))) report(progress, 'type', path)
  const values = fieldOf(schema, 'enum')
  if (Array.isArray(values) && !hasEqual(progress, values as unknown[], value)) report(progress, 'enum', path)
  if (Object.hasOwn(schema, 'const') && !hasEqual(progress, [schema['const']], value))
    report(progress, 'const', path)
}

function hasEqual(progress: Progress, values: readonly unknown[], value: unknown): boolean {
  progress.budget.left -= Math.ceil(values.length / 100)
  if (typeof value !== 'object' || value === null) return values.includes(value)
  const text = canonical(value)
  return values.some((each) => typeof each === 'object' && canonical(each) === text)
}

function checkNumber(progress: Progress, schema: JsonObject, value: number, path: string): void {
  const bound = (name: string) => {
    const found = fieldOf(schema, name)
    return typeof found === 'number' ? found : undefined
  }
  const { minimum, maximum } = { minimum: bound('minimum'), maximum: bound('maximum') }
  // In OpenAPI 3.0, these are booleans beside the bound.
  const above = fieldOf(schema, 'exclusiveMinimum') === true ? minimum : bound('exclusiveMinimum')
  const below = fieldOf(schema, 'exclusiveMaximum') === true ? maximum : bound('exclusiveMaximum')
  if (minimum !== undefined && value < minimum) report(progress, 'minimum', path)
  if (maximum !== undefined && value > maximum) report(progress, 'maximum', path)
  if (above !== undefined && value <= above) report(progress, 'exclusiveMinimum', path)
  if (below !== undefined && value >= below) report(progress, 'exclusiveMaximum', path)
  const step = bound('multipleOf')
  if (step !== undefined && step > 0 && !isMultiple(value, step)) report(progress, 'multipleOf', path)
}

function checkText(progress: Progress, schema: JsonObject, value: string, path: string): void {
  const length = [...value].length
  progress.budget.left -= Math.ceil(length / 100)
  if (length < countIn(schema, 'minLength', 0)) report(progress, 'minLength', path)
  if (length > countIn(schema, 'maxLength', Infinity)) report(progress, 'maxLength', path)
  const pattern = fieldOf(schema, 'pattern')
  if (typeof pattern === 'string') {
    const safe = readPattern(pattern)
    progress.budget.left -= 10 + (safe === undefined ? 0 : patternCost(value, safe))
    if (safe === undefined || !hasPattern(value, safe)) report(progress, 'pattern', path)
  }
  const format = fieldOf(schema, 'format')
  if (typeof format === 'string' && !hasFormat(value, format)) report(progress, 'format', path)
}

function countIn(schema: JsonObject, name: string, usual: number): number {
  const count = fieldOf(schema, name)
  return typeof count === 'number' ? count : usual
}

function checkCombined(within: Within, value: unknown): void {
  const { progress, schema, path, depth, evaluated, seen } = within
  for (const part of listOf(fieldOf(schema, 'allOf')))
    join(evaluated, check(progress, part, value, path, depth + 1, seen))
  for (const name of ['anyOf', 'oneOf']) {
    const all = listOf(fieldOf(schema, name))
    if (all.length === 0) continue
    const fitting = all.flatMap((part) => fits(within, part, value) ?? [])
    for (const one of fitting) join(evaluated, one)
    // A discriminator decides between several.
    const isOne = name === 'oneOf' && fieldOf(schema, 'discriminator') === undefined
    if (fitting.length === 0 || (isOne && fitting.length > 1)) report(progress, name, path)
  }
  if (Object.hasOwn(schema, 'not') && fits(within, schema['not'], value) !== undefined)
    report(progress, 'not', path)
  if (!Object.hasOwn(schema, 'if')) return
  const holds = fits(within, schema['if'], value)
  if (holds !== undefined) join(evaluated, holds)
  const branch = holds === undefined ? 'else' : 'then'
  if (!Object.hasOwn(schema, branch)) return
  const follows = fits(within, schema[branch], value)
  if (follows === undefined) report(progress, branch, path)
  else join(evaluated, follows)
}

function checkList(within: Within, list: readonly unknown[]): void {
  const { progress, schema, path, depth, evaluated } = within
  if (list.length < countIn(schema, 'minItems', 0)) report(progress, 'minItems', path)
  if (list.length > countIn(schema, 'maxItems', Infinity)) report(progress, 'maxItems', path)
  if (fieldOf(schema, 'uniqueItems') === true && new Set(list.map(canonical)).size < list.length)
    report(progress, 'uniqueItems', path)
  const first = listOf(fieldOf(schema, 'prefixItems'))
  const items = fieldOf(schema, 'items')
  for (const [at, item] of list.entries()) {
    const written = at < first.length ? first[at] : items
    if (written !== undefined) check(progress, written, item, `${path}[${at}]`, depth + 1)
  }
  evaluated.items = items === undefined ? Math.max(evaluated.items, first.length) : list.length
  if (Object.hasOwn(schema, 'contains')) {
    const count = list.filter((item) => fits(within, schema['contains'], item) !== undefined).length
    const least = countIn(schema, 'minContains', 1)
    if (count < least) report(progress, least === 1 ? 'contains' : 'minContains', path)
    if (count > countIn(schema, 'maxContains', Infinity)) report(progress, 'maxContains', path)
  }
  const rest = fieldOf(schema, 'unevaluatedItems')
  if (rest === undefined) return
  const fitting = list.slice(evaluated.items).every((item) => fits(within, rest, item) !== undefined)
  if (!fitting) report(progress, 'unevaluatedItems', path)
  evaluated.items = list.length
}

function checkObject(within: Within, value: JsonObject): void {
  const { progress, schema, path, depth, evaluated } = within
  const names = Object.keys(value)
  if (names.length < countIn(schema, 'minProperties', 0)) report(progress, 'minProperties', path)
  if (names.length > countIn(schema, 'maxProperties', Infinity)) report(progress, 'maxProperties', path)
  const properties = fieldOf(schema, 'properties')
  const lacks = (name: unknown) => typeof name === 'string' && !Object.hasOwn(value, name)
  for (const name of listOf(fieldOf(schema, 'required')))
    // A response has no field that only requests have.
    if (lacks(name) && !isWriteOnly(progress, fieldOf(properties, String(name))))
      report(progress, 'required', path)
  const patterns = Object.entries(objectIn(schema, 'patternProperties')).map(
    ([pattern, written]) => [readPattern(pattern), written] as const,
  )
  if (patterns.some(([pattern]) => pattern === undefined)) report(progress, 'patternProperties', path)
  for (const name of names) {
    const own = [
      ...(isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []),
      ...patterns.flatMap(([pattern, written]) =>
        pattern !== undefined && hasPattern(name, pattern) ? [written] : [],
      ),
    ]
    const all =
      own.length > 0 || !Object.hasOwn(schema, 'additionalProperties')
        ? own
        : [schema['additionalProperties']]
    for (const written of all) check(progress, written, value[name], `${path}.${name}`, depth + 1)
    if (all.length > 0) evaluated.names.add(name)
    if (Object.hasOwn(schema, 'propertyNames') && fits(within, schema['propertyNames'], name) === undefined)
      report(progress, 'propertyNames', path)
  }
  for (const [name, needed] of Object.entries(objectIn(schema, 'dependentRequired')))
    if (Object.hasOwn(value, name) && listOf(needed).some(lacks)) report(progress, 'dependentRequired', path)
  for (const [name, written] of Object.entries(objectIn(schema, 'dependentSchemas'))) {
    if (!Object.hasOwn(value, name)) continue
    const follows = fits(within, written, value)
    if (follows === undefined) report(progress, 'dependentSchemas', path)
    else join(evaluated, follows)
  }
  const rest = fieldOf(schema, 'unevaluatedProperties')
  if (rest === undefined) return
  const others = names.filter((name) => !evaluated.names.has(name))
  if (others.some((name) => fits(within, rest, value[name]) === undefined))
    report(progress, 'unevaluatedProperties', path)
  for (const name of others) evaluated.names.add(name)
}

function objectIn(schema: JsonObject, name: string): JsonObject {
  const found = fieldOf(schema, name)
  return isObject(found) ? found : {}
}

function isWriteOnly({ root }: Progress, written: unknown): boolean {
  return fieldOf(resolved(root, written), 'writeOnly') === true
}

/** Keywords with their places as a header: `contains at tags; pattern at [0].key`. */
export function unfollowedText(all: readonly Unfollowed[]): string {
  const places = all.map(({ keyword, path }) => {
    const place = path
      .replace(/^\./, '')
      .replaceAll(/[^\x20-\x7e]/g, '?')
      .slice(0, 100)
    return place === '' ? keyword : `${keyword} at ${place}`
  })
  return [...new Set(places)].toSorted(compareCodePoints).slice(0, MAXIMUM_FOUND).join('; ')
}
