/**
 * Patterns of a description, without running its regular expressions. Sequences of characters and classes with repetitions are
 * parsed here and matched in linear time. Patterns with groups, alternatives or anything else that could take unbounded time
 * are skipped.
 */
import type { Random } from '../world/random/random.ts'

export interface SafePattern {
  readonly atoms: readonly Atom[]
  readonly fromStart: boolean
  readonly toEnd: boolean
}

type Ranges = readonly (readonly [number, number])[]

interface Atom {
  /** First and last code point of each range. */
  readonly ranges: Ranges
  /** The part from which texts are generated: printable ASCII if there is any. */
  readonly made: Ranges
  readonly minimum: number
  readonly maximum: number
}

const LONGEST_PATTERN = 300
const MOST_TIMES = 1000
/** Longer texts are not matched. */
const LONGEST_TEXT = 20_000
/** The maximum number of repetitions in a generated text. */
const TIMES_MADE = 8

const LAST = 0x10_ffff
const DIGITS: Ranges = [[48, 57]]
const WORDS: Ranges = [
  [48, 57],
  [65, 90],
  [97, 122],
  [95, 95],
]
const BLANKS: Ranges = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const LINE_ENDS: Ranges = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
]
const CLASSES: ReadonlyMap<string, Ranges> = new Map([
  ['d', DIGITS],
  ['w', WORDS],
  ['s', BLANKS],
  ['D', complementOf(DIGITS)],
  ['W', complementOf(WORDS)],
  ['S', complementOf(BLANKS)],
  ['t', [[9, 9]]],
  ['n', [[10, 10]]],
  ['r', [[13, 13]]],
])

const UPPER: Ranges = [[65, 90]]
const LOWER: Ranges = [[97, 122]]
const PUNCTUATION: Ranges = [
  [33, 35],
  [37, 42],
  [44, 47],
  [58, 59],
  [63, 64],
  [91, 93],
  [95, 95],
  [123, 123],
  [125, 125],
]
const SYMBOLS: Ranges = [
  [36, 36],
  [43, 43],
  [60, 62],
  [94, 94],
  [96, 96],
  [124, 124],
  [126, 126],
]
/** What some properties of Unicode have in ASCII, and a part of some scripts. */
const PROPERTIES: ReadonlyMap<string, Ranges> = new Map<string, Ranges>([
  ...['L', 'Letter', 'Alphabetic', 'Alpha', 'Latin', 'Latn', 'LC', 'Cased_Letter'].map(
    (name) => [name, [...UPPER, ...LOWER]] as const,
  ),
  ...['Lu', 'Uppercase_Letter', 'Uppercase'].map((name) => [name, UPPER] as const),
  ...['Ll', 'Lowercase_Letter', 'Lowercase'].map((name) => [name, LOWER] as const),
  ...['N', 'Number', 'Nd', 'Decimal_Number'].map((name) => [name, DIGITS] as const),
  ...['P', 'Punctuation', 'punct'].map((name) => [name, PUNCTUATION] as const),
  ...['S', 'Symbol'].map((name) => [name, SYMBOLS] as const),
  ...['Z', 'Separator', 'Zs', 'Space_Separator'].map((name) => [name, [[32, 32]]] as const),
  ['White_Space', BLANKS],
  ['ASCII', [[0, 127]]],
  ['Any', [[0, LAST]]],
  ['Greek', [[0x3b1, 0x3c9]]],
  ['Cyrillic', [[0x430, 0x44f]]],
  ['Han', [[0x4e00, 0x4fff]]],
  ['Hiragana', [[0x3041, 0x3096]]],
  ['Katakana', [[0x30a1, 0x30fa]]],
  ['Hangul', [[0xac00, 0xad00]]],
  ['Hebrew', [[0x5d0, 0x5ea]]],
  ['Arabic', [[0x628, 0x63a]]],
])

