/**
 * Holds a response against what a step of a timeline expects: status, headers, and a body of which only the given part
 * counts. Every difference has its place, the expected and the received value.
 */
import type { ExchangeResponse } from '../../api/framework/exchange.ts'
import { quoted } from '../../model/input/refusal.ts'
import type { ExpectationInput } from '../format/timeline.ts'
import { evaluateJsonPath, innerPath, parseJsonPath } from './json-path.ts'
import { countText } from '../../world/count-text.ts'
import { cutText } from '../../world/cut-text.ts'
import { isObject } from '../../world/objects.ts'

/** One difference between the expected and the actual value. */
export interface Difference {
  /** What differs: `status`, `header etag`, or a path into the body such as `$.items[0].key`. */
  readonly place: string
  readonly expected: string
  readonly got: string
}

/** The maximum number of differences that are reported for one response. */
const MAXIMUM_DIFFERENCES = 20

/** What a response is held against. */
export interface Received {
  readonly status: number
  readonly headers: ExchangeResponse['headers']
  /** Parsed JSON, else the text. */
  readonly body: unknown
  /** The connection ended without a response. */
  readonly dropped: boolean
  /** The connection ended within the body: so many bytes had arrived of so many. */
  readonly cut?: { readonly arrived: number; readonly of: number }
}

