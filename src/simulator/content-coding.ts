/** Decodes compressed request bodies before they are read, whatever adapter they come from. */
import { type ExchangeRequest, header } from '../api/framework/exchange.ts'
import { codingsOf, type ContentCoding, isContentCoding } from '../gateway/exchange/content-coding.ts'

/**
 * Decodes bytes to at most `maximum` bytes. Resolves with `too large` if there would be more, and with undefined if the bytes are
 * damaged or the platform cannot decode them.
 */
export type Decompress = (
  bytes: Uint8Array,
  coding: ContentCoding,
  maximum: number,
) => Promise<Uint8Array | 'too large' | undefined>

/** Whether a request has a body with a content coding. Header names are lower case. */
export function isEncoded({ headers, body }: ExchangeRequest): boolean {
  return headers['content-encoding'] !== undefined && body !== undefined && body.length > 0
}

/**
 * The request with its body decoded, without the headers that described the encoded one. A body that cannot be decoded, or that
 * would have more than `maximum` bytes, stays as it is.
 */
export async function decodeRequest(
  request: ExchangeRequest,
  maximum: number,
  decompress: Decompress,
): Promise<ExchangeRequest> {
  const { headers, body = '' } = request
  const { 'content-encoding': _encoding, 'content-length': _length, ...rest } = headers
  const codings = codingsOf(header(headers, 'content-encoding'))
  if (body.length > maximum || !codings.every(isContentCoding)) return request
  let bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  for (const coding of codings.toReversed()) {
    const decoded = await decompress(bytes, coding, maximum)
    if (decoded === undefined) return request
    if (decoded === 'too large') return { ...request, decodesTooLarge: true }
    bytes = decoded
  }
  if (codings.length === 0) return request
  return { ...request, headers: rest, body: bytes, decodedFrom: codings.join(', ') }
}
