/** Sets of characters in patterns: single characters, escapes, classes and properties of Unicode. */

/** First and last code point of each range. */
export type Ranges = readonly (readonly [number, number])[]

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

function complementOf(ranges: Ranges): Ranges {
  const rest: (readonly [number, number])[] = []
  let next = 0
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (first > next) rest.push([next, first - 1])
    next = Math.max(next, last + 1)
  }
  return next > LAST ? rest : [...rest, [next, LAST]]
}

/** The printable ASCII of some characters, or all if they have none. */
export function madeOf(ranges: Ranges): Ranges {
  const printable = ranges.flatMap(([first, last]): Ranges => {
    const [low, high] = [Math.max(first, 32), Math.min(last, 126)]
    return low > high ? [] : [[low, high]]
  })
  return printable.length > 0 ? printable : ranges
}

export interface ReadSet {
  readonly ranges: Ranges
  /** The part from which texts are generated, if not all of it is known to match. */
  readonly made?: Ranges
  readonly end: number
}

export type Signs = readonly string[]

/** The characters at a position: a single one, an escape, a class, or any; undefined if they are not supported. */
export function readSet(body: Signs, at: number): ReadSet | undefined {
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
