/** Reads an HTTP Archive for a replay. Its content is untrusted and bounded, and credentials are removed while it is read. */
import { HAR_CREATOR } from '../gateway/journal/har.ts'
import { type BodySource, bodySource, bytesOfText, readContent } from './bodies.ts'
import { type CallerNames, createCallerNames, withoutCredentials } from './credentials.ts'
import { notAnArchive, readArchiveFile } from './file.ts'
import { type Fields, fieldsOf, textOf } from './json.ts'
import { readRequestBody, type RequestBody } from './request-body.ts'
import { countText } from '../world/count-text.ts'

/** One recorded exchange, without credentials. */
export interface ArchivedExchange {
  readonly method: string
  readonly url: string
  /** Headers by lower-case name, without those that the sender sets itself and without credentials. */
  readonly headers: Readonly<Record<string, string>>
  /** Text, or bytes if it is not UTF-8; without a content coding, unless a header names one. */
  readonly body: string | Uint8Array | undefined
  readonly status: number
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Undefined if the archive does not contain it. */
  readonly responseBody: string | undefined
  /** The instant at which it began; undefined if the archive has no valid one. */
  readonly at: number | undefined
  /**
   * The caller: the user if the archive names one (that of a simulator does, and HTTP Basic), else `1` for its first
   * credential, `2` for the second; undefined without a credential. `reqsim record` stores it in place of the credential.
   */
  readonly caller: string | undefined
  /** The requested host in an archive of a simulator, since responses repeat it in addresses. */
  readonly host: string | undefined
  /** The application that the caller's token was scoped to, in an archive of a simulator. */
  readonly application: number | undefined
  /** A simulator generated the response from a schema of a description. */
  readonly generated: boolean
  /** It was sent to a hosted address, where other headers hold the credential. */
  readonly hosted: boolean
  /** Why no response can be compared with it; undefined if one can. */
  readonly leftOut: LeftOut | undefined
}

/** Why an exchange is skipped. */
export type LeftOut =
  | 'with a fault'
  | 'generated from a schema'
  | 'at an earlier signed address'
  | 'without a response'
  | 'from a cache'
  | 'preflight requests'
  | 'with a body that is not in the archive'
  | 'with a binary body'
  | 'not of the service'

/** The name by which `reqsim record` signs its archives. */
export const RECORDER = 'reqsim record'

export interface Archive {
  readonly file: string
  /** Written by a simulator, so that its instants are virtual. */
  readonly own: boolean
  readonly exchanges: readonly ArchivedExchange[]
}

/** The maximum exchanges of an archive that replay reads. */
export const MAXIMUM_EXCHANGES = 10_000
const METHOD = /^[A-Z]{1,20}$/
const MAXIMUM_HEADERS = 200
const HOST = /^[\w.:[\]-]{1,255}$/
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/
/** Entries that browsers and proxies list among the calls of a page but no service handles: `wss:`, `data:`, `host:443`. */
const SOME_SCHEME = /^[a-z][a-z0-9+.-]{0,100}:/i
/** Headers that the sender of a request sets. */
const SENDERS_OWN = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'if-none-match',
  'if-modified-since',
  'origin',
  'referer',
])

/** Ends the command if the file cannot be read or is not an archive. */
export function readArchive(file: string): Archive {
  const { value, attached } = readArchiveFile(file)
  const bodies = bodySource(attached)
  const log = fieldsOf(fieldsOf(value)?.['log'])
  const entries = log?.['entries']
  if (!Array.isArray(entries)) throw notAnArchive(file, "it has no list 'log.entries'")
  if (entries.length > MAXIMUM_EXCHANGES)
    throw notAnArchive(
      file,
      `it has ${countText(entries.length, 'entry', 'entries')}, more than the maximum of ${MAXIMUM_EXCHANGES}`,
    )
  const creator = fieldsOf(log?.['creator'])?.['name']
  const own = creator === HAR_CREATOR
  const writtenBy = own ? 'simulator' : creator === RECORDER ? 'recorder' : 'other'
  const callers = createCallerNames()
  return {
    file,
    own,
    exchanges: entries.map((entry: unknown, index) =>
      readEntry(entry, index, { file, own, writtenBy, callers, bodies }),
    ),
  }
}

interface Reading {
  readonly file: string
  readonly own: boolean
  readonly writtenBy: 'simulator' | 'recorder' | 'other'
  readonly callers: CallerNames
  readonly bodies: BodySource
}

