/** Recorded exchanges as an HTTP Archive (HAR 1.2), which all browsers open. */
import { statusName } from '../../api/framework/errors.ts'
import { readPairs } from '../addresses/query-text.ts'
import { splitUrl } from '../addresses/locate.ts'
import type { RecordedExchange } from './entry.ts'

export interface HarPair {
  readonly name: string
  readonly value: string
}

interface HarRequest {
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly cookies: readonly []
  readonly headers: readonly HarPair[]
  readonly queryString: readonly HarPair[]
  readonly postData?: { readonly mimeType: string; readonly params: readonly []; readonly text: string }
  readonly headersSize: number
  readonly bodySize: number
}

interface HarResponse {
  readonly status: number
  readonly statusText: string
  readonly httpVersion: string
  readonly cookies: readonly []
  readonly headers: readonly HarPair[]
  readonly content: { readonly size: number; readonly mimeType: string; readonly text: string }
  readonly redirectURL: string
  readonly headersSize: number
  readonly bodySize: number
}

/** One exchange. Names that begin with `_` are extensions, as the format allows. */
export interface HarEntry {
  readonly startedDateTime: string
  /** The delay by faults, in virtual milliseconds. */
  readonly time: number
  readonly request: HarRequest
  readonly response: HarResponse
  readonly cache: Readonly<Record<string, never>>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly comment?: string
  readonly _number: number
  readonly _world: string
  readonly _operation: string | null
  readonly _user: string | null
  readonly _assumptions: readonly string[]
  readonly _fault: number | null
  /** The application that the caller's token is scoped to. */
  readonly _application: number | null
  /** `schema` if the response was generated from a schema of your own OpenAPI, so that it proves nothing. */
  readonly _generated: 'schema' | null
  /** The header `traceparent` of the request, if it is valid by W3C Trace Context. */
  readonly _traceparent: string | null
}

export interface Har {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly entries: readonly HarEntry[]
  }
}

/** The program that wrote the archive. `replay` recognises its own archives by the name. */
export const HAR_CREATOR = 'reqsim'
const HTTP_VERSION = 'HTTP/1.1'

/** Creates an archive of these exchanges, in order. `version` is that of the package. */
export function harOf(entries: readonly RecordedExchange[], version: string): Har {
  return { log: { version: '1.2', creator: { name: HAR_CREATOR, version }, entries: entries.map(harEntry) } }
}

function harEntry(entry: RecordedExchange): HarEntry {
  const { latency = 0, slow = 0, dropped = false } = entry.answer.delivery ?? {}
  const comment =
    entry.defect ?? entry.diagnosis?.reason ?? (dropped ? 'the connection was dropped' : undefined)
  return {
    startedDateTime: new Date(entry.at).toISOString(),
    time: latency + slow,
    request: requestOf(entry),
    response: responseOf(entry),
    cache: {},
    timings: { send: 0, wait: latency, receive: slow },
    ...(comment === undefined ? {} : { comment }),
    _number: entry.number,
    _world: entry.world,
    _operation: entry.operation ?? null,
    _user: entry.user ?? null,
    _assumptions: entry.assumptions,
    _fault: entry.fault ?? null,
    _application: entry.application ?? null,
    _generated: entry.generated ?? null,
    _traceparent: entry.traceparent ?? null,
  }
}

function requestOf({ request }: RecordedExchange): HarRequest {
  const { method, headers, body = '' } = request
  const url = absoluteUrl(request)
  const mimeType = headerPairs(headers).find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? ''
  return {
    method,
    url,
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: headerPairs(headers),
    queryString: queryPairs(url),
    ...(body === '' ? {} : { postData: { mimeType, params: [], text: body } }),
    headersSize: -1,
    bodySize: byteLength(body),
  }
}

function responseOf({ answer }: RecordedExchange): HarResponse {
  const text = answer.body
  const size = byteLength(text)
  return {
    status: answer.status,
    statusText: statusText(answer.status),
    httpVersion: HTTP_VERSION,
    cookies: [],
    headers: headerPairs(answer.headers),
    content: { size, mimeType: answer.headers['Content-Type'] ?? '', text },
    redirectURL: '',
    headersSize: -1,
    bodySize: answer.delivery?.truncatedTo ?? size,
  }
}

/** Archives contain absolute addresses. A path belongs to the shared port. */
function absoluteUrl({ url, scheme = 'http', headers }: RecordedExchange['request']): string {
  const { host } = headers
  if (splitUrl(url).host !== '' && URL.canParse(url)) return url
  const path = url.startsWith('/') ? url : `/${url}`
  const named = typeof host === 'string' && host !== '' ? `${scheme}://${host}${path}` : ''
  return URL.canParse(named) ? named : `${scheme}://localhost${path}`
}

/** The parameters of an address. */
export function queryPairs(url: string): HarPair[] {
  return readPairs(splitUrl(url).query, []).map(([name, value]) => ({ name, value }))
}

/** Headers as archives have them: one pair for each value. */
export function headerPairs(headers: RecordedExchange['request']['headers']): HarPair[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined
      ? []
      : typeof value === 'string'
        ? [{ name, value }]
        : value.map((one) => ({ name, value: one })),
  )
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

const SUCCESS_NAMES: Readonly<Record<number, string>> = {
  0: '',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
}

/** The reason phrase, such as `Not Found`. */
function statusText(status: number): string {
  const known = SUCCESS_NAMES[status]
  if (known !== undefined) return known
  const name = statusName(status)
  if (name.startsWith('STATUS_')) return ''
  return name
    .toLowerCase()
    .replaceAll(
      /(^|_)([a-z])/g,
      (_whole, gap: string, letter: string) => `${gap === '' ? '' : ' '}${letter.toUpperCase()}`,
    )
}
