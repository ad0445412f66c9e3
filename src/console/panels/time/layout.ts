/** Positions on the timeline: scale, ticks, and groups of marks that are too close together. */
import type { Look, Mark } from './marks.ts'

/** The visible range in virtual milliseconds since 1970; never empty. */
export interface Span {
  readonly from: number
  readonly to: number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The shortest and the longest visible range. */
export const SHORTEST = 100
export const MAXIMUM_SPAN = 20 * 365 * DAY

const TIMES: readonly (readonly [unit: number, multiples: readonly number[]])[] = [
  [1, [10, 50, 100, 250, 500]],
  [SECOND, [1, 2, 5, 10, 30]],
  [MINUTE, [1, 2, 3, 5, 10, 15, 30]],
  [HOUR, [1, 2, 3, 6, 12]],
  [DAY, [1, 2, 7, 14, 30, 91, 182, 365, 1825, 3650, 7300]],
]
/** Readable distances between ticks. */
const STEPS = TIMES.flatMap(([unit, multiples]) => multiples.map((multiple) => multiple * unit))

/** The distance from the left edge, for a width; both in pixels. */
export function placeOf(at: number, { from, to }: Span, width: number): number {
  return ((at - from) / (to - from)) * width
}

/** The instant at a distance from the left edge. */
export function instantAt(place: number, { from, to }: Span, width: number): number {
  return from + (place / width) * (to - from)
}

/** What the longest label of the axis, a date, needs from its tick on, in pixels. */
export const TICK_ROOM = 96

/** The distance between two ticks at which each label has `room` pixels. */
export function tickStep({ from, to }: Span, width: number, room = TICK_ROOM): number {
  const least = ((to - from) / Math.max(1, width)) * room
  return STEPS.find((step) => step >= least) ?? (STEPS.at(-1) as number)
}

/** The instants of the visible ticks: whole multiples of the step. */
export function ticks(span: Span, width: number): readonly number[] {
  const step = tickStep(span, width)
  const first = Math.ceil(span.from / step)
  const last = Math.floor(span.to / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => (first + offset) * step)
}

/** `09:03`, `09:03:15`, `15.250 s`, or a date where a day begins or days are the step. */
export function tickText(at: number, step: number): string {
  const text = new Date(at).toISOString()
  if (step >= DAY || at % DAY === 0) return text.slice(0, 10)
  if (step >= MINUTE) return text.slice(11, 16)
  return step >= SECOND ? text.slice(11, 19) : text.slice(14, 23)
}

/** The span `factor` times as long around an instant that stays where it is. */
export function zoom(span: Span, factor: number, around: number): Span {
  const length = span.to - span.from
  const wanted = Math.min(MAXIMUM_SPAN, Math.max(SHORTEST, length * factor))
  const share = (around - span.from) / length
  const from = around - share * wanted
  return { from, to: from + wanted }
}

/** The span moved by a share of its length. */
export function pan({ from, to }: Span, share: number): Span {
  const by = (to - from) * share
  return { from: from + by, to: to + by }
}

/** The span that contains all instants, with a margin. */
export function fit(instants: readonly number[]): Span | undefined {
  if (instants.length === 0) return undefined
  let from = Infinity
  let to = -Infinity
  for (const at of instants) {
    from = Math.min(from, at)
    to = Math.max(to, at)
  }
  const room = Math.max(SECOND, (to - from) * 0.05)
  return { from: from - room, to: to + room }
}

/** The shortest future that is included with the past. */
const AHEAD = 10 * MINUTE

/**
 * The span of the past, the present and the jobs that are due soon: within the length of the past, or ten minutes. A single job
 * in a week would compress everything else.
 */
export function fitStory(past: readonly number[], now: number, coming: readonly number[]): Span {
  const first = past.reduce((least, at) => Math.min(least, at), now)
  const last = now + Math.max(AHEAD, now - first)
  return fit([now, first, ...past, ...coming.filter((at) => at <= last)]) as Span
}

/** The visible marks of a list sorted by time. */
export function inSight(marks: readonly Mark[], { from, to }: Span): readonly Mark[] {
  return marks.slice(position(marks, from), position(marks, to + 1))
}

/** The number of marks before an instant. */
function position(marks: readonly Mark[], at: number): number {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle] as Mark).at < at) low = middle + 1
    else high = middle
  }
  return low
}

/** One mark, or several that would overlap. */
export interface Bucket {
  readonly row: string
  /** Pixels from the left edge. */
  readonly place: number
  readonly marks: readonly Mark[]
  /** The style of the most important mark. */
  readonly look: Look
  /** Its text, if it is several marks. */
  readonly text: string
}

/** The most important first. */
const WEIGHT: readonly Look[] = ['bad', 'warn', 'good', 'pending']
const SIGNS: Readonly<Partial<Record<Look, string>>> = { bad: '■', warn: '▲' }
/** Widths in pixels. */
const SINGLE = 16
const CHARACTER = 8.5

/** The width of what is drawn for a number of marks, in pixels. */
export function widthOfBucket({ text }: Pick<Bucket, 'text'>): number {
  return text === '' ? SINGLE : CHARACTER * (text.length + 1)
}

/**
 * The visible marks by row, grouped by stretches of `room` pixels: at most `width / room + 2` groups per row. The stretches are
 * fixed in time, so moving the view does not regroup the marks. No two groups overlap if `room` is at least 43 pixels.
 */
export function buckets(marks: readonly Mark[], span: Span, width: number, room: number): readonly Bucket[] {
  const stretch = ((span.to - span.from) / width) * room
  const cells = new Map<string, Mark[]>()
  for (const mark of inSight(marks, span)) {
    const name = `${Math.floor(mark.at / stretch)} ${mark.row}`
    const together = cells.get(name)
    if (together === undefined) cells.set(name, [mark])
    else together.push(mark)
  }
  return Array.from(cells.values(), (together): Bucket => {
    const [first] = together as [Mark, ...Mark[]]
    const { row } = first
    const same = together.every(({ at }) => at === first.at)
    const index = Math.floor(first.at / stretch)
    const place = placeOf(same ? first.at : (index + 0.5) * stretch, span, width)
    const look = heaviest(together)
    const text = together.length === 1 ? '' : `${countOf(together)}${SIGNS[look] ?? ''}`
    // Beside an occupied stretch it keeps to its own.
    const begin = placeOf(index * stretch, span, width)
    const half = widthOfBucket({ text }) / 2
    const left = cells.has(`${index - 1} ${row}`) ? begin + half : -Infinity
    const right = cells.has(`${index + 1} ${row}`) ? begin + room - half : Infinity
    return { row, place: Math.max(left, Math.min(right, place)), marks: together, look, text }
  })
}

function countOf({ length }: readonly Mark[]): string {
  return length > 999 ? `${Math.round(length / 1000)}k` : String(length)
}

function heaviest(marks: readonly Mark[]): Look {
  const least = marks.reduce((found, { look }) => Math.min(found, WEIGHT.indexOf(look)), WEIGHT.length - 1)
  return WEIGHT[least] as Look
}
