/**
 * Patterns of a description, without its regular expressions ever being run: those that are a row of characters and
 * classes, each with a number of times, are read here and matched in time that grows with the text alone. Groups,
 * alternatives and whatever else could run away are not taken, and such a pattern is passed over.
 */
import type { Random } from '../../world/random.ts'

export interface SafePattern {
  readonly atoms: readonly Atom[]
  readonly fromStart: boolean
  readonly toEnd: boolean
}

interface Atom {
  /** First and last code unit of each range. */
  readonly ranges: readonly (readonly [number, number])[]
  readonly minimum: number
  readonly maximum: number
}

const LONGEST_PATTERN = 300
const MOST_TIMES = 1000
/** Longer texts are not held against a pattern. */
const LONGEST_TEXT = 20_000
/** How often a part is repeated at most in a text that is made. */
const TIMES_MADE = 8

const DIGITS = [[48, 57]] as const
const WORDS = [
  [48, 57],
  [65, 90],
  [97, 122],
  [95, 95],
] as const
const PRINTABLE = [[32, 126]] as const
const CLASSES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  d: DIGITS,
  w: WORDS,
  s: [[32, 32]],
}

/** Reads a pattern; undefined for one that is not taken. */
export function readPattern(text: string): SafePattern | undefined {
  if (text.length > LONGEST_PATTERN) return undefined
  const fromStart = text.startsWith('^')
  const toEnd = text.endsWith('$') && !text.endsWith('\\$')
  const body = text.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined)
  const atoms: Atom[] = []
  for (let at = 0; at < body.length;) {
    const set = readSet(body, at)
    if (set === undefined) return undefined
    const times = readTimes(body, set.end)
    if (times === undefined) return undefined
    atoms.push({ ranges: set.ranges, minimum: times.minimum, maximum: times.maximum })
    at = times.end
  }
  return { atoms, fromStart, toEnd }
}

interface ReadSet {
  readonly ranges: readonly (readonly [number, number])[]
  readonly end: number
}

function readSet(body: string, at: number): ReadSet | undefined {
  const sign = body.charAt(at)
  if (sign === '\\') return readEscape(body, at)
  if (sign === '[') return readClass(body, at + 1)
  if (sign === '.') return { ranges: PRINTABLE, end: at + 1 }
  if ('^$*+?()[]{}|'.includes(sign)) return undefined
  return { ranges: [[body.charCodeAt(at), body.charCodeAt(at)]], end: at + 1 }
}

function readEscape(body: string, at: number): ReadSet | undefined {
  const sign = body.charAt(at + 1)
  const known = CLASSES[sign]
  if (known !== undefined) return { ranges: known, end: at + 2 }
  if (sign === '' || /[a-zA-Z0-9]/.test(sign)) return undefined
  return { ranges: [[sign.charCodeAt(0), sign.charCodeAt(0)]], end: at + 2 }
}

function readClass(body: string, begin: number): ReadSet | undefined {
  const ranges: (readonly [number, number])[] = []
  let at = begin
  if (body.charAt(at) === '^') return undefined
  while (at < body.length && body.charAt(at) !== ']') {
    const first = readMember(body, at)
    if (first === undefined) return undefined
    at = first.end
    const [low] = first.ranges[0] ?? [0]
    if (body.charAt(at) !== '-' || body.charAt(at + 1) === ']' || first.ranges.length > 1) {
      ranges.push(...first.ranges)
      continue
    }
    const last = readMember(body, at + 1)
    const [, high] = last?.ranges[0] ?? [0, 0]
    if (last === undefined || last.ranges.length > 1 || high < low) return undefined
    ranges.push([low, high])
    at = last.end
  }
  return at < body.length && ranges.length > 0 ? { ranges, end: at + 1 } : undefined
}

