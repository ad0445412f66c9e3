/** The body of a recorded request, or why it cannot be sent again: archives say in many ways that they lack it. */
import { codingsOf, isContentCoding } from '../gateway/exchange/content-coding.ts'
import { type BodySource, isJsonText, isPlaceholder, isText } from './bodies.ts'
import { type Fields, fieldsOf, textOf } from './json.ts'

export interface RequestBody {
  /** The body without its content coding: text, or one character for each byte. */
  readonly text?: string
  readonly isBinary?: true
  /** True if the text is without the coding that the header names. */
  readonly isDecoded?: true
  readonly leftOut?: 'with a body that is not in the archive' | 'with a binary body'
}

export interface ArchivedRequest {
  readonly request: Fields | undefined
  readonly method: string
  /** All headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The program that wrote the archive. Ours always write the size of a body, and bodies as they were sent or decoded. */
  readonly writtenBy: 'simulator' | 'recorder' | 'other'
}

const MISSING: RequestBody = { leftOut: 'with a body that is not in the archive' }
const BINARY: RequestBody = { leftOut: 'with a binary body' }
const NONE: RequestBody = {}
/** Methods whose requests usually have a body. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

export function readRequestBody(archived: ArchivedRequest, source: BodySource): RequestBody {
  const { request } = archived
  const postData = fieldsOf(request?.['postData'])
  const text = textOf(postData?.['text'])
  if (text !== undefined && text !== '')
    return isPlaceholder(text) ? MISSING : ofText(text, postData, archived, source)
  const form = formOf(postData)
  if (form !== undefined) return { text: form }
  const file = textOf(postData?.['_file'])
  const attached = file === undefined ? undefined : source.attached(file)
  if (attached !== undefined) return ofBytes(attached, archived, source)
  return lacksBody(archived, postData) ? MISSING : text === undefined ? NONE : { text }
}

/** The fields of a form, which some tools store in place of its text. */
function formOf(postData: Fields | undefined): string | undefined {
  const parameters = postData?.['params']
  const isForm = /^application\/x-www-form-urlencoded/i.test(textOf(postData?.['mimeType']) ?? '')
  if (!isForm || !Array.isArray(parameters) || parameters.length === 0) return undefined
  const pairs = parameters.map((pair: unknown) => [
    textOf(fieldsOf(pair)?.['name']) ?? '',
    textOf(fieldsOf(pair)?.['value']) ?? '',
  ])
  return new URLSearchParams(pairs).toString()
}

/** Whether a request had a body, although the archive has no text of it. */
function lacksBody(
  { request, method, headers, writtenBy }: ArchivedRequest,
  postData: Fields | undefined,
): boolean {
  const size = sizeOf(request?.['bodySize'])
  if (writtenBy !== 'other') return postData === undefined && size !== undefined && size > 0
  const length = sizeOf(Number(headers['content-length'] ?? Number.NaN))
  if ((size ?? 0) > 0 || (length ?? 0) > 0) return true
  if (postData !== undefined && isElsewhere(postData)) return true
  // Chromium writes the size 0 for bodies that it does not have.
  if (/\bchunked\b/i.test(headers['transfer-encoding'] ?? '')) return true
  if (length === 0) return false
  // An empty body has no coding, and no tool comments on what was never there.
  if (codingsOf(headers['content-encoding']).length > 0) return true
  if (postData !== undefined && isExcused(postData)) return true
  const type = headers['content-type'] ?? ''
  if (/^multipart\//i.test(type)) return true
  // A media type without a text and without any size.
  const described = postData === undefined ? type !== '' && WITH_BODY.has(method) : isDescribed(postData)
  return size === undefined && described
}

/** Some tools store bodies in separate files next to the archive; others store only the parts of a form. */
function isElsewhere(postData: Fields): boolean {
  const { params: parameters } = postData
  return '_file' in postData || '_sha1' in postData || (Array.isArray(parameters) && parameters.length > 0)
}

function isDescribed(postData: Fields): boolean {
  return postData['text'] === undefined && (textOf(postData['mimeType']) ?? '') !== ''
}

/** A comment in place of the text, such as that it was too large. */
function isExcused(postData: Fields): boolean {
  return (textOf(postData['text']) ?? '') === '' && (textOf(postData['comment']) ?? '') !== ''
}

/** A number of bytes; undefined if it is unknown, which HAR writes as -1. */
function sizeOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined
}

function ofText(
  text: string,
  postData: Fields | undefined,
  archived: ArchivedRequest,
  source: BodySource,
): RequestBody {
  const encoding = textOf(postData?.['encoding'])?.toLowerCase() ?? ''
  if (encoding === 'base64') return ofBytes(Buffer.from(text, 'base64'), archived, source)
  if (encoding !== '') return MISSING
  // A program that read bytes as text replaced those that are not UTF-8.
  if (text.includes('\uFFFD')) return BINARY
  if (isCut(text, Buffer.byteLength(text), archived)) return MISSING
  return isCoded(archived) ? { text, isDecoded: true } : { text }
}

function ofBytes(bytes: Buffer, archived: ArchivedRequest, { unpack }: BodySource): RequestBody {
  const coding = archived.writtenBy === 'other' ? archived.headers['content-encoding'] : undefined
  const body = unpack(bytes, coding)
  // Bytes in a coding that nobody here knows keep their header, so that the simulator can say so.
  const isKnown = isText(body) || codingsOf(archived.headers['content-encoding']).every(isContentCoding)
  const decoded = isCoded(archived) && isKnown ? { isDecoded: true as const } : {}
  if (isText(body)) {
    const text = body.toString()
    return isCut(text, body.length, archived) ? MISSING : { text, ...decoded }
  }
  if (isCut('', body.length, archived)) return MISSING
  return { text: body.toString('latin1'), isBinary: true, ...decoded }
}

/** Whether a header names a coding that the body in the archive no longer has. */
function isCoded({ request, headers, writtenBy }: ArchivedRequest): boolean {
  if (writtenBy === 'simulator' || request?.['_undecoded'] === true) return false
  return codingsOf(headers['content-encoding']).length > 0
}

/**
 * Whether a body is shorter than it was sent. Its owner may have shortened it to remove personal data, so JSON and forms that are
 * complete count as whole.
 */
function isCut(text: string, bytes: number, { request, headers, writtenBy }: ArchivedRequest): boolean {
  if (writtenBy !== 'other' || codingsOf(headers['content-encoding']).length > 0) return false
  const size = sizeOf(request?.['bodySize']) ?? 0
  const length = sizeOf(Number(headers['content-length'] ?? 0)) ?? 0
  if (bytes >= Math.max(size, length)) return false
  const type = headers['content-type'] ?? ''
  if (/^multipart\//i.test(type)) return !/--\s*$/.test(text)
  return !isJsonText(text)
}
