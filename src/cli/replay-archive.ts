/**
 * Reads an HTTP Archive for replaying: whatever is in the file, it is bounded, no more than what is needed is believed, and
 * credentials are gone once it is read.
 */
import { readFileSync, statSync } from 'node:fs'
import { HAR_CREATOR } from '../gateway/har.ts'
import { CommandFailure, quoted } from './failure.ts'
import { type CallerNames, createCallerNames, withoutCredentials } from './replay-credentials.ts'

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
  /** It was sent to a hosted address, which knows callers by other headers than the rest. */
  readonly hosted: boolean
  /** Why no other answer can be held against it; undefined where one can. */
  readonly leftOut: LeftOut | undefined
}

/** Why an exchange is not replayed. */
export type LeftOut =
  | 'answered by a fault'
  | 'without an answer'
  | 'answered from a cache'
  | 'preflights of a browser'
  | 'with a body that is not in the archive'
  | 'not of the service'

export interface Archive {
  readonly file: string
  /** Written by a simulator: its instants are virtual. */
  readonly own: boolean
  readonly exchanges: readonly ArchivedExchange[]
}

const LARGEST_FILE = 64 * 1024 * 1024
const MOST_EXCHANGES = 10_000
const METHOD = /^[A-Z]{1,20}$/
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/
/** What browsers list among the calls of a page, and no service answers. */
const OTHER_SCHEME = /^(?:wss?|data|blob|about|chrome-extension|moz-extension):/i
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

type Fields = Readonly<Record<string, unknown>>

/** Ends the command for a file that cannot be read or is no archive. */
export function readArchive(file: string): Archive {
  const log = fieldsOf(fieldsOf(parse(file))?.['log'])
  const entries = log?.['entries']
  if (!Array.isArray(entries)) throw notAnArchive(file, "it has no list 'log.entries'")
  if (entries.length > MOST_EXCHANGES)
    throw notAnArchive(file, `it has ${entries.length} entries, and at most ${MOST_EXCHANGES} are replayed`)
  const own = fieldsOf(log?.['creator'])?.['name'] === HAR_CREATOR
  const callers = createCallerNames()
  return {
    file,
    own,
    exchanges: entries.map((entry: unknown, index) => readEntry(entry, index, { file, own, callers })),
  }
}

function parse(file: string): unknown {
  let text: string
  try {
    const { size } = statSync(file)
    if (size > LARGEST_FILE)
      throw notAnArchive(
        file,
        `it has ${size} bytes, and at most ${LARGEST_FILE} are read: save fewer exchanges, or split its list of entries`,
      )
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    throw new CommandFailure(2, `cannot read ${quoted(file)}: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw notAnArchive(file, 'it is no JSON')
  }
}

function notAnArchive(file: string, why: string): CommandFailure {
  return new CommandFailure(2, `${quoted(file)} is no HTTP Archive to replay: ${why}`)
}

interface Reading {
  readonly file: string
  readonly own: boolean
  readonly callers: CallerNames
}

function readEntry(value: unknown, index: number, { file, own, callers }: Reading): ArchivedExchange {
  const entry = fieldsOf(value)
  const request = fieldsOf(entry?.['request'])
  const response = fieldsOf(entry?.['response'])
  const place = `log.entries[${index}]`
  const method = textOf(request?.['method'])?.toUpperCase()
  const url = textOf(request?.['url'])
  const status = response?.['status']
  if (method === undefined || !METHOD.test(method))
    throw notAnArchive(file, `${place}.request.method is no method`)
  if (url === undefined || !(isHttp(url) || OTHER_SCHEME.test(url)))
    throw notAnArchive(file, `${place}.request.url is no http address`)
  if (typeof status !== 'number' || !Number.isInteger(status))
    throw notAnArchive(file, `${place}.response.status is no status`)
  const headers = readHeaders(request?.['headers'], true)
  const posted = fieldsOf(request?.['postData'])
  const clean = withoutCredentials({
    method,
    url,
    headers,
    body: readPosted(posted),
    status,
    answerHeaders: readHeaders(response?.['headers'], false),
    answerBody: readContent(fieldsOf(response?.['content'])),
  })
  return {
    ...clean,
    at: instantOf(textOf(entry?.['startedDateTime'])),
    caller: own ? textOf(entry?.['_user']) : callers.nameOf(headers),
    hosted: 'x-api-key' in headers || 'x-base-url' in headers,
    leftOut: leftOutOf(entry, { method, url, status, headers, posted }),
  }
}

interface Read {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly posted: Fields | undefined
}

function leftOutOf(
  entry: Fields | undefined,
  { method, url, status, headers, posted }: Read,
): LeftOut | undefined {
  if (!isHttp(url)) return 'not of the service'
  if (typeof entry?.['_fault'] === 'number') return 'answered by a fault'
  if (status <= 0) return 'without an answer'
  if (status === 304) return 'answered from a cache'
  if (method === 'OPTIONS' && 'access-control-request-method' in headers) return 'preflights of a browser'
  // Some tools keep bodies in files of their own, beside the archive.
  return posted !== undefined && readPosted(posted) === undefined && '_file' in posted
    ? 'with a body that is not in the archive'
    : undefined
}

function readHeaders(value: unknown, sent: boolean): Record<string, string> {
  const headers = new Map<string, string>()
  for (const pair of Array.isArray(value) ? value.slice(0, 200) : []) {
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

/** A body that was sent: as text, as base64, or as the pairs of a form. */
function readPosted(posted: Fields | undefined): string | undefined {
  const text = textOf(posted?.['text'])
  const parameters = posted?.['params']
  const isForm = /^application\/x-www-form-urlencoded/i.test(textOf(posted?.['mimeType']) ?? '')
  if ((text === undefined || text === '') && isForm && Array.isArray(parameters))
    return new URLSearchParams(
      parameters.map((pair: unknown) => [
        textOf(fieldsOf(pair)?.['name']) ?? '',
        textOf(fieldsOf(pair)?.['value']) ?? '',
      ]),
    ).toString()
  return text === undefined ? undefined : decoded(text, posted?.['encoding'])
}

function readContent(content: Fields | undefined): string | undefined {
  const text = textOf(content?.['text'])
  if (text === undefined) return content?.['size'] === 0 ? '' : undefined
  // A browser that has thrown a body away says so by its size.
  if (text === '' && typeof content?.['size'] === 'number' && content['size'] > 0) return undefined
  return decoded(text, content?.['encoding'])
}

function decoded(text: string, encoding: unknown): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isHttp(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

function instantOf(text: string | undefined): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
