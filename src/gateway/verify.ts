/** Verification: whether calls were made as expected, and if not, which came nearest and in what they differ. */
import { parseJson } from '../api/json-text.ts'
import type { Operation } from '../api/operation.ts'
import { Refusal, shown } from '../model/refusal.ts'
import { nearestName } from '../world/nearest.ts'
import type { Journal, RecordedExchange } from './journal.ts'
import { isStatus } from './journal.ts'
import { locate, type Location } from './locate.ts'
import { readPairs } from './query-text.ts'
import { isSecretName } from './redact.ts'

/** What is expected of the exchanges so far; what is absent does not matter. */
export interface Expectation {
  /** The id of an operation; or else `path`. */
  readonly operation?: string | undefined
  readonly method?: string | undefined
  /** On the one port, in process, or below the address of an interface; `{name}` stands for any one segment. */
  readonly path?: string | undefined
  /** Parameters that were sent, with their values as text, numbers or truth values; a list for one that is repeated. */
  readonly query?: Readonly<Record<string, Scalar | readonly Scalar[]>> | undefined
  /** What the body held: of an object at least these fields, of a list exactly these items; or the text of a body. */
  readonly body?: unknown
  /** Headers of the request in any letter case; credentials are not kept, `user` says whose call it was. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly user?: string | undefined
  readonly world?: string | undefined
  /** The status of the answer, or a class of them: `2xx`. */
  readonly status?: number | string | undefined
  /** Exactly so many calls. */
  readonly times?: number | undefined
  /** At least so many; 1 when no number is given. */
  readonly atLeast?: number | undefined
  readonly atMost?: number | undefined
}

type Scalar = string | number | boolean

/** A call that was made, and in what it differs from the expected one. */
export interface NearCall {
  /** Its number in the journal, and the X-Request-Id of its answer. */
  readonly number: number
  readonly id: string
  readonly world: string
  readonly method: string
  readonly url: string
  readonly operation: string | null
  readonly user: string | null
  readonly status: number
  /** A fault shaped its answer. */
  readonly faulted: boolean
  readonly differences: readonly string[]
}

export interface Verification {
  readonly ok: boolean
  /** Calls that were as expected, those that a fault struck included: they were made. */
  readonly count: number
  /** Calls among them whose answer a fault shaped. */
  readonly faulted: number
  /** One sentence to show when it fails. */
  readonly message: string
  /** Where calls are missing: those that came nearest, nearest first. */
  readonly nearest: readonly NearCall[]
}

/** Nearest calls that are told. */
const TOLD = 3
/** Differences of one call that are told. */
const TOLD_DIFFERENCES = 10
const MOST_CALLS = 1_000_000

/** Holds the exchanges of a journal against an expectation. Throws a Refusal for an expectation that nothing could meet. */
export function verifyCalls(
  journal: Journal,
  expectation: Expectation,
  operations: readonly Operation[],
): Verification {
  const expected = readExpectation(expectation, operations)
  if (!journal.on)
    throw new Refusal('CONFLICT', 'nothing can be verified: the journal is off; give it entries and bytes')
  const judged = journal
    .entries(expectation.world === undefined ? {} : { world: expectation.world })
    .map((entry) => judge(entry, expected))
  const matching = judged.filter(({ differences }) => differences.length === 0)
  const count = matching.length
  const ok = count >= expected.least && count <= expected.most
  const nearest = count < expected.least ? nearestOf(judged) : []
  const faulted = matching.filter(({ entry }) => entry.fault !== undefined).length
  const lost =
    journal.lost === 0 ? '' : ` (of the latest ${journal.size} exchanges: the journal keeps no more)`
  const verdict = `expected ${countText(expected)} of ${wordsOf(expectation)}; ${count} matched${lost}`
  const message = [verdict, ...told(ok, matching, nearest)].join('')
  return { ok, count, faulted, message, nearest: nearest.map(nearCall) }
}

interface Judged {
  readonly entry: RecordedExchange
  readonly differences: readonly string[]
  /** How far it is from what was expected. */
  readonly distance: number
}

interface ReadExpectation {
  readonly given: Expectation
  readonly operation: Operation | undefined
  readonly location: Location | undefined
  readonly query: readonly (readonly [name: string, values: readonly string[]])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly least: number
  readonly most: number
}