/** Parses a pattern; undefined if it is not supported. */
export function readPattern(text: string): SafePattern | undefined {
  if (text.length > LONGEST_PATTERN) return undefined
  const fromStart = text.startsWith('^')
  const toEnd = text.endsWith('$') && !text.endsWith('\\$')
  const body = Array.from(text.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined))
  const atoms: Atom[] = []
  for (let at = 0; at < body.length;) {
    const set = readSet(body, at)
    if (set === undefined) return undefined
    const times = readTimes(body, set.end)
    if (times === undefined) return undefined
    const { ranges } = set
    atoms.push({ ranges, made: madeOf(set.made ?? ranges), minimum: times.minimum, maximum: times.maximum })
    at = times.end
  }
  return { atoms, fromStart, toEnd }
}

/** The cost of matching a text, in steps of a check. */
export function patternCost(text: string, { atoms }: SafePattern): number {
  return text.length > LONGEST_TEXT ? 0 : Math.ceil((text.length * atoms.length) / 250)
}

function complementOf(ranges: Ranges): Ranges {
  const rest: (readonly [number, number])[] = []
  let next = 0
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (first > next) rest.push([next, first - 1])
    next = Math.max(next, last + 1)
  }
  return next > LAST ? rest : [...rest, [next, LAST]]
}

function madeOf(ranges: Ranges): Ranges {
  const printable = ranges.flatMap(([first, last]): Ranges => {
    const [low, high] = [Math.max(first, 32), Math.min(last, 126)]
    return low > high ? [] : [[low, high]]
  })
  return printable.length > 0 ? printable : ranges
}

interface ReadSet {
  readonly ranges: Ranges
  /** The part from which texts are generated, if not all of it is known to match. */
  readonly made?: Ranges
  readonly end: number
}

type Signs = readonly string[]

function readSet(body: Signs, at: number): ReadSet | undefined {
  const sign = body[at] ?? ''
  if (sign === '\\') return readEscape(body, at)
  if (sign === '[') return readClass(body, at + 1)
  if (sign === '.') return { ranges: complementOf(LINE_ENDS), end: at + 1 }
  return '^$*+?()[]{}|'.includes(sign) ? undefined : only(sign, at + 1)
}

function only(sign: string, end: number): ReadSet {
  const code = sign.codePointAt(0) ?? 0
  return { ranges: [[code, code]], end }
}

function readEscape(body: Signs, at: number): ReadSet | undefined {
  const sign = body[at + 1] ?? ''
  if ((sign === 'p' || sign === 'P') && body[at + 2] === '{') return readProperty(body, at + 3, sign === 'P')
  const known = CLASSES.get(sign)
  if (known !== undefined) return { ranges: known, end: at + 2 }
  return sign === '' || /[a-zA-Z0-9]/.test(sign) ? undefined : only(sign, at + 2)
}

/**
 * A property of Unicode, such as `\\p{L}`. Beyond ASCII, every character counts as one that has it and as one that lacks it, so
 * that no table of Unicode is needed; texts are generated from what is known.
 */
function readProperty(body: Signs, begin: number, isNegated: boolean): ReadSet | undefined {
  const end = body.indexOf('}', begin)
  const name = end === -1 ? '' : body.slice(begin, end).join('')
  const known = PROPERTIES.get(name.replace(/^(?:General_Category|gc|Script|sc|Script_Extensions|scx)=/, ''))
  if (known === undefined) return undefined
  const inAscii = isNegated ? complementOf(known) : known
  const ascii = inAscii.flatMap(([first, last]): Ranges =>
    first > 127 ? [] : [[first, Math.min(last, 127)]],
  )
  const made = ascii.length > 0 || isNegated ? ascii : known
  return { ranges: [...ascii, [128, LAST]], made, end: end + 1 }
}

