/**
 * The history of messages while the page is open. The service stores only the last response of a message, so the panel records
 * each change.
 */
import type { MessageStatus } from '../../../model/records/tracker/outbound-messages.ts'
import type { Message } from './model.ts'

export interface Seen {
  /** The virtual time at which the panel saw it. */
  readonly at: string
  readonly status: MessageStatus
  readonly attempts: number
  readonly lastResponse?: string
}

/** The recorded states of each message by key, the latest last. */
export type History = ReadonlyMap<string, readonly Seen[]>

const KEPT_MESSAGES = 5000
const KEPT_CHANGES = 50

/** Adds the present states to the history. Returns the same history if nothing changed. */
export function notice(
  history: History,
  messages: readonly Message[],
  keyOf: (message: Message) => string,
  at: string,
): History {
  const news = messages.filter((message) => isNews(history.get(keyOf(message))?.at(-1), message))
  if (news.length === 0) return history
  const next = new Map(history)
  for (const message of news) {
    const { status, attempts, lastResponse } = message
    const key = keyOf(message)
    const seen = { at, status, attempts, ...(lastResponse === undefined ? {} : { lastResponse }) }
    next.set(key, [...(next.get(key) ?? []), seen].slice(-KEPT_CHANGES))
  }
  for (const key of next.keys()) {
    if (next.size <= KEPT_MESSAGES) break
    next.delete(key)
  }
  return next
}

function isNews(before: Seen | undefined, { status, attempts, lastResponse }: Message): boolean {
  return (
    before === undefined ||
    before.status !== status ||
    before.attempts !== attempts ||
    before.lastResponse !== lastResponse
  )
}
