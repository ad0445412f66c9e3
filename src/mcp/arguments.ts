/** Reads the arguments of a tool by its shape, and words errors of what it calls in the names of its arguments. */
import * as z from 'zod'
import type { JsonObject } from '../api/openapi/json.ts'
import { isSecretName } from '../gateway/journal/redact.ts'
import { REDACTED } from '../gateway/journal/secret-repeats.ts'
import { pathText } from '../model/input/field-place.ts'
import { nearestValue } from '../model/input/nearest-value.ts'
import { quoted } from '../model/input/refusal.ts'
import { type PlacedIssue, problemsOf } from '../model/input/schema-problems.ts'
import { valueAt } from '../model/input/value-at.ts'
import type { Arguments, Tool } from './tool.ts'

/** What the shape of a tool makes of arguments. Throws TypeError with the first problem, an unknown name before all others. */
export function readArguments({ name, input }: Tool, toolArguments: Arguments): Arguments {
  const result = input().safeParse(toolArguments)
  if (result.success) return result.data
  const { issues } = result.error
  const issue =
    issues.find(({ code, path }) => code === 'unrecognized_keys' && path.length === 0) ?? issues[0]
  throw new TypeError(issue === undefined ? '' : problemOf(issue, name, input().shape, toolArguments))
}

function problemOf(
  issue: PlacedIssue,
  tool: string,
  fields: Readonly<Record<string, z.core.$ZodType>>,
  toolArguments: Arguments,
): string {
  const [name] = issue.path
  const field = fields[String(name)]
  const isRequired = field !== undefined && field._zod.optin === undefined
  if (isRequired && toolArguments[String(name)] === undefined)
    return `${String(name)} is required: ${z.globalRegistry.get(field)?.description ?? ''}`
  const shown: unknown = JSON.parse(
    JSON.stringify(toolArguments, (key, value: unknown) => (isSecretName(key) ? REDACTED : value)),
  )
  const value = valueAt(shown, issue.path)
  const nearest = nearestValue(issue, value)
  if (nearest !== undefined)
    return `${pathText(issue.path)}: there is no ${quoted(value)}; did you mean ${quoted(nearest)}?`
  const [problem = ''] = problemsOf(issue, shown, {
    placeOf: (path) => (path.length === 0 ? tool : pathText(path)),
    known: Object.keys(fields),
  })
  // Some clients send null for what they leave out, where it would mean every fault or the whole world.
  const isNull = issue.path.length === 1 && toolArguments[String(name)] === null
  return isNull && !isRequired ? `${problem}; leave it out` : problem
}

/** The JSON Schema of arguments, without what says nothing. */
export function argumentsSchema(input: z.ZodObject): JsonObject {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // A model does not count characters; an error names the bound.
      delete jsonSchema.minLength
      delete jsonSchema.maxLength
    },
  })
  return schema as JsonObject
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
