/**
 * Signed addresses of files. A recording has no signatures, so a signed address from a recorded response is replaced by the one
 * in the same position of the replayed response.
 */
import { REDACTED } from '../gateway/journal/redact.ts'

export interface TicketMap {
  /** Learns the tickets of a response. */
  learn(recorded: string | undefined, answered: string): void
  /** The address to send. */
  url(url: string): string
}

/** A ticket without its signature, as recordings have it, and a complete one. */
const RECORDED = /\b(?:download|upload)(?:-\d{1,15}){3}-\(redacted\)/g
const WHOLE = /\b(?:download|upload)(?:-\d{1,15}){3}-[0-9a-f]{32}(?![0-9a-z])/g
const MOST_KNOWN = 10_000

export function createTicketMap(): TicketMap {
  const known = new Map<string, string>()
  return {
    learn(recorded, answered) {
      const before = recordedTickets(recorded ?? '')
      if (before.length === 0) return
      const now = answered.match(WHOLE) ?? []
      if (now.length !== before.length) return
      for (const [at, ticket] of before.entries())
        if (known.size < MOST_KNOWN || known.has(ticket)) known.set(ticket, now[at] ?? ticket)
    },
    url: (url) =>
      url.includes(REDACTED) ? url.replaceAll(RECORDED, (ticket) => known.get(ticket) ?? ticket) : url,
  }
}

/** The tickets in a recorded text, in order. */
export function recordedTickets(text: string): readonly string[] {
  return text.includes(REDACTED) ? (text.match(RECORDED) ?? []) : []
}
