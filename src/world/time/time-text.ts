/** Formats instants and durations for people, always in UTC and English. */

/** `Mon 5 Jan 2026`. */
export function dateText(instant: string): string {
  const date = new Date(instant)
  const day = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][date.getUTCDay()] ?? ''
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${day} ${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** `09:03:00`, with milliseconds unless they are zero. */
export function timeText(instant: string): string {
  const text = instant.slice(11, 23)
  return text.endsWith('.000') ? text.slice(0, 8) : text
}

/** `09:03:00`, or `12 Jan 09:03:00` on another day than `now`, with the year if that differs too. */
export function momentText(instant: string, now: string): string {
  if (instant.slice(0, 10) === now.slice(0, 10)) return timeText(instant)
  const [, day = '', month = '', year = ''] = dateText(instant).split(' ')
  const date = instant.slice(0, 4) === now.slice(0, 4) ? `${day} ${month}` : `${day} ${month} ${year}`
  return `${date} ${timeText(instant)}`
}

/** `2 min 5 s`, `3 h`, `1 d 4 h`: the two largest units. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
    ['s', 1000],
  ] as const
  const parts: string[] = []
  let left = milliseconds
  for (const [name, size] of units) {
    const count = Math.floor(left / size)
    left -= count * size
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.slice(0, 2).join(' ')
}
