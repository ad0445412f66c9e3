/**
 * Reads an HTTP Archive for replaying: whatever is in the file, it is bounded, no more than what is needed is believed, and
 * credentials are gone once it is read.
 */
import { HAR_CREATOR } from '../gateway/journal/har.ts'
import { type BodySource, bodySource, readContent, readPosted } from './bodies.ts'
import { type CallerNames, createCallerNames, withoutCredentials } from './credentials.ts'
import { notAnArchive, readArchiveFile } from './file.ts'
import { type Fields, fieldsOf, textOf } from './json.ts'
import { countText } from '../world/count-text.ts'

/** One recorded exchange, without credentials. */
export interface ArchivedExchange {
  readonly method: string
  readonly url: string
  /** Lower-case names; those that the sender sets itself, and credentials, are left out. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly status: number
  readonly answerHeaders: Readonly<Record<string, string>>
  /** Undefined where the archive does not hold it. */
  readonly answerBody: string | undefined
  /** The instant at which it began; undefined where that is no instant. */
  readonly at: number | undefined
  /**
   * Who called: the user where the archive names one (a simulator's own does, and so does HTTP Basic), else `1` for the
   * first credential that it holds, `2` for the second; undefined where it holds none.
   */
  readonly caller: string | undefined
  /** The host that was asked, where a simulator's archive says so: answers repeat it in addresses. */
  readonly host: string | undefined
  /** The application that the caller's token was of, where a simulator's archive says so. */
  readonly application: number | undefined
  /** A simulator made the answer up from the schema of a description. */
  readonly generated: boolean
  /** It was sent to a hosted address, which knows callers by other headers than the rest. */
  readonly hosted: boolean
  /** Why no other answer can be held against it; undefined where one can. */
  readonly leftOut: LeftOut | undefined
}

/** Why an exchange is not replayed. */
export type LeftOut =
  | 'answered by a fault'
  | 'answered from a schema'
  | 'at a signed address of before'
  | 'without an answer'
  | 'answered from a cache'
  | 'preflights of a browser'
  | 'with a body that is not in the archive'
  | 'with a body that is no text'
  | 'not of the service'

export interface Archive {
  readonly file: string
  /** Written by a simulator: its instants are virtual. */
  readonly own: boolean
  readonly exchanges: readonly ArchivedExchange[]
}

const MOST_EXCHANGES = 10_000
const METHOD = /^[A-Z]{1,20}$/
const MOST_HEADERS = 200
const HOST = /^[\w.:[\]-]{1,255}$/
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/
/** What browsers and proxies list among the calls of a page, and no service answers: `wss:`, `data:`, `host:443`. */
const SOME_SCHEME = /^[a-z][a-z0-9+.-]{0,100}:/i
/** What the sender of a request decides anew. */
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

/** Ends the command for a file that cannot be read or is no archive. */
export function readArchive(file: string): Archive {
  const { value, attached } = readArchiveFile(file)
  const bodies = bodySource(attached)
  const log = fieldsOf(fieldsOf(value)?.['log'])
  const entries = log?.['entries']
  if (!Array.isArray(entries)) throw notAnArchive(file, "it has no list 'log.entries'")
  if (entries.length > MOST_EXCHANGES)
    throw notAnArchive(
      file,
      `it has ${countText(entries.length, 'entry', 'entries')}, and at most ${MOST_EXCHANGES} are replayed`,
    )
  const own = fieldsOf(log?.['creator'])?.['name'] === HAR_CREATOR
  const callers = createCallerNames()
  return {
    file,
    own,
    exchanges: entries.map((entry: unknown, index) =>
      readEntry(entry, index, { file, own, callers, bodies }),
    ),
  }
}

interface Reading {
  readonly file: string
  readonly own: boolean
  readonly callers: CallerNames
  readonly bodies: BodySource
}

