/** Bodies of recorded messages: collected while they stream through, and decoded. */
import { isUtf8 } from 'node:buffer'
import { decodeBytes } from '../replay/bodies.ts'
import { codingsOf } from '../gateway/exchange/content-coding.ts'

/** The maximum bytes of a body in the recording, as sent and decoded. Longer ones are forwarded, and only their size is recorded. */
export const MAXIMUM_RECORDED_BODY_BYTES = 8 * 1024 * 1024

/** The body of a message as far as it has arrived. */
export interface CollectedBody {
  add(part: Uint8Array): void
  /** The bytes on the wire. */
  size(): number
  /** Undefined if it is too large. */
  bytes(): Buffer | undefined
}

export function collectBody(): CollectedBody {
  let parts: Uint8Array[] = []
  let size = 0
  return {
    add(part) {
      size += part.length
      if (size <= MAXIMUM_RECORDED_BODY_BYTES) parts.push(part)
      else parts = []
    },
    size: () => size,
    bytes: () => (size > MAXIMUM_RECORDED_BODY_BYTES ? undefined : Buffer.concat(parts)),
  }
}

export interface DecodedBody {
  /** Undefined if it would be too large. */
  readonly bytes: Buffer | undefined
  /** True if it still has the content coding that its header names. */
  readonly isUndecoded?: true
}

/** A body without its content coding; unchanged if it cannot be decoded. */
export function decodeBody(bytes: Buffer, codings: string | undefined): DecodedBody {
  if (bytes.length === 0 || codingsOf(codings).length === 0) return { bytes }
  const decoded = decodeBytes(bytes, codings, MAXIMUM_RECORDED_BODY_BYTES)
  if (decoded === undefined) return { bytes, isUndecoded: true }
  return { bytes: decoded === 'too large' ? undefined : decoded }
}

/** Bytes as text: UTF-8, or one character for each byte if they are not valid UTF-8. */
export interface BodyText {
  readonly text: string
  readonly isBinary: boolean
}

export function bodyText(bytes: Buffer): BodyText {
  const isBinary = !isUtf8(bytes)
  return { text: bytes.toString(isBinary ? 'latin1' : 'utf8'), isBinary }
}

/** A body as HTTP Archives store it. */
export function archivedText({ text, isBinary }: BodyText): { text: string; encoding?: 'base64' } {
  return isBinary ? { text: Buffer.from(text, 'latin1').toString('base64'), encoding: 'base64' } : { text }
}
