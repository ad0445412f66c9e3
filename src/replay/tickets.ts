/**
 * Signed addresses of files. A recording keeps no signature, so an address that an answer of the recording gave can only be
 * asked again as the answer of the replay gives it: tickets of two answers stand for each other in their order.
 */
import { REDACTED } from '../gateway/journal/redact.ts'

export interface TicketMap {
  /** Takes what an answer has in place of recorded tickets. */
  learn(recorded: string | undefined, answered: string): void
  /** The address as it is to be sent. */
  url(url: string): string
}

/** A ticket without its signature, as recordings have it, and a whole one. */
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

/** The tickets in a text of a recording, in their order. */
export function recordedTickets(text: string): readonly string[] {
  return text.includes(REDACTED) ? (text.match(RECORDED) ?? []) : []
}
