/** How scenarios write instants. */
import { quoted } from '../../model/input/refusal.ts'
import { parseInstant } from '../../world/time/duration.ts'

/** Whether this text is an instant in a scenario. */
export function isInstant(text: string): boolean {
  return parseInstant(text) !== undefined
}

/** What to say of a text that is no instant. */
export function instantMessage(value: string): string {
  return `must be an instant such as 2026-01-05T09:00:00Z, or a date, which means midnight UTC, not ${quoted(value)}`
}