function readEntry(value: unknown, index: number, { file, own, callers, bodies }: Reading): ArchivedExchange {
  const entry = fieldsOf(value)
  const request = fieldsOf(entry?.['request'])
  const response = fieldsOf(entry?.['response'])
  const place = `log.entries[${index}]`
  const method = textOf(request?.['method'])?.toUpperCase()
  const url = textOf(request?.['url'])?.split('#', 1)[0]
  // Of what was aborted, some browsers write no answer, or one without a status.
  const status = response?.['status'] ?? 0
  if (method === undefined || !METHOD.test(method))
    throw notAnArchive(file, `${place}.request.method is no method`)
  if (url === undefined || !(isHttp(url) || SOME_SCHEME.test(url)))
    throw notAnArchive(file, `${place}.request.url is no http address`)
  if (typeof status !== 'number' || !Number.isInteger(status))
    throw notAnArchive(file, `${place}.response.status is no status`)
  const posted = fieldsOf(request?.['postData'])
  const headers = withMediaType(readHeaders(request?.['headers'], true), posted)
  const body = readPosted(posted, bodies)
  const answerHeaders = readHeaders(response?.['headers'], false)
  const clean = withoutCredentials({
    method,
    url,
    headers,
    body,
    status,
    answerHeaders,
    answerBody: readContent(fieldsOf(response?.['content']), answerHeaders['content-encoding'], bodies),
  })
  return {
    ...clean,
    at: instantOf(textOf(entry?.['startedDateTime'])),
    caller: own ? textOf(entry?.['_user']) : callers.nameOf(headers),
    host: own ? sentHost(request?.['headers']) : undefined,
    application: own ? positive(entry?.['_application']) : undefined,
    generated: entry?.['_generated'] === 'schema' || clean.answerHeaders['x-sim-generated'] === 'schema',
    hosted: 'x-api-key' in headers || 'x-base-url' in headers,
    leftOut: leftOutOf(entry, { method, url, status, headers, posted, body, size: request?.['bodySize'] }),
  }
}

interface Read {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly posted: Fields | undefined
  readonly body: string | undefined
  /** Bytes of the body that was sent, where the archive says so. */
  readonly size: unknown
}

function leftOutOf(
  entry: Fields | undefined,
  { method, url, status, headers, posted, body, size }: Read,
): LeftOut | undefined {
  if (!isHttp(url)) return 'not of the service'
  if (typeof entry?.['_fault'] === 'number') return 'answered by a fault'
  if (status <= 0) return 'without an answer'
  if (status === 304) return 'answered from a cache'
  if (method === 'OPTIONS' && 'access-control-request-method' in headers) return 'preflights of a browser'
  if (body?.includes('\uFFFD') === true) return 'with a body that is no text'
  // Some tools keep bodies in files of their own, beside the archive; others say only how long they were.
  const isElsewhere =
    posted !== undefined && ('_file' in posted || '_sha1' in posted || hasParameters(posted))
  return body === undefined && (isElsewhere || (typeof size === 'number' && size > 0))
    ? 'with a body that is not in the archive'
    : undefined
}

function hasParameters({ params: parameters }: Fields): boolean {
  return Array.isArray(parameters) && parameters.length > 0
}

/** Some tools tell the media type of a body beside it alone. */
function withMediaType(headers: Record<string, string>, posted: Fields | undefined): Record<string, string> {
  const type = textOf(posted?.['mimeType'])
  return type === undefined || type === '' || 'content-type' in headers || !HEADER_VALUE.test(type)
    ? headers
    : { ...headers, 'content-type': type }
}

function readHeaders(value: unknown, sent: boolean): Record<string, string> {
  const headers = new Map<string, string>()
  for (const pair of Array.isArray(value) ? value.slice(0, MOST_HEADERS) : []) {
    const name = textOf(fieldsOf(pair)?.['name'])?.toLowerCase()
    const text = textOf(fieldsOf(pair)?.['value'])
    if (name === undefined || text === undefined || !HEADER_NAME.test(name) || !HEADER_VALUE.test(text))
      continue
    if (sent && SENDERS_OWN.has(name)) continue
    const known = headers.get(name)
    headers.set(name, known === undefined ? text : `${known}, ${text}`)
  }
  return Object.fromEntries(headers)
}

function sentHost(headers: unknown): string | undefined {
  const pairs = Array.isArray(headers) ? headers.slice(0, MOST_HEADERS) : []
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