function readMember(body: string, at: number): ReadSet | undefined {
  if (body.charAt(at) === '\\') return readEscape(body, at)
  if (at >= body.length) return undefined
  return { ranges: [[body.charCodeAt(at), body.charCodeAt(at)]], end: at + 1 }
}

function readTimes(body: string, at: number): { minimum: number; maximum: number; end: number } | undefined {
  const sign = body.charAt(at)
  if (sign === '?') return { minimum: 0, maximum: 1, end: at + 1 }
  if (sign === '*') return { minimum: 0, maximum: Infinity, end: at + 1 }
  if (sign === '+') return { minimum: 1, maximum: Infinity, end: at + 1 }
  if (sign !== '{') return { minimum: 1, maximum: 1, end: at }
  const close = body.indexOf('}', at)
  const [, low, comma, high] = /^(\d{1,4})(,?)(\d{0,4})$/.exec(body.slice(at + 1, close)) ?? []
  if (close === -1 || low === undefined) return undefined
  const minimum = Number(low)
  const maximum = comma === '' ? minimum : high === '' ? Infinity : Number(high)
  if (minimum > MOST_TIMES || (maximum !== Infinity && maximum > MOST_TIMES) || maximum < minimum)
    return undefined
  return { minimum, maximum, end: close + 1 }
}

/** Whether a text has the pattern; a very long one counts as having it. */
export function hasPattern(text: string, { atoms, fromStart, toEnd }: SafePattern): boolean {
  if (text.length > LONGEST_TEXT) return true
  let places = new Uint8Array(text.length + 1).fill(fromStart ? 0 : 1)
  places[0] = 1
  for (const atom of atoms) places = after(text, places, atom)
  return toEnd ? places[text.length] === 1 : places.includes(1)
}

/** The places where a text can go on after an atom, given those where it can begin. */
function after(
  text: string,
  places: Uint8Array,
  { ranges, minimum, maximum }: Atom,
): Uint8Array<ArrayBuffer> {
  // From a place, the atom ends anywhere between two others: how many such stretches begin and end is summed up.
  const steps = new Int32Array(text.length + 2)
  let run = 0
  for (let place = text.length; place >= 0; place--) {
    run = place < text.length && isIn(text.charCodeAt(place), ranges) ? run + 1 : 0
    if (places[place] !== 1 || run < minimum) continue
    steps[place + minimum] = (steps[place + minimum] ?? 0) + 1
    const beyond = place + Math.min(maximum, run) + 1
    steps[beyond] = (steps[beyond] ?? 0) - 1
  }
  const reached = new Uint8Array(text.length + 1)
  let depth = 0
  for (let place = 0; place <= text.length; place++) {
    depth += steps[place] ?? 0
    if (depth > 0) reached[place] = 1
  }
  return reached
}

function isIn(unit: number, ranges: Atom['ranges']): boolean {
  return ranges.some(([first, last]) => unit >= first && unit <= last)
}

/** A text that has the pattern, and where the pattern allows it so many characters. */
export function textOfPattern(
  { atoms }: SafePattern,
  random: Random,
  least = 0,
  most = LONGEST_TEXT,
): string {
  const times = atoms.map(({ minimum, maximum }) =>
    random.integer(minimum, Math.max(minimum, Math.min(maximum, TIMES_MADE))),
  )
  let length = times.reduce((sum, count) => sum + count, 0)
  for (const [at, { minimum, maximum }] of atoms.entries()) {
    const wanted = (times[at] ?? 0) + Math.max(0, least - length) - Math.max(0, length - most)
    const count = Math.min(Math.max(wanted, minimum), maximum)
    length += count - (times[at] ?? 0)
    times[at] = count
  }
  let text = ''
  for (const [at, { ranges }] of atoms.entries()) {
    for (let count = 0; count < (times[at] ?? 0) && text.length < LONGEST_TEXT; count++) {
      const [first, last] = random.pick(ranges)
      text += String.fromCharCode(random.integer(first, last))
    }
  }
  return text
}
