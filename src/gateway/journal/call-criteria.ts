/** The criteria of journal filters and of expectations: the library and the control API check their input by them. */
import { INTERFACES } from '../../api/framework/interfaces.ts'
import type { OperationHead } from '../../api/framework/operation.ts'
import { problemOfFields, suggestionFor } from '../../model/input/option-checks.ts'
import { quoted } from '../../model/input/refusal.ts'
import { issuesOfValue, type ValueRule } from '../../model/input/value-rule.ts'
import { isWorldName, WORLD_NAME_RULE } from '../../world/world-name.ts'
import type { JournalFilter } from './journal.ts'
import { locate, type Location } from '../addresses/locate.ts'
import { nearestOperations } from '../addresses/near-miss.ts'
import { mayMean, type Place, placesOf } from '../addresses/places.ts'
import { readPairs } from '../addresses/query-text.ts'
import { isSecretName } from './redact.ts'
import { METHOD_ORDER } from '../addresses/router.ts'
import type { Expectation } from './expectation.ts'

/** The names that criteria may use. */
export interface CallNames {
  /** Operations of the service, and those that only the user's own OpenAPI has. */
  readonly operations: readonly OperationHead[]
  /** Whether a user of this name can make calls, or has made one. */
  readonly isUser: (name: string) => boolean
  /** Names to suggest instead of an unknown one. */
  readonly users: () => readonly string[]
}

/** What a criterion takes; errors say it as the message does. */
type Criterion = ValueRule & { readonly message: string }

const MAXIMUM_CALLS = 1_000_000

const TEXT: Criterion = { type: 'string', message: 'must be text' }
const TRUE_OR_FALSE: Criterion = { type: 'boolean', message: 'must be true or false' }
const whole = (maximum: number): Criterion => ({
  type: 'integer',
  minimum: 0,
  maximum,
  message: `must be a whole number from 0 to ${maximum}`,
})
const COUNT = whole(MAXIMUM_CALLS)
const SCALARS: readonly ValueRule[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }]

/** What filters and expectations share. */
const CALL = {
  operation: TEXT,
  method: TEXT,
  path: TEXT,
  user: TEXT,
  // Final statuses: those below 200 only announce another one.
  status: {
    anyOf: [
      { type: 'integer', minimum: 200, maximum: 599 },
      { type: 'string', pattern: '^[2-5](?:\\d\\d|[xX]{2})$' },
    ],
    message: "must be a status from 200 to 599, or a class of them such as '4xx'",
  },
} satisfies Readonly<Record<string, Criterion>>

const FILTER_CRITERIA: Readonly<Record<keyof JournalFilter, Criterion>> = {
  world: TEXT,
  ...CALL,
  interface: { enum: INTERFACES, message: `must be one of ${INTERFACES.join(', ')}` },
  text: TEXT,
  unmatched: TRUE_OR_FALSE,
  faulted: TRUE_OR_FALSE,
  ignored: TRUE_OR_FALSE,
  since: whole(Number.MAX_SAFE_INTEGER),
}

/** What the fields of an expectation take, here and in the control API. */
export const EXPECTATION_CRITERIA: Readonly<Record<keyof Expectation, Criterion>> = {
  ...CALL,
  query: {
    type: 'object',
    additionalProperties: { anyOf: [...SCALARS, { type: 'array', items: { anyOf: SCALARS } }] },
    message: 'must be an object of texts, numbers and truth values, or lists of them',
  },
  body: { message: 'must be JSON data, or the text of a body' },
  headers: {
    type: 'object',
    additionalProperties: { type: 'string' },
    message: 'must be an object of texts',
  },
  world: TEXT,
  changed: TRUE_OR_FALSE,
  times: COUNT,
  atLeast: COUNT,
  atMost: COUNT,
}

/** The error message for a filter of the journal: the field, its value and what to write instead; undefined if it is valid. */
export function problemOfFilter(input: unknown, names: CallNames): string | undefined {
  return (
    problemOfForm('a filter of the journal', input, FILTER_CRITERIA) ??
    problemOfNames(input as JournalFilter, names)
  )
}

/** The same for an expectation. One that no call could meet is invalid too: it would pass or fail whatever happened. */
export function problemOfExpectation(input: unknown, names: CallNames): string | undefined {
  const form = problemOfForm('an expectation', input, EXPECTATION_CRITERIA)
  if (form !== undefined) return form
  const expected = input as Expectation
  return (
    problemOfPlace(expected) ??
    problemOfNames(expected, names) ??
    problemOfCount(expected) ??
    problemOfHeaders(expected) ??
    problemOfPath(expected, names.operations)
  )
}