/** A response with its body read, as far as it arrives. */
export function received(response: ExchangeResponse): Received {
  const { status, headers, body, delivery } = response
  const dropped = delivery?.dropped === true
  const arrived = delivery?.truncatedTo
  const bytes = arrived !== undefined && typeof body === 'string' ? new TextEncoder().encode(body) : body
  if (arrived === undefined || typeof bytes === 'string' || arrived >= bytes.length) {
    const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)
    return { status, headers, body: parsed(text), dropped }
  }
  const text = new TextDecoder().decode(bytes.subarray(0, arrived))
  // Whoever reads JSON gets none: the rest of it might have changed even what looks whole.
  return { status, headers, body: text, dropped, cut: { arrived, of: bytes.length } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/**
 * The differences between a response and its expectation. Without an expected status, the status must be below 400: a
 * timeline does not continue after an unexpected error.
 */
export function differencesOf(expected: ExpectationInput, response: Received): readonly Difference[] {
  const { headers = {}, path = {}, absent = [] } = expected
  const differences = [
    ...statusDifferences(expected, response),
    ...cutDifferences(expected, response),
    ...Object.entries(headers).flatMap(([name, wanted]) => headerDifferences(name, wanted, response.headers)),
    ...(expected.body === undefined ? [] : compare(expected.body, response.body, '$')),
    ...Object.entries(path).flatMap(([text, wanted]) => pathDifferences(text, wanted, response.body)),
    ...absent.flatMap((text) => absenceDifferences(text, response.body)),
  ]
  return differences.slice(0, MAXIMUM_DIFFERENCES)
}

function statusDifferences(expected: ExpectationInput, response: Received): Difference[] {
  const { status, dropped = false } = expected
  if (dropped !== response.dropped) {
    const words = (lost: boolean) => (lost ? 'a dropped connection' : `an answer`)
    const came = response.dropped ? words(true) : `status ${response.status}`
    return [{ place: 'status', expected: words(dropped), got: came }]
  }
  if (dropped) return []
  if (status === undefined) {
    return response.status < 400 ? [] : [{ place: 'status', expected: 'below 400', got: gotStatus(response) }]
  }
  const allowed = Array.isArray(status) ? status : [status]
  if (allowed.some((each) => isStatus(String(each), response.status))) return []
  return [{ place: 'status', expected: allowed.join(' or '), got: gotStatus(response) }]
}

function cutDifferences({ truncated = false, dropped }: ExpectationInput, { cut }: Received): Difference[] {
  if (truncated === (cut !== undefined) || dropped === true) return []
  const words =
    cut === undefined
      ? 'a whole one'
      : `${cut.arrived} of ${countText(cut.of, 'byte')}, then the connection ended`
  return [{ place: 'body', expected: truncated ? 'one that is cut' : 'a whole one', got: words }]
}

function isStatus(wanted: string, status: number): boolean {
  const text = String(status)
  return wanted.endsWith('xx') ? text.length === 3 && text[0] === wanted[0] : text === wanted
}

/** The message of an error says more than its status. */
function gotStatus({ status, body }: Received): string {
  const message = isObject(body) ? body['message'] : body
  return status >= 400 && typeof message === 'string' && message !== ''
    ? `${status} (${quoted(message)})`
    : String(status)
}

type HeaderWanted = NonNullable<ExpectationInput['headers']>[string]

function headerDifferences(
  name: string,
  wanted: HeaderWanted,
  headers: Received['headers'],
): readonly Difference[] {
  const place = `header ${name}`
  const found = Object.keys(headers).find((each) => each.toLowerCase() === name.toLowerCase())
  const value = found === undefined ? undefined : headers[found]
  const got = value === undefined ? 'nothing' : quoted(value)
  if (typeof wanted === 'string') return value === wanted ? [] : [{ place, expected: quoted(wanted), got }]
  if ('absent' in wanted) return value === undefined ? [] : [{ place, expected: 'nothing', got }]
  const isMatch = value !== undefined && matchesPattern(wanted.matches, value)
  return isMatch ? [] : [{ place, expected: `text like ${quoted(wanted.matches)}`, got }]
}

function pathDifferences(text: string, wanted: unknown, body: unknown): readonly Difference[] {
  const path = parseJsonPath(text)
  if (typeof path === 'string') return [{ place: text, expected: 'a path', got: path }]
  const found = evaluateJsonPath(path, body)
  if (typeof found === 'string') return [{ place: text, expected: described(wanted), got: found }]
  if (!path.definite)
    return compare(
      wanted,
      found.map(({ value }) => value),
      text,
    )
  const [only] = found
  return only === undefined
    ? [{ place: text, expected: described(wanted), got: 'nothing' }]
    : compare(wanted, only.value, only.path)
}

function absenceDifferences(text: string, body: unknown): readonly Difference[] {
  const path = parseJsonPath(text)
  if (typeof path === 'string') return [{ place: text, expected: 'a path', got: path }]
  const found = evaluateJsonPath(path, body)
  if (typeof found === 'string') return [{ place: text, expected: 'nothing', got: found }]
  return found
    .slice(0, 1)
    .map(({ path: place, value }) => ({ place, expected: 'nothing', got: described(value) }))
}

/**
 * The differences between a value and what is wanted of it. A map wants the fields that it gives; a list wants as many
 * items, each in its place; a map held against a list, text or number compares it.
 */
export function compare(wanted: unknown, value: unknown, path: string): readonly Difference[] {
  const different = (got = described(value)) => [{ place: path, expected: described(wanted), got }]
  if (Array.isArray(wanted)) {
    if (!Array.isArray(value)) return different()
    if (wanted.length !== value.length)
      return [
        {
          place: path,
          expected: `${countOf(wanted)}: ${described(wanted)}`,
          got: `${countOf(value)}: ${described(value)}`,
        },
      ]
    return wanted.flatMap((item, position) => compare(item, value[position], innerPath(path, position)))
  }
  if (!isObject(wanted)) return Object.is(wanted, value) ? [] : different()
  if (isObject(value)) {
    return Object.entries(wanted).flatMap(([name, inner]) => {
      const place = innerPath(path, name)
      return Object.hasOwn(value, name)
        ? compare(inner, value[name], place)
        : [{ place, expected: described(inner), got: 'nothing' }]
    })
  }
  return value === undefined || value === null || Object.keys(wanted).length === 0
    ? different()
    : Object.entries(wanted).flatMap(([name, limit]) => compareBy(name, limit, value, path))
}

/** A named comparison in a map. */
function compareBy(name: string, limit: unknown, value: unknown, path: string): readonly Difference[] {
  const comparison = Object.hasOwn(COMPARISONS, name) ? COMPARISONS[name] : undefined
  if (comparison === undefined) {
    const known = `a map of fields (or a comparison: ${Object.keys(COMPARISONS).join(', ')})`
    return [{ place: innerPath(path, name), expected: known, got: described(value) }]
  }
  if (comparison(limit, value, path)) return []
  const isLong = name === 'length' && (typeof value === 'string' || Array.isArray(value))
  const got = isLong ? `${value.length}: ${described(value)}` : described(value)
  return [{ place: path, expected: `${WORDS[name] ?? name} ${described(limit)}`, got }]
}

type Comparison = (limit: unknown, value: unknown, path: string) => boolean

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  contains: (limit, value, path) =>
    typeof value === 'string'
      ? typeof limit === 'string' && value.includes(limit)
      : Array.isArray(value) && value.some((item) => compare(limit, item, path).length === 0),
  length: (limit, value) => (typeof value === 'string' || Array.isArray(value)) && value.length === limit,
  matches: (limit, value) =>
    typeof limit === 'string' && typeof value === 'string' && matchesPattern(limit, value),
  atLeast: (limit, value) => typeof limit === 'number' && typeof value === 'number' && value >= limit,
  atMost: (limit, value) => typeof limit === 'number' && typeof value === 'number' && value <= limit,
}

const WORDS: Readonly<Record<string, string>> = {
  contains: 'something that contains',
  length: 'a length of',
  matches: 'text like',
  atLeast: 'at least',
  atMost: 'at most',
}

function countOf(items: readonly unknown[]): string {
  return countText(items.length, 'item')
}

function described(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? quoted(value) : cutText(JSON.stringify(value) ?? String(value), 200)
}

/** Whether a text is of a pattern in which `*` and `%` stand for any characters; looks at each character once a part. */
export function matchesPattern(pattern: string, text: string): boolean {
  const parts = pattern.split(/[*%]/)
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return text === first
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false
  const end = text.length - last.length
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > end) return false
    at = found + part.length
  }
  return true
}
