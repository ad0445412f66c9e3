/** Reads an HTTP Archive for replaying: whatever is in the file, it is bounded, and no more than what is needed is believed. */
import { readFileSync, statSync } from 'node:fs'
import { HAR_CREATOR } from '../gateway/har.ts'
import { REDACTED } from '../gateway/redact.ts'
import { CommandFailure, quoted } from './failure.ts'

/** One recorded exchange. */
export interface ArchivedExchange {
  readonly method: string
  readonly url: string
  /** Lower-case names; those that the sender sets itself, and credentials that were taken out, are left out. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly status: number
  readonly answerHeaders: Readonly<Record<string, string>>
  /** Undefined where the archive does not hold it. */
  readonly answerBody: string | undefined
  /** The instant at which it began; undefined where that is no instant. */
  readonly at: number | undefined
  /** Who called, where the archive is of a simulator and the credential was taken out. */
  readonly user: string | undefined
  /** It was shaped by a fault, or has no answer: nothing that another answer could be held against. */
  readonly noEvidence: boolean
}

export interface Archive {
  /** Written by a simulator: its instants are virtual. */
  readonly own: boolean
  readonly exchanges: readonly ArchivedExchange[]
}

const LARGEST_FILE = 64 * 1024 * 1024
const MOST_EXCHANGES = 10_000
const METHOD = /^[A-Z]{1,20}$/
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/
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
  return {
    own: fieldsOf(log?.['creator'])?.['name'] === HAR_CREATOR,
    exchanges: entries.map((entry: unknown, index) => readEntry(entry, index, file)),
  }
}

function parse(file: string): unknown {
  let text: string
  try {
    const { size } = statSync(file)
    if (size > LARGEST_FILE)
      throw notAnArchive(file, `it has ${size} bytes, and at most ${LARGEST_FILE} are read`)
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

function readEntry(value: unknown, index: number, file: string): ArchivedExchange {
  const entry = fieldsOf(value)
  const request = fieldsOf(entry?.['request'])
  const response = fieldsOf(entry?.['response'])
  const place = `log.entries[${index}]`
  const method = textOf(request?.['method'])?.toUpperCase()
  const url = textOf(request?.['url'])
  const status = response?.['status']
  if (method === undefined || !METHOD.test(method))
    throw notAnArchive(file, `${place}.request.method is no method`)
  if (url === undefined || !isHttp(url)) throw notAnArchive(file, `${place}.request.url is no http address`)
  if (typeof status !== 'number' || !Number.isInteger(status))
    throw notAnArchive(file, `${place}.response.status is no status`)
  const content = fieldsOf(response?.['content'])
  const user = textOf(entry?.['_user'])
  return {
    method,
    url,
    headers: readHeaders(request?.['headers'], true),
    body: textOf(fieldsOf(request?.['postData'])?.['text']),
    status,
    answerHeaders: readHeaders(response?.['headers'], false),
    answerBody: readContent(content),
    at: instantOf(textOf(entry?.['startedDateTime'])),
    user,
    noEvidence: status === 0 || typeof entry?.['_fault'] === 'number',
  }
}

function readHeaders(value: unknown, sent: boolean): Record<string, string> {
  const headers = new Map<string, string>()
  for (const pair of Array.isArray(value) ? value.slice(0, 200) : []) {
    const name = textOf(fieldsOf(pair)?.['name'])?.toLowerCase()
    const text = textOf(fieldsOf(pair)?.['value'])
    if (name === undefined || text === undefined || !HEADER_NAME.test(name) || !HEADER_VALUE.test(text))
      continue
    if (sent && (SENDERS_OWN.has(name) || text === REDACTED)) continue
    const known = headers.get(name)
    headers.set(name, known === undefined ? text : `${known}, ${text}`)
  }
  return Object.fromEntries(headers)
}

function readContent(content: Fields | undefined): string | undefined {
  const text = textOf(content?.['text'])
  if (text === undefined) return content?.['size'] === 0 ? '' : undefined
  if (content?.['encoding'] !== 'base64') return text
  return Buffer.from(text, 'base64').toString('utf8')
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
