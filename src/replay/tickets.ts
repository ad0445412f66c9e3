/**
 * Signed addresses of files. A recording has no signatures, so a signed address from a recorded response is replaced by the one
 * in the same position of the replayed response.
 */
import { REDACTED } from '../gateway/journal/secret-repeats.ts'

export interface TicketMap {
  /** Learns the tickets of a response. */
  learn(recorded: string | undefined, replayed: string): void
  /** The address to send. */
  url(url: string): string
}

/** A ticket without its signature, as recordings have it, and a complete one. */
const RECORDED = /\b(?:download|upload)(?:-\d{1,15}){3}-\(redacted\)/g
const WHOLE = /\b(?:download|upload)(?:-\d{1,15}){3}-[0-9a-f]{32}(?![0-9a-z])/g
const MAXIMUM_KNOWN = 10_000
const ADDRESS = /^(?:https?:\/)?\/\S*$/i
const TICKET = /\b(download|upload)-(\d{1,15})-\d{1,15}-\d{1,15}-\(redacted\)/
/** Other services sign with a parameter, such as `X-Amz-Signature` or `sig`. */
const SIGNATURE = /[?&](?:[\w-]{0,100}signature|sig)=\(redacted\)/i

export function createTicketMap(): TicketMap {
  const known = new Map<string, string>()
  return {
    learn(recorded, replayed) {
      const before = recordedTickets(recorded ?? '')
      if (before.length === 0) return
      const now = replayed.match(WHOLE) ?? []
      if (now.length !== before.length) return
      for (const [at, ticket] of before.entries())
        if (known.size < MAXIMUM_KNOWN || known.has(ticket)) known.set(ticket, now[at] ?? ticket)
    },
    url: (url) =>
      url.includes(REDACTED) ? url.replaceAll(RECORDED, (ticket) => known.get(ticket) ?? ticket) : url,
  }
}

/**
 * Whether both values are signed addresses by which the same is done with the same file. Their host, expiry and signature
 * differ in every run, and an address that another service signed does not say more.
 */
export function areSameTransfer(
  recorded: unknown,
  replayed: unknown,
  isSameId: (recorded: string, replayed: string) => boolean,
): boolean {
  if (!isSignedAddress(recorded) || !isSignedAddress(replayed)) return false
  const [before, purpose = '', file = ''] = TICKET.exec(recorded) ?? []
  const [now, purposeNow, fileNow = ''] = TICKET.exec(replayed) ?? []
  if (before === undefined || now === undefined) return true
  return purpose === purposeNow && (file === fileNow || isSameId(file, fileNow))
}

function isSignedAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.includes(REDACTED) &&
    ADDRESS.test(value) &&
    (TICKET.test(value) || SIGNATURE.test(value))
  )
}

/** The tickets in a recorded text, in order. */
export function recordedTickets(text: string): readonly string[] {
  return text.includes(REDACTED) ? (text.match(RECORDED) ?? []) : []
}