function readExpectation(given: Expectation, operations: readonly Operation[]): ReadExpectation {
  const { operation: id, path, times, atLeast, atMost } = given
  if ((id === undefined) === (path === undefined))
    throw new Refusal('INVALID', 'an expectation names an operation, or else a path: give one of the two')
  const operation = operations.find((candidate) => candidate.id === id)
  if (id !== undefined && operation === undefined) {
    const nearest = nearestName(
      id,
      operations.map((candidate) => candidate.id),
    )
    const mend = nearest === undefined ? 'reqsim list operations lists them' : `did you mean '${nearest}'?`
    throw new Refusal('INVALID', `operation: there is no ${shown(id)}; ${mend}`)
  }
  for (const [name, value] of Object.entries({ times, atLeast, atMost })) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 0 && value <= MOST_CALLS))
      throw new Refusal('INVALID', `${name} is a whole number from 0, not ${shown(value)}`)
  }
  if (times !== undefined && (atLeast !== undefined || atMost !== undefined))
    throw new Refusal('INVALID', 'times says exactly how many calls: leave out atLeast and atMost')
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost)
    throw new Refusal('INVALID', `atLeast ${atLeast} is more than atMost ${atMost}`)
  const headers = Object.entries(given.headers ?? {})
  const secret = headers.find(([name]) => isSecretName(name))
  if (secret !== undefined)
    throw new Refusal(
      'INVALID',
      `headers: the journal does not keep ${shown(secret[0])}; say whose call it was with user`,
    )
  return {
    given,
    operation,
    location: path === undefined ? undefined : locate(path),
    query: Object.entries(given.query ?? {}).map(([name, value]) => [name, textsOf(value)]),
    headers,
    least: times ?? atLeast ?? (atMost === undefined ? 1 : 0),
    most: times ?? atMost ?? Number.POSITIVE_INFINITY,
  }
}

function textsOf(value: Scalar | readonly Scalar[]): string[] {
  return (typeof value === 'object' ? [...value] : [value]).map(String)
}

/** Differences by weight: another operation is farther away than another value of a field. */
const FAR = 10

function judge(entry: RecordedExchange, expected: ReadExpectation): Judged {
  const { given } = expected
  const differences: string[] = []
  let distance = 0
  const differ = (text: string, weight = 1) => {
    distance += weight
    if (differences.length < TOLD_DIFFERENCES) differences.push(text)
  }
  judgePlace(entry, expected, differ)
  if (given.user !== undefined && entry.user !== given.user)
    differ(
      `user: ${entry.user === undefined ? 'nobody' : shown(entry.user)} instead of ${shown(given.user)}`,
      2,
    )
  if (given.status !== undefined && !isStatus(entry.answer.status, given.status))
    differ(`status: ${entry.answer.status} instead of ${shown(given.status)}`, 2)
  for (const [name, wanted] of expected.headers) {
    const sent = entry.request.headers[name.toLowerCase()]
    if (sent === undefined || ![sent].flat().includes(wanted))
      differ(
        `header ${name}: ${sent === undefined ? 'not sent' : shown([sent].flat().join(', '))} instead of ${shown(wanted)}`,
      )
  }
  judgeQuery(entry, expected, differ)
  if (given.body !== undefined) judgeBody(entry, given.body, differ)
  return { entry, differences, distance }
}

type Differ = (text: string, weight?: number) => void

function judgePlace(
  entry: RecordedExchange,
  { given, operation, location }: ReadExpectation,
  differ: Differ,
): void {
  const { method } = entry.request
  if (operation !== undefined && entry.operation !== operation.id) {
    const kin = kinship(entry, operation)
    differ(`operation: ${entry.operation ?? 'none'} instead of ${operation.id}`, FAR + kin)
  }
  if (given.method !== undefined && method !== given.method.toUpperCase())
    differ(`method: ${shown(method)} instead of ${given.method.toUpperCase()}`, FAR / 2)
  if (location === undefined) return
  const sent = locate(entry.request.url)
  const known = location.target?.kind === 'service' ? location.target : undefined
  const address = sent.target?.kind === 'service' ? sent.target : undefined
  if (known !== undefined && (known.interface !== address?.interface || known.region !== address.region))
    differ(
      `address: ${address === undefined ? 'none' : `${address.region} ${address.interface}`} instead of ${known.region} ${known.interface}`,
      FAR,
    )
  const apart = segmentsApart(sent.path, location.path)
  if (apart > 0) differ(`path: ${shown(sent.path)} instead of ${shown(location.path)}`, FAR / 2 + apart)
}

/** How little an exchange has to do with an operation: 0 to 3. */
function kinship(entry: RecordedExchange, operation: Operation): number {
  const group = operation.id.split('.').slice(0, 2).join('.')
  const meant = entry.diagnosis?.nearest.some((text) => text.endsWith(operation.path)) === true
  if (meant) return -4
  return (
    (entry.operation?.startsWith(`${group}.`) ? 0 : 1) +
    (entry.interface === operation.interface ? 0 : 1) +
    (entry.request.method === operation.method ? 0 : 1)
  )
}

/** Segments in which a path differs from a template, at most 20. */
function segmentsApart(path: string, template: string): number {
  const sent = path.split('/')
  const wanted = template.split('/')
  let apart = Math.abs(sent.length - wanted.length)
  wanted.slice(0, sent.length).forEach((segment, index) => {
    const actual = sent[index] as string
    const any = /^\{[^{}/]*\}$/.test(segment)
    if (any ? actual === '' : !sameSegment(actual, segment)) apart++
  })
  return Math.min(apart, 20)
}