function problemOfForm(
  what: string,
  input: unknown,
  criteria: Readonly<Record<string, Criterion>>,
): string | undefined {
  const fields = problemOfFields(what, input, Object.keys(criteria))
  if (fields !== undefined) return fields
  for (const [name, rule] of Object.entries(criteria)) {
    const value = (input as Readonly<Record<string, unknown>>)[name]
    if (value === undefined || (isJson(value) && issuesOfValue(rule, value, []).length === 0)) continue
    return `${name} of ${what} ${rule.message}, not ${quoted(isJson(value) ? value : String(value))}`
  }
  return undefined
}

type Named = Pick<JournalFilter, 'method' | 'user' | 'world'> & { readonly operation?: string | undefined }

function problemOfNames({ operation, method, user, world }: Named, names: CallNames): string | undefined {
  const ids = names.operations.map(({ id }) => id)
  const found = names.operations.find(({ id }) => id === operation)
  if (operation !== undefined && found === undefined)
    return `operation: there is no ${quoted(operation)}; ${suggestionFor(operation, ids, 'reqsim list operations lists them')}`
  const wanted = method?.toUpperCase()
  if (wanted !== undefined && !METHOD_ORDER.includes(wanted))
    return `method: there is no ${quoted(method)}; ${suggestionFor(wanted, METHOD_ORDER)}`
  if (found !== undefined && wanted !== undefined && found.method !== (wanted === 'HEAD' ? 'GET' : wanted))
    return `method: ${found.id} does not take ${quoted(method)}; it takes ${found.method}`
  if (user !== undefined && !names.isUser(user)) {
    const users = names.users()
    return `user: there is no ${quoted(user)}; ${suggestionFor(user, users, users.length === 0 ? 'there are none' : `there are ${users.slice(0, 20).join(', ')}`)}`
  }
  if (world !== undefined && !isWorldName(world)) return `world ${quoted(world)}: ${WORLD_NAME_RULE}`
  return undefined
}

function problemOfPlace({ operation, path }: Expectation): string | undefined {
  return (operation === undefined) === (path === undefined)
    ? 'an expectation names an operation, or else a path: give one of the two'
    : undefined
}

function problemOfCount({ times, atLeast, atMost }: Expectation): string | undefined {
  if (times !== undefined && (atLeast !== undefined || atMost !== undefined))
    return 'times says exactly how many calls: leave out atLeast and atMost'
  return atLeast !== undefined && atMost !== undefined && atLeast > atMost
    ? `atLeast ${atLeast} is more than atMost ${atMost}`
    : undefined
}

function problemOfHeaders({ headers = {} }: Expectation): string | undefined {
  const secret = Object.keys(headers).find(isSecretName)
  return secret === undefined
    ? undefined
    : `headers: the journal does not keep ${quoted(secret)}; say whose call it was with user`
}

function problemOfPath(
  { path, method, status }: Expectation,
  operations: readonly OperationHead[],
): string | undefined {
  if (path === undefined) return undefined
  const location = locate(path)
  const { target } = location
  const [broken] = brokenPairs(location)
  if (broken !== undefined) return `path: ${broken}; give the values in 'query', as they are`
  if (target?.kind === 'control')
    return `path: ${quoted(path)} is of the control API, whose requests the journal does not keep; name a path of an interface`
  // Calls that no operation takes have such a status, so that an expectation of one may name any path.
  if (status !== undefined && /^4(?:xx|\d\d)$/i.test(String(status))) return undefined
  const places = placesOf(operations).filter(
    (place) => target === undefined || target.interface === place.interface,
  )
  const meant = places.filter((place) => mayMean(location.path, place))
  const orStatus = 'or expect its status, such as 404'
  if (meant.length === 0)
    return `path: no operation is at ${quoted(path)}; ${nearestOf(path, location, places, method)}, ${orStatus}`
  const taken = METHOD_ORDER.filter((name) => meant.some(({ operation }) => accepts(operation.method, name)))
  return method === undefined || taken.includes(method.toUpperCase())
    ? undefined
    : `method: ${quoted(path)} does not take ${quoted(method)}; give one that it takes: ${taken.join(', ')}, ${orStatus}`
}

/** Whether an operation accepts this method: its own, HEAD beside GET, and the OPTIONS of a preflight. */
function accepts(own: string, method: string): boolean {
  return method === 'OPTIONS' || method === own || (method === 'HEAD' && own === 'GET')
}

function brokenPairs({ query }: Location): readonly string[] {
  const problems: string[] = []
  readPairs(query, problems)
  return problems
}

/** The nearest operations, in the form of the given path. */
function nearestOf(
  path: string,
  location: Location,
  places: readonly Place[],
  method: string | undefined,
): string {
  const bare = path.replace(/[?#].*$/s, '')
  const address = bare.endsWith(location.path) ? bare.slice(0, bare.length - location.path.length) : ''
  const nearest = nearestOperations(places, method?.toUpperCase() ?? 'GET', location.path).map(
    (each) => `'${each.replace(' ', ` ${address}`)}'`,
  )
  return nearest.length === 0
    ? 'give one that reqsim list operations lists'
    : `nearest: ${nearest.join(', ')}; give that`
}

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}