function readClass(body: Signs, begin: number): ReadSet | undefined {
  const ranges: (readonly [number, number])[] = []
  const made: (readonly [number, number])[] = []
  const isNegated = body[begin] === '^'
  let at = isNegated ? begin + 1 : begin
  while (at < body.length && body[at] !== ']') {
    const first = readMember(body, at)
    if (first === undefined) return undefined
    at = first.end
    const [low] = first.ranges[0] ?? [0]
    if (body[at] !== '-' || body[at + 1] === ']' || !isOne(first)) {
      ranges.push(...first.ranges)
      made.push(...(first.made ?? first.ranges))
      continue
    }
    const last = readMember(body, at + 1)
    const [, high] = last?.ranges[0] ?? [0, 0]
    if (last === undefined || !isOne(last) || high < low) return undefined
    ranges.push([low, high])
    made.push([low, high])
    at = last.end
  }
  if (at >= body.length || ranges.length === 0) return undefined
  if (!isNegated) return { ranges, made, end: at + 1 }
  // Characters that may have a property are not generated where it is excluded, but they match.
  const isKnown = made.length === ranges.length && made.every((each, index) => each === ranges[index])
  const rest = complementOf(ranges)
  const taken = isKnown ? rest : [...complementOf([...made, [128, LAST]]), [128, LAST] as const]
  return taken.length > 0 ? { ranges: taken, made: isKnown ? taken : rest, end: at + 1 } : undefined
}

/** Whether it is a single character, which can begin or end a range. */
function isOne({ ranges: [first, ...others] }: ReadSet): boolean {
  return first !== undefined && others.length === 0 && first[0] === first[1]
}

function readMember(body: Signs, at: number): ReadSet | undefined {
  const sign = body[at]
  if (sign === '\\') return readEscape(body, at)
  return sign === undefined ? undefined : only(sign, at + 1)
}

function readTimes(body: Signs, at: number): { minimum: number; maximum: number; end: number } | undefined {
  const sign = body[at]
  if (sign === '?') return { minimum: 0, maximum: 1, end: at + 1 }
  if (sign === '*') return { minimum: 0, maximum: Infinity, end: at + 1 }
  if (sign === '+') return { minimum: 1, maximum: Infinity, end: at + 1 }
  if (sign !== '{') return { minimum: 1, maximum: 1, end: at }
  const close = body.indexOf('}', at)
  const [, low, comma, high] = /^(\d{1,4})(,?)(\d{0,4})$/.exec(body.slice(at + 1, close).join('')) ?? []
  if (close === -1 || low === undefined) return undefined
  const minimum = Number(low)
  const maximum = comma === '' ? minimum : high === '' ? Infinity : Number(high)
  if (minimum > MOST_TIMES || (maximum !== Infinity && maximum > MOST_TIMES) || maximum < minimum)
    return undefined
  return { minimum, maximum, end: close + 1 }
}

/** Whether a text matches the pattern. A very long text counts as a match. */
export function hasPattern(text: string, { atoms, fromStart, toEnd }: SafePattern): boolean {
  if (text.length > LONGEST_TEXT) return true
  const codes = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
  let places = new Uint8Array(codes.length + 1).fill(fromStart ? 0 : 1)
  places[0] = 1
  for (const atom of atoms) places = after(codes, places, atom)
  return toEnd ? places[codes.length] === 1 : places.includes(1)
}

/** The positions after an atom, from the positions before it. */
function after(
  codes: readonly number[],
  places: Uint8Array,
  { ranges, minimum, maximum }: Atom,
): Uint8Array<ArrayBuffer> {
  // From each position, the atom can end anywhere in a range. The sum of range starts and ends gives all positions.
  const steps = new Int32Array(codes.length + 2)
  let run = 0
  for (let place = codes.length; place >= 0; place--) {
    run = place < codes.length && isIn(codes[place] ?? 0, ranges) ? run + 1 : 0
    if (places[place] !== 1 || run < minimum) continue
    steps[place + minimum] = (steps[place + minimum] ?? 0) + 1
    const beyond = place + Math.min(maximum, run) + 1
    steps[beyond] = (steps[beyond] ?? 0) - 1
  }
  const reached = new Uint8Array(codes.length + 1)
  let depth = 0
  for (let place = 0; place <= codes.length; place++) {
    depth += steps[place] ?? 0
    if (depth > 0) reached[place] = 1
  }
  return reached
}

function isIn(code: number, ranges: Ranges): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/** Generates a text that matches the pattern, with the given length if the pattern allows it. */
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
  for (const [at, { made }] of atoms.entries()) {
    for (let count = 0; count < (times[at] ?? 0) && text.length < LONGEST_TEXT; count++) {
      const [first, last] = random.pick(made)
      text += String.fromCodePoint(random.integer(first, last))
    }
  }
  return text
}
