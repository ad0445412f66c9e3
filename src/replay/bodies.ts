/** Bodies of an archive: as text, as base64, compressed, or in separate files within it. */
import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type Fields, fieldsOf, textOf } from './json.ts'

/** The content of a file within the archive; undefined if there is no such file. */
export type Attached = (name: string) => Buffer | undefined

/** The sources of bodies outside of the text of the archive. */
export interface BodySource {
  readonly attached: Attached
  /** Decompresses a body. Returns it unchanged if that fails. */
  readonly unpack: (bytes: Buffer, coding: string | undefined) => Buffer
}

/** The maximum decompressed bytes of one body and of all bodies, since a few bytes can expand to very many. */
const LARGEST_BODY = 32 * 1024 * 1024
const MOST_UNPACKED = 128 * 1024 * 1024

export function bodySource(attached: Attached): BodySource {
  let left = MOST_UNPACKED
  return {
    attached,
    unpack: (bytes, coding = '') => {
      const unpack = UNPACK.get(coding.trim().toLowerCase())
      if (unpack === undefined || isUtf8(bytes) || left <= 0) return bytes
      try {
        const content = unpack(bytes, { maxOutputLength: Math.min(LARGEST_BODY, left) })
        left -= content.length
        return content
      } catch (error) {
        // A body over the limit counts as much as one at the limit.
        if ((error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') left -= LARGEST_BODY
        return bytes
      }
    },
  }
}

/** A sent body: as text, as base64, or as the fields of a form. */
export function readPostData(postData: Fields | undefined, { attached }: BodySource): string | undefined {
  const text = textOf(postData?.['text'])
  const parameters = postData?.['params']
  const isForm = /^application\/x-www-form-urlencoded/i.test(textOf(postData?.['mimeType']) ?? '')
  if ((text === undefined || text === '') && isForm && Array.isArray(parameters))
    return new URLSearchParams(
      parameters.map((pair: unknown) => [
        textOf(fieldsOf(pair)?.['name']) ?? '',
        textOf(fieldsOf(pair)?.['value']) ?? '',
      ]),
    ).toString()
  if (text === undefined) return attachedTo(postData, attached)?.toString()
  return bytesOrText(text, postData?.['encoding']).toString()
}

export function readContent(
  content: Fields | undefined,
  coding: string | undefined,
  { attached, unpack }: BodySource,
): string | undefined {
  const text = textOf(content?.['text'])
  const size = content?.['size']
  // If a browser discarded a body, only its size is recorded.
  const isThrownAway = text === '' && typeof size === 'number' && size > 0
  const bytes =
    text === undefined || isThrownAway
      ? attachedTo(content, attached)
      : bytesOrText(text, content?.['encoding'])
  if (bytes === undefined) return text === undefined && size === 0 ? '' : undefined
  const body = (typeof bytes === 'string' ? bytes : unpack(bytes, coding)).toString().replace(/^\uFEFF/, '')
  // A truncated body is shorter than its recorded size.
  const isCut = typeof size === 'number' && Buffer.byteLength(body) < size
  const isJson = /json/i.test(textOf(content?.['mimeType']) ?? '')
  return isCut && isJson && !isJsonText(body) ? undefined : body
}

function bytesOrText(text: string, encoding: unknown): Buffer | string {
  return encoding === 'base64' ? Buffer.from(text, 'base64') : text
}

const UNPACK = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['br', brotliDecompressSync],
  ['deflate', inflateSync],
])

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function attachedTo(fields: Fields | undefined, attached: Attached): Buffer | undefined {
  const name = textOf(fields?.['_file'])
  return name === undefined ? undefined : attached(name)
}