function sameSegment(sent: string, wanted: string): boolean {
  return sent === wanted || decoded(sent) === decoded(wanted)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function judgeQuery(entry: RecordedExchange, { query }: ReadExpectation, differ: Differ): void {
  if (query.length === 0) return
  const sent = new Map<string, string[]>()
  for (const [name, value] of readPairs(locate(entry.request.url).query, [])) {
    const values = sent.get(name)
    if (values === undefined) sent.set(name, [value])
    else values.push(value)
  }
  for (const [name, wanted] of query) {
    const values = sent.get(name)
    if (values === undefined) differ(`query.${name}: not sent instead of ${shown(wanted.join(', '))}`)
    else if (values.length !== wanted.length || values.some((value, index) => value !== wanted[index]))
      differ(`query.${name}: ${shown(values.join(', '))} instead of ${shown(wanted.join(', '))}`)
  }
}

function judgeBody({ request }: RecordedExchange, wanted: unknown, differ: Differ): void {
  const text = typeof request.body === 'string' ? request.body : ''
  if (text === '') return differ(`body: none instead of ${shown(wanted)}`)
  let sent: unknown
  try {
    sent = parseJson(text)
  } catch {
    sent = text
  }
  if (typeof wanted === 'string' && text === wanted) return
  compareBody(sent, wanted, 'body', differ)
}

/** Tells in what a value lacks what is wanted of it, place by place. */
function compareBody(sent: unknown, wanted: unknown, place: string, differ: Differ): void {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(sent)) return differ(`${place}: ${named(sent)} instead of a list`)
    if (sent.length !== wanted.length)
      return differ(`${place}: ${sent.length} items instead of ${wanted.length}`)
    return wanted.forEach((item, index) => compareBody(sent[index], item, `${place}[${index}]`, differ))
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      return differ(`${place}: ${named(sent)} instead of an object`)
    for (const [name, inner] of Object.entries(wanted)) {
      if (inner === undefined) continue
      const member = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined
      compareBody(member, inner, `${place}.${name.slice(0, 100)}`, differ)
    }
    return
  }
  if (!Object.is(sent, wanted) && sent !== wanted)
    differ(`${place}: ${named(sent)} instead of ${shown(wanted)}`)
}

function named(value: unknown): string {
  return value === undefined ? 'not sent' : shown(value)
}

function nearestOf(judged: readonly Judged[]): Judged[] {
  return judged
    .filter(({ differences }) => differences.length > 0)
    .toSorted((a, b) => a.distance - b.distance || a.entry.number - b.entry.number)
    .slice(0, TOLD)
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

function countText({ given, least, most }: ReadExpectation): string {
  const calls = (count: number) => `${count} call${count === 1 ? '' : 's'}`
  if (given.times !== undefined || least === most) return calls(least)
  if (most === Number.POSITIVE_INFINITY) return `at least ${calls(least)}`
  return least === 0 ? `at most ${calls(most)}` : `${least} to ${calls(most)}`
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
}: Expectation): string {
  const place = operation ?? [method?.toUpperCase(), path].filter((part) => part !== undefined).join(' ')
  const details = [
    ...(operation === undefined || method === undefined ? [] : [`method ${method.toUpperCase()}`]),
    ...(query === undefined ? [] : [`query ${brief(query)}`]),
    ...(body === undefined ? [] : [`body ${brief(body)}`]),
    ...(headers === undefined ? [] : [`headers ${brief(headers)}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
  ]
  const who = user === undefined ? '' : ` by ${user}`
  const where = world === undefined ? '' : ` in world ${world}`
  return `${place}${who}${where}${details.length === 0 ? '' : ` with ${details.join(', ')}`}`
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`
}

/** What follows the verdict: the calls that were too many, or those that came nearest. */
function told(ok: boolean, matching: readonly Judged[], nearest: readonly Judged[]): string[] {
  if (ok) return []
  if (nearest.length > 0) {
    const [first, ...rest] = nearest.map(
      ({ entry, differences }) => `${callName(entry)} differs in ${differences.join(', ')}`,
    )
    return [`; nearest: ${[first, ...rest].join('; ')}`]
  }
  if (matching.length === 0) return ['; no other call was made']
  const numbers = matching.slice(0, 10).map(({ entry }) => callName(entry))
  return [`: ${numbers.join(', ')}${matching.length > 10 ? ', …' : ''}`]
}

function callName({ number, request, answer, fault }: RecordedExchange): string {
  const path = request.url.length > 100 ? `${request.url.slice(0, 100)}…` : request.url
  return `#${number} ${request.method} ${path} (${answer.status}${fault === undefined ? '' : ', struck by a fault'})`
}
