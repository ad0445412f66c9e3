/** Days, which properties of type DATE hold. */
import { parseInstant } from '../../world/time/duration.ts'

/** Characters of a day: YYYY-MM-DD. */
const DAY_LENGTH = 10

/** The day of a text that is one, or of a moment such as `2026-03-09T17:30:00Z`, as it is written there. */
export function dayOf(text: string): string | undefined {
  return parseInstant(text) === undefined ? undefined : text.slice(0, DAY_LENGTH)
}
