/** How scenarios write instants. */
import { shown } from '../model/refusal.ts'
import { parseInstant } from '../world/duration.ts'

/** Whether a scenario may give this text as an instant: a date alone says neither the hour nor the zone. */
export function isInstant(text: string): boolean {
  return text.includes('T') && parseInstant(text) !== undefined
}

/** What to say of a text that is no instant. */
export function instantMessage(value: string): string {
  return `must be an instant with a zone, such as 2026-01-05T09:00:00Z, not ${shown(value)}`
}