function readEntry(
  value: unknown,
  index: number,
  { file, own, writtenBy, callers, bodies }: Reading,
): ArchivedExchange {
  const entry = fieldsOf(value)
  const request = fieldsOf(entry?.['request'])
  const response = fieldsOf(entry?.['response'])
  const place = `log.entries[${index}]`
  const method = textOf(request?.['method'])?.toUpperCase()
  const url = textOf(request?.['url'])?.split('#', 1)[0]
  // For an aborted request, some browsers write no response, or one without a status.
  const status = response?.['status'] ?? 0
  if (method === undefined || !METHOD.test(method))
    throw notAnArchive(file, `${place}.request.method is not a method`)
  if (url === undefined || !(isHttp(url) || SOME_SCHEME.test(url)))
    throw notAnArchive(file, `${place}.request.url is not an http address`)
  if (typeof status !== 'number' || !Number.isInteger(status))
    throw notAnArchive(file, `${place}.response.status is not a status`)
  const postData = fieldsOf(request?.['postData'])
  const sent = withMediaType(readHeaders(request?.['headers']), postData)
  const body = readRequestBody({ request, method, headers: sent, writtenBy }, bodies)
  const headers = sentAgain(sent, body)
  const responseHeaders = readHeaders(response?.['headers'])
  const content = {
    content: fieldsOf(response?.['content']),
    headers: responseHeaders,
    bodySize: response?.['bodySize'],
  }
  const clean = withoutCredentials({
    method,
    url,
    headers,
    body: body.text,
    status,
    responseHeaders,
    responseBody: status === 204 || status === 304 ? '' : readContent(content, bodies),
  })
  return {
    ...clean,
    body: body.isBinary === true ? bytesOfText(clean.body ?? '') : clean.body,
    at: instantOf(textOf(entry?.['startedDateTime'])),
    caller: own ? textOf(entry?.['_user']) : (textOf(entry?.['_caller']) ?? callers.nameOf(headers)),
    host: own ? sentHost(request?.['headers']) : undefined,
    application: own ? positive(entry?.['_application']) : undefined,
    generated: entry?.['_generated'] === 'schema' || clean.responseHeaders['x-sim-generated'] === 'schema',
    hosted: 'x-api-key' in headers || 'x-base-url' in headers,
    leftOut: leftOutOf(entry, { method, url, status, headers }) ?? body.leftOut,
  }
}

interface Read {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

function leftOutOf(entry: Fields | undefined, { method, url, status, headers }: Read): LeftOut | undefined {
  if (!isHttp(url)) return 'not of the service'
  if (typeof entry?.['_fault'] === 'number') return 'with a fault'
  if (status <= 0) return 'without a response'
  if (status === 304) return 'from a cache'
  if (method === 'OPTIONS' && 'access-control-request-method' in headers) return 'preflight requests'
  return undefined
}

/** The headers to send: without those that the sender sets, and without a coding that the body does not have any more. */
function sentAgain(
  headers: Readonly<Record<string, string>>,
  { isDecoded }: RequestBody,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !(SENDERS_OWN.has(name) || (isDecoded === true && name === 'content-encoding')),
    ),
  )
}

/** Some tools store the media type only next to the body. */
function withMediaType(
  headers: Record<string, string>,
  postData: Fields | undefined,
): Record<string, string> {
  const type = textOf(postData?.['mimeType'])
  return type === undefined || type === '' || 'content-type' in headers || !HEADER_VALUE.test(type)
    ? headers
    : { ...headers, 'content-type': type }
}

function readHeaders(value: unknown): Record<string, string> {
  const headers = new Map<string, string>()
  for (const pair of Array.isArray(value) ? value.slice(0, MAXIMUM_HEADERS) : []) {
    const name = textOf(fieldsOf(pair)?.['name'])?.toLowerCase()
    const text = textOf(fieldsOf(pair)?.['value'])
    if (name === undefined || text === undefined || !HEADER_NAME.test(name) || !HEADER_VALUE.test(text))
      continue
    const known = headers.get(name)
    headers.set(name, known === undefined ? text : `${known}, ${text}`)
  }
  return Object.fromEntries(headers)
}

function sentHost(headers: unknown): string | undefined {
  const pairs = Array.isArray(headers) ? headers.slice(0, MAXIMUM_HEADERS) : []
  const pair = pairs.find((each) => textOf(fieldsOf(each)?.['name'])?.toLowerCase() === 'host')
  const host = textOf(fieldsOf(pair)?.['value'])
  return host !== undefined && HOST.test(host) ? host : undefined
}

function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

function instantOf(text: string | undefined): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
