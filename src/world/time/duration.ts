/** Durations and instants: text in, virtual milliseconds out. */

/** The beginning of the year 0. */
export const FIRST_INSTANT = -62167219200000

/** The end of the year 9999. */
export const LAST_INSTANT = 253402300799999

/** The last instant of `Date`. No clock reaches it, but jobs may be due after the end of the calendar. */
export const LAST_WRITTEN_INSTANT = 8_640_000_000_000_000

/** What a value must be that is read as a duration, in the words of every error about one. */
export const A_DURATION = "a duration such as '10s', '3m' or 'PT3M'"

/** The same where a duration of 0 makes no sense. */
export const A_POSITIVE_DURATION = `${A_DURATION}, of at least 1ms`

const UNIT_MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const SHORT = /^(\d{1,15}(?:\.\d{1,9})?)(ms|s|m|h|d)$/
const ISO =
  /^P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,3})?)S)?)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/** Reads `250ms`, `10s`, `3m`, `2h`, `1d` or an ISO 8601 duration without years and months (`PT3M`) as milliseconds. */
export function parseDuration(text: string): number | undefined {
  const short = SHORT.exec(text)
  if (short !== null) return Math.round(Number(short[1]) * (UNIT_MILLISECONDS[short[2] as string] as number))
  const iso = ISO.exec(text)
  if (iso === null || text === 'P' || text.endsWith('T')) return undefined
  const [weeks, days, hours, minutes, seconds] = iso.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  return Math.round((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000)
}

/** Reads an ISO 8601 date and time with a zone, or a date, which means midnight UTC, as milliseconds since 1970. */
export function parseInstant(text: string): number | undefined {
  if (!INSTANT.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) || !isCalendarDay(text.slice(0, 10)) ? undefined : instant
}

// Engines differ about 30 February: some refuse it, some read it as a day of March.
function isCalendarDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight) && formatInstant(midnight).startsWith(text)
}

export function formatInstant(instant: number): string {
  return new Date(instant).toISOString()
}
