/** Checks the arguments of a tool by its schema, and words errors of what it calls in the names of its arguments. */
import { isJsonObject, type Json, type JsonObject } from '../api/openapi/json.ts'
import { isSecretName } from '../gateway/journal/redact.ts'
import { REDACTED } from '../gateway/journal/secret-repeats.ts'
import { problemOfFields, suggestionFor } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'
import { isObject } from '../world/objects.ts'
import type { Arguments, ObjectSchema } from './tool.ts'

/** The first problem: an unknown name, a missing argument, or a value that the schema excludes; undefined if there is none. */
export function problemOfArguments(
  tool: string,
  toolArguments: Arguments,
  { properties, required }: ObjectSchema,
): string | undefined {
  const unknown = problemOfFields(`the arguments of ${tool}`, toolArguments, Object.keys(properties))
  if (unknown !== undefined) return unknown
  for (const name of required)
    if (toolArguments[name] === undefined)
      return `${name}: is missing; ${String(properties[name]?.['description'] ?? 'it is required')}`
  for (const [name, schema] of Object.entries(properties)) {
    const value = toolArguments[name]
    if (value === undefined) continue
    const problem = problemOf(value, schema, name)
    if (problem !== undefined) return `${name}: ${problem}`
  }
  return undefined
}

function problemOf(value: unknown, schema: JsonObject, name: string): string | undefined {
  const { type, enum: members } = schema
  const got = isSecretName(name) ? quoted(REDACTED) : quoted(value)
  // Some clients send null for what they leave out, where it would mean every fault or the whole world.
  if (value === null && (type ?? members ?? schema['anyOf']) !== undefined)
    return `must have a value or be left out, not ${got}`
  if (Array.isArray(members)) return problemOfMember(value, members)
  const kind = EXPECTED[String(type)]
  if (kind !== undefined && !kind.isValid(value, schema))
    return `must be ${kind.expected(schema)}, not ${got}`
  const { items, additionalProperties: each } = schema
  if (type === 'array' && isSchema(items))
    return (value as readonly unknown[]).map((member) => problemOf(member, items, name)).find(Boolean)
  if (type !== 'object' || !isSchema(each)) return undefined
  for (const [inner, member] of Object.entries(value as Arguments)) {
    const problem = problemOf(member, each, inner)
    if (problem !== undefined) return `${quoted(inner)} ${problem}`
  }
  return undefined
}

function problemOfMember(value: unknown, members: readonly Json[]): string | undefined {
  if (members.some((member) => member === value)) return undefined
  return `there is no ${quoted(value)}; ${suggestionFor(String(value), members.map(String))}`
}

function isSchema(value: Json | undefined): value is JsonObject {
  return value !== undefined && isJsonObject(value)
}

interface Expected {
  readonly expected: (schema: JsonObject) => string
  readonly isValid: (value: unknown, schema: JsonObject) => boolean
}

const isText = (value: unknown) => typeof value === 'string'

/** What a value of each type must be. Numbers and truth values may be sent as text, as in a query. */
const EXPECTED: Readonly<Record<string, Expected | undefined>> = {
  string: { expected: () => 'text', isValid: isText },
  'string,integer': {
    expected: () => 'a name or a number',
    isValid: (value) => isText(value) || Number.isSafeInteger(value),
  },
  boolean: {
    expected: () => 'true or false',
    isValid: (value) => ['true', 'false'].includes(String(value)) && !Array.isArray(value),
  },
  integer: { expected: rangeText, isValid: isInRange },
  array: { expected: () => 'a list', isValid: Array.isArray },
  object: {
    expected: () => 'an object of names and values',
    isValid: isObject,
  },
}

function rangeOf({ minimum, maximum }: JsonObject) {
  return {
    from: typeof minimum === 'number' && Number.isSafeInteger(minimum - 1) ? minimum : undefined,
    to: typeof maximum === 'number' && Number.isSafeInteger(maximum + 1) ? maximum : undefined,
  }
}

function rangeText(schema: JsonObject): string {
  const { from, to } = rangeOf(schema)
  if (from === undefined) return 'a whole number'
  return to === undefined ? `a whole number of at least ${from}` : `a whole number from ${from} to ${to}`
}

function isInRange(value: unknown, schema: JsonObject): boolean {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
  const { from = -Infinity, to = Infinity } = rangeOf(schema)
  return Number.isSafeInteger(number) && Number(number) >= from && Number(number) <= to
}

/** How other doors list what a tool lists. */
const LISTS = /GET \/(?:state|snapshots|worlds|faults|jobs)(?= lists)/g

/**
 * A line of an error, beginning with the argument that it is about: by its own words, or else by the value that it repeats. The
 * same without a change if it is about no single argument.
 */
export function inArguments(line: string, toolArguments: Arguments, names: readonly string[]): string {
  const plain = line
    .replaceAll('query parameter ', '')
    .replaceAll(' of an expectation must', ': must')
    .replaceAll(LISTS, 'get_state')
    .replace(/^(?:the )?body: /, names.includes('body') ? 'body: ' : 'the arguments: ')
  const begun = /^'?(\w+)(?:'(?=:)|'(?= )|(?=[: .[]))/.exec(plain)
  const own = begun?.[1]
  if (begun !== null && own !== undefined && names.includes(own)) {
    const rest = plain.slice(begun[0].length)
    // `by '3 minutes': …` stays, and `'limit' must be …` gets the form of the other errors.
    return begun[0].startsWith("'") && rest.startsWith(' ') ? `${own}:${rest}` : `${own}${rest}`
  }
  const given = Object.entries(toolArguments).filter(([, value]) => value !== undefined)
  const [first] = given
    .map(([name, value]) => ({ name, place: placeOf(plain, value) }))
    .filter(({ place }) => place < plain.length)
    .toSorted((left, right) => left.place - right.place)
  return first === undefined || plain.startsWith('the arguments') ? plain : `${first.name}: ${plain}`
}

/** Depth of a value, and entries on one level, that are looked for. */
const MAXIMUM_DEPTH = 8
const MAXIMUM_ENTRIES = 100

/** Where the line first quotes the value, or a name or value within it; the line's length if nowhere. */
function placeOf(line: string, value: unknown, depth = 0): number {
  if (depth === MAXIMUM_DEPTH) return line.length
  const own = line.indexOf(quoted(value))
  if (own !== -1) return own
  if (typeof value !== 'object' || value === null) return line.length
  const entries = Object.entries(value).slice(0, MAXIMUM_ENTRIES)
  const within = entries.flatMap(([name, each]) => [
    placeOf(line, name, depth + 1),
    placeOf(line, each, depth + 1),
  ])
  return Math.min(line.length, ...within)
}
