/** In what a call that was made differs from an expected one, and how far it is from it. */
import { parseJson } from '../../model/input/json-text.ts'
import { type OperationHead, pathsOf } from '../../api/framework/operation.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { RecordedExchange } from './entry.ts'
import { isStatus } from './journal.ts'
import { locate, type Location } from '../addresses/locate.ts'
import { readPairs } from '../addresses/query-text.ts'
import type { Expectation } from './expectation.ts'
import { countText } from '../../world/count-text.ts'
import { decodedSegment } from '../../world/percent-encoding.ts'
import { isObject } from '../../world/objects.ts'

export interface Judged {
  readonly entry: RecordedExchange
  readonly differences: readonly string[]
  /** How far it is from what was expected. */
  readonly distance: number
}

/** An expectation, checked and taken apart. */
export interface ReadExpectation {
  readonly expectation: Expectation
  readonly operation: OperationHead | undefined
  readonly location: Location | undefined
  readonly query: readonly (readonly [name: string, values: readonly string[]])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly minimum: number
  readonly maximum: number
}

/** How many differences of one call are reported. */
const MAXIMUM_DIFFERENCES = 10
/** Differences by weight: another operation is farther away than another value of a field. */
const FAR = 10

/** Holds a call against an expectation; without differences it is as expected. */
export function judge(entry: RecordedExchange, expected: ReadExpectation): Judged {
  const { expectation } = expected
  const differences: string[] = []
  let distance = 0
  const differ = (text: string, weight = 1) => {
    distance += weight
    if (differences.length < MAXIMUM_DIFFERENCES) differences.push(text)
  }
  judgePlace(entry, expected, differ)
  if (expectation.user !== undefined && entry.user !== expectation.user)
    differ(
      `user: ${entry.user === undefined ? 'nobody' : quoted(entry.user)} instead of ${quoted(expectation.user)}`,
      2,
    )
  if (expectation.status !== undefined && !isStatus(entry.answer.status, expectation.status))
    differ(`status: ${entry.answer.status} instead of ${quoted(expectation.status)}`, 2)
  const changed = entry.stateful === true
  if (expectation.changed !== undefined && changed !== expectation.changed)
    differ(changed ? 'it changed the world' : 'it changed nothing', 2)
  for (const [name, wanted] of expected.headers) {
    const sent = entry.request.headers[name.toLowerCase()]
    if (![sent].flat().includes(wanted))
      differ(
        `header ${name}: ${sent === undefined ? 'not sent' : quoted([sent].flat().join(', '))} instead of ${quoted(wanted)}`,
      )
  }
  judgeQuery(entry, expected, differ)
  if (expectation.body !== undefined) judgeBody(entry, expectation.body, differ)
  return { entry, differences, distance }
}

type Differ = (text: string, weight?: number) => void

function judgePlace(
  entry: RecordedExchange,
  { expectation, operation, location }: ReadExpectation,
  differ: Differ,
): void {
  const { method } = entry.request
  if (operation !== undefined && entry.operation !== operation.id) {
    const kin = kinship(entry, operation)
    differ(`operation: ${entry.operation ?? 'none'} instead of ${operation.id}`, FAR + kin)
  }
  if (expectation.method !== undefined && method !== expectation.method.toUpperCase())
    differ(`method: ${quoted(method)} instead of ${expectation.method.toUpperCase()}`, FAR / 2)
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
  if (apart > 0) differ(`path: ${quoted(sent.path)} instead of ${quoted(location.path)}`, FAR / 2 + apart)
}

/** How little an exchange has to do with an operation: 0 to 3. */
function kinship(entry: RecordedExchange, operation: OperationHead): number {
  const group = operation.id.split('.').slice(0, 2).join('.')
  const paths = pathsOf(operation)
  const meant = entry.diagnosis?.nearest.some((text) => paths.some((path) => text.endsWith(path))) === true
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
  return sent === wanted || decodedSegment(sent) === decodedSegment(wanted)
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
    if (values === undefined) differ(`query.${name}: not sent instead of ${quoted(wanted.join(', '))}`)
    else if (values.length !== wanted.length || values.some((value, index) => value !== wanted[index]))
      differ(`query.${name}: ${quoted(values.join(', '))} instead of ${quoted(wanted.join(', '))}`)
  }
}

function judgeBody({ request }: RecordedExchange, wanted: unknown, differ: Differ): void {
  const text = typeof request.body === 'string' ? request.body : ''
  if (text === '') return differ(`body: none instead of ${quoted(wanted)}`)
  let sent: unknown
  try {
    sent = parseJson(text)
  } catch {
    sent = text
  }
  if (text === wanted) return
  compareBody(sent, wanted, 'body', differ)
}

/** Tells in what a value lacks what is wanted of it, place by place. */
function compareBody(sent: unknown, wanted: unknown, place: string, differ: Differ): void {
  if (Array.isArray(wanted)) {
    if (!Array.isArray(sent)) return differ(`${place}: ${named(sent)} instead of a list`)
    if (sent.length !== wanted.length)
      return differ(`${place}: ${countText(sent.length, 'item')} instead of ${wanted.length}`)
    return wanted.forEach((item, index) => compareBody(sent[index], item, `${place}[${index}]`, differ))
  }
  if (typeof wanted === 'object' && wanted !== null) {
    if (!isObject(sent)) return differ(`${place}: ${named(sent)} instead of an object`)
    for (const [name, inner] of Object.entries(wanted)) {
      if (inner === undefined) continue
      const member = Object.hasOwn(sent, name) ? (sent as Record<string, unknown>)[name] : undefined
      compareBody(member, inner, `${place}.${name.slice(0, 100)}`, differ)
    }
    return
  }
  if (sent !== wanted) differ(`${place}: ${named(sent)} instead of ${quoted(wanted)}`)
}

function named(value: unknown): string {
  return value === undefined ? 'not sent' : quoted(value)
}
