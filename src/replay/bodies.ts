/** Bodies of an archive: as text, as base64, compressed, or in separate files within it. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib'
import { codingsOf } from '../gateway/exchange/content-coding.ts'
import { type Fields, textOf } from './json.ts'

/** The content of a file within the archive; undefined if there is no such file. */
export type Attached = (name: string) => Buffer | undefined

/** The sources of bodies outside of the text of the archive. */
export interface BodySource {
  readonly attached: Attached
  /** Decompresses a body. Returns it unchanged if that fails. */
  readonly unpack: (bytes: Buffer, codings: string | undefined) => Buffer
}

/** The maximum decompressed bytes of one body and of all bodies, since a few bytes can expand to very many. */
const MAXIMUM_BODY_BYTES = 32 * 1024 * 1024
const MAXIMUM_UNPACKED = 128 * 1024 * 1024

/** Whether bytes are text. */
export const isText: (bytes: Uint8Array) => boolean = isUtf8

export function bodySource(attached: Attached): BodySource {
  let left = MAXIMUM_UNPACKED
  return {
    attached,
    unpack: (bytes, codings) => {
      if (codings === undefined || isUtf8(bytes) || left <= 0) return bytes
      const content = decodeBytes(bytes, codings, Math.min(MAXIMUM_BODY_BYTES, left))
      // A body over the limit counts as much as one at the limit.
      left -= content === 'too large' ? MAXIMUM_BODY_BYTES : (content?.length ?? 0)
      return content === undefined || content === 'too large' ? bytes : content
    },
  }
}

/** Texts that tools which remove personal data, or limit the size of an archive, write in place of a whole body. */
const PLACEHOLDER =
  /^\s*(?:[[<({]+[^\n\]>)}]{0,100}\b(?:redacted|removed|omitted|truncated|stripped|masked|scrubbed|sanitized|filtered|excluded|discarded|binary|not (?:available|captured|recorded|included|shown))\b[^\n\]>)}]{0,100}[\]>)}]+|\*{3,}|redacted)\s*$/i

export function isPlaceholder(text: string): boolean {
  return text.length <= 250 && PLACEHOLDER.test(text) && !isJsonText(text)
}

/** The parts of a recorded response that describe its body. */
export interface ArchivedResponse {
  readonly content: Fields | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The bytes as they were sent, if the archive has their number. */
  readonly bodySize: unknown
}

/** The body of a response; undefined if it is not in the archive, or not complete. */
export function readContent(
  { content, headers, bodySize }: ArchivedResponse,
  { attached, unpack }: BodySource,
): string | undefined {
  const text = textOf(content?.['text'])
  const size = content?.['size']
  const encoding = textOf(content?.['encoding'])?.toLowerCase() ?? ''
  if (text !== undefined && text !== '') {
    if (isPlaceholder(text) || !['', 'base64'].includes(encoding)) return undefined
    return whole(
      encoding === 'base64' ? unpack(Buffer.from(text, 'base64'), headers['content-encoding']) : text,
      size,
    )
  }
  const file = textOf(content?.['_file'])
  const bytes = file === undefined ? undefined : attached(file)
  if (bytes !== undefined) return whole(unpack(bytes, headers['content-encoding']), size)
  // If a browser discarded a body, or never had it, only its size is recorded.
  const isSomewhere = '_file' in (content ?? {}) || '_sha1' in (content ?? {})
  const wasSent =
    isPositive(size) || isPositive(bodySize) || isPositive(Number(headers['content-length'] ?? 0))
  if (isSomewhere || wasSent) return undefined
  // Chromium writes the size 0 for a body that it does not have any more; JSON is never empty.
  const isJson = /json/i.test(textOf(content?.['mimeType']) ?? headers['content-type'] ?? '')
  return text !== undefined || (size === 0 && !isJson) ? '' : undefined
}

/** Undefined for a body that is shorter than its recorded size, unless it is complete JSON. */
function whole(bytes: Buffer | string, size: unknown): string | undefined {
  const text = bytes.toString()
  const body = text.replace(/^\uFEFF/, '')
  const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length
  const mark = text === body ? 3 : 0
  return typeof size === 'number' && length + mark < size && !isJsonText(body) ? undefined : body
}

function isPositive(value: unknown): boolean {
  return typeof value === 'number' && value > 0
}

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type Decode = (bytes: Uint8Array, options: ZlibOptions) => Buffer

const unpackBrotli: Decode = (bytes, { maxOutputLength = MAXIMUM_BODY_BYTES }) =>
  brotliDecompressSync(bytes, { maxOutputLength })

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzipSync],
  ['br', unpackBrotli],
  ['deflate', inflate],
])

/**
 * The bytes without the codings of a header `Content-Encoding`; `too large` if they would have more than `maximum`, and undefined
 * if they are damaged, not of these codings, or there is none.
 */
export function decodeBytes(
  bytes: Uint8Array,
  codings: string | undefined,
  maximum: number,
): Buffer | 'too large' | undefined {
  let decoded: Buffer | undefined
  for (const coding of codingsOf(codings).toReversed()) {
    const decode = DECODERS.get(coding)
    if (decode === undefined) return undefined
    try {
      decoded = decode(decoded ?? bytes, { maxOutputLength: maximum })
    } catch (error) {
      return (error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : undefined
    }
  }
  return decoded
}

/** Some servers send deflate without the header of zlib. */
function inflate(bytes: Uint8Array, options: ZlibOptions): Buffer {
  try {
    return inflateSync(bytes, options)
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'Z_DATA_ERROR') throw error
    return inflateRawSync(bytes, options)
  }
}

/** One character for each byte, in which credentials can be replaced. */
export function binaryText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

export function bytesOfText(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
