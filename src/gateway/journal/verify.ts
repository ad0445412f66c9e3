/** Verification: checks that expected calls were made, and finds the nearest calls if some are missing. */
import type { OperationName } from '../../api/framework/names.ts'
import type { OperationHead } from '../../api/framework/operation.ts'
import { stateConflict } from '../../model/input/errors.ts'
import { judge, type Judged, type ReadExpectation } from './call-differences.ts'
import type { RecordedExchange } from './entry.ts'
import type { Expectation, Scalar } from './expectation.ts'
import type { Journal, JournalFilter } from './journal.ts'
import { locate } from '../addresses/locate.ts'
import { readPairs } from '../addresses/query-text.ts'
import { countText } from '../../world/count-text.ts'

/** A call, and its differences from the expected one. */
export interface NearCall {
  /** Its number in the journal, and its X-Request-Id. */
  readonly number: number
  readonly id: string
  readonly world: string
  readonly method: string
  readonly url: string
  readonly operation: string | null
  readonly user: string | null
  readonly status: number
  /** True if a fault affected its response. */
  readonly faulted: boolean
  readonly differences: readonly string[]
}

export interface Verification {
  readonly ok: boolean
  /** The number of calls as expected, including those that a fault affected. */
  readonly count: number
  /** The number of them that a fault affected. */
  readonly faulted: number
  /** A sentence for the failure message of a test. */
  readonly message: string
  /** The most similar calls if some are missing, the nearest first. */
  readonly nearest: readonly NearCall[]
}

/** The maximum number of nearest calls. */
const MAXIMUM_NEAREST = 3

/** Checks the exchanges of a journal against a valid expectation. Throws a Refusal when the journal is off. */
export function verifyCalls(
  journal: Journal,
  expectation: Expectation,
  operations: readonly OperationHead[],
): Verification {
  const expected = readExpectation(expectation, operations)
  if (!journal.on) throw stateConflict('the journal is off', 'give it entries and bytes')
  const { world, user } = expectation
  const judged = (filter: JournalFilter) => journal.entries(filter).map((entry) => judge(entry, expected))
  // Calls of other operations or users are compared only if calls are missing.
  const matching = judged({
    world,
    user,
    operation: expected.operation?.id as OperationName | undefined,
  }).filter(({ differences }) => differences.length === 0)
  const count = matching.length
  const ok = count >= expected.minimum && count <= expected.maximum
  const nearest = count < expected.minimum ? nearestOf(judged({ world })) : []
  const faulted = matching.filter(({ entry }) => entry.fault !== undefined).length
  const lost =
    journal.lost === 0
      ? ''
      : ` (in the latest ${countText(journal.size, 'exchange')}; the journal dropped older ones)`
  const verdict = `expected ${timesText(expected)} of ${wordsOf(expectation)}; ${count} matched${lost}`
  const message = [verdict, ...detailsOf(ok, matching, nearest, world)].join('')
  return { ok, count, faulted, message, nearest: nearest.map(nearCall) }
}

function readExpectation(expectation: Expectation, operations: readonly OperationHead[]): ReadExpectation {
  const { operation: id, path, times, atLeast, atMost } = expectation
  return {
    expectation,
    operation: operations.find((candidate) => candidate.id === id),
    location: path === undefined ? undefined : locate(path),
    query: [
      ...queryOfPath(path),
      ...Object.entries(expectation.query ?? {}).map(([name, value]) => [name, textsOf(value)] as const),
    ],
    headers: Object.entries(expectation.headers ?? {}),
    minimum: times ?? atLeast ?? (atMost === undefined ? 1 : 0),
    maximum: times ?? atMost ?? Number.POSITIVE_INFINITY,
  }
}

/** The parameters in the query of a path, each with all of its values. */
function queryOfPath(path: string | undefined): ReadExpectation['query'] {
  const values = new Map<string, string[]>()
  for (const [name, value] of readPairs(path === undefined ? '' : locate(path).query, []))
    values.set(name, [...(values.get(name) ?? []), value])
  return [...values]
}

function textsOf(value: Scalar | readonly Scalar[]): string[] {
  return (typeof value === 'object' ? [...value] : [value]).map(String)
}

/** Sorts by distance, then by number. */
function nearestOf(judged: readonly Judged[]): Judged[] {
  return judged
    .filter(({ differences }) => differences.length > 0)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MAXIMUM_NEAREST)
}

function nearCall({ entry, differences }: Judged): NearCall {
  const { number, id, world, request, answer, operation = null, user = null, fault } = entry
  return {
    number,
    id,
    world,
    method: request.method,
    url: request.url.slice(0, 500),
    operation,
    user,
    status: answer.status,
    faulted: fault !== undefined,
    differences,
  }
}

function timesText({ minimum, maximum }: ReadExpectation): string {
  const calls = (count: number) => countText(count, 'call')
  if (minimum === maximum) return calls(minimum)
  if (maximum === Number.POSITIVE_INFINITY) return `at least ${calls(minimum)}`
  return minimum === 0 ? `at most ${calls(maximum)}` : `${minimum} to ${calls(maximum)}`
}

function wordsOf({
  operation,
  method,
  path,
  query,
  body,
  headers,
  user,
  world,
  status,
  changed,
}: Expectation): string {
  const place = operation ?? [method?.toUpperCase(), path].filter((part) => part !== undefined).join(' ')
  const details = [
    ...(operation === undefined || method === undefined ? [] : [`method ${method.toUpperCase()}`]),
    ...(query === undefined ? [] : [`query ${brief(query)}`]),
    ...(body === undefined ? [] : [`body ${brief(body)}`]),
    ...(headers === undefined ? [] : [`headers ${brief(headers)}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(changed === undefined ? [] : [changed ? 'an effect' : 'no effect']),
  ]
  const who = user === undefined ? '' : ` by ${user}`
  const where = world === undefined ? '' : ` in world ${world}`
  return `${place}${who}${where}${details.length === 0 ? '' : ` with ${details.join(', ')}`}`
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`
}

/** The second sentence: the calls beyond the maximum, or the nearest ones. */
function detailsOf(
  ok: boolean,
  matching: readonly Judged[],
  nearest: readonly Judged[],
  world: string | undefined,
): string[] {
  if (ok) return []
  if (nearest.length > 0) {
    const [first, ...rest] = nearest.map(
      ({ entry, differences }) => `${callName(entry, world)} differs in ${differences.join(', ')}`,
    )
    return [`; nearest: ${[first, ...rest].join('; ')}`]
  }
  if (matching.length === 0) return ['; no calls were made']
  const numbers = matching.slice(0, 10).map(({ entry }) => callName(entry, world))
  return [`: ${numbers.join(', ')}${matching.length > 10 ? ', …' : ''}`]
}

/** A call in a message. The message has the name of the world, so that the path leaves out its prefix. */
function callName({ number, request, answer, fault }: RecordedExchange, world: string | undefined): string {
  const prefix = `/_world/${world}`
  const url =
    world !== undefined && request.url.startsWith(`${prefix}/`)
      ? request.url.slice(prefix.length)
      : request.url
  const path = url.length > 100 ? `${url.slice(0, 100)}…` : url
  return `#${number} ${request.method} ${path} (${answer.status}${fault === undefined ? '' : ', affected by a fault'})`
}
