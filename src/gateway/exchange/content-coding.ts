/** Content codings of request bodies (RFC 9110): those that are read, and the refusal of the others. */
import { type ExchangeRequest, header } from '../../api/framework/exchange.ts'
import { chosenAlternative } from '../../api/framework/ledger.ts'
import { tooLarge, unsupportedCoding } from '../../model/input/errors.ts'
import type { Refusal } from '../../model/input/refusal.ts'
import type { WorldConfig } from '../../model/records/world/config.ts'
import * as ledger from '../../api/framework/ledger-names.ts'
import { countText } from '../../world/count-text.ts'

/** The content codings of request bodies that the simulator reads. */
export const CONTENT_CODINGS = ['gzip', 'deflate', 'br'] as const
export type ContentCoding = (typeof CONTENT_CODINGS)[number]

/** A body with more codings than this is refused, since each may multiply its size. */
const MAXIMUM_CODINGS = 2

export function isContentCoding(name: string): name is ContentCoding {
  return (CONTENT_CODINGS as readonly string[]).includes(name)
}

/** The codings in the order in which the sender applied them. A list that is too long has one name that nothing decodes. */
export function codingsOf(value: string | undefined): readonly string[] {
  const names = (value ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-gzip$/, 'gzip'))
    .filter((name) => name !== '' && name !== 'identity')
  return names.length > MAXIMUM_CODINGS ? [names.join(', ')] : names
}

/**
 * Throws a Refusal for a body that still has a coding: 413 if it would be too large when decoded, else 415. A body that is too
 * large as it was sent is left to its reader. `accepted` are the codings that the error names.
 */
export function refuseEncoded(
  { headers, body = '', decodesTooLarge }: ExchangeRequest,
  maximum: number,
  accepted: readonly string[] = CONTENT_CODINGS,
): void {
  if (headers['content-encoding'] === undefined || body.length === 0 || body.length > maximum) return
  const codings = codingsOf(header(headers, 'content-encoding'))
  const name = codings.join(', ')
  if (decodesTooLarge === true)
    throw tooLarge('the body', `too many bytes without ${name}`, countText(maximum, 'byte'))
  if (codings.length > 0)
    throw unsupportedCoding(
      name,
      accepted,
      codings.every((each) => accepted.includes(each)),
    )
}

/** Throws a Refusal (415) for a content coding that is not accepted, whatever the body. */
export function refuseCoding(
  { headers }: ExchangeRequest,
  accepted: readonly string[] = CONTENT_CODINGS,
): void {
  const codings = codingsOf(header(headers, 'content-encoding'))
  if (codings.some((each) => !accepted.includes(each)))
    throw unsupportedCoding(codings.join(', '), accepted, false)
}

/** The header of a 415 for a content coding; undefined for other errors. */
export function acceptedCodings({ reasons }: Refusal, accepted: readonly string[] = CONTENT_CODINGS) {
  if (!reasons.includes('content-coding')) return undefined
  return { 'Accept-Encoding': accepted.length === 0 ? 'identity' : accepted.join(', ') }
}

/** The codings that requests to a world with this configuration may have. */
export function acceptedBy(config: WorldConfig): readonly string[] {
  return chosenAlternative(config, ledger.compressedBodies) === 'refuse' ? [] : CONTENT_CODINGS
}
