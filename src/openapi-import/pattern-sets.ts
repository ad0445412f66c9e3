/** Sets of characters in patterns: single characters, escapes, classes and properties of Unicode. */

import { BLANKS, DIGITS, LAST, PROPERTIES, type Ranges, WORDS } from './pattern-properties.ts'

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
  ['f', [[12, 12]]],
  ['v', [[11, 11]]],
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

/** Letters of Western languages that the ranges lack, for what has no ASCII. */
function beyondAscii(ranges: Ranges): Ranges {
  return complementOf([...ranges, [0, 0xbf], [0x180, LAST]])
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
  if (sign === 'u' || sign === 'x') return readCode(body, at)
  return sign === '' || /[a-zA-Z0-9]/.test(sign) ? undefined : only(sign, at + 2)
}

const CODE =
  /^\\(?:u\{([0-9a-f]{1,6})\}|u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})|u([0-9a-f]{4})|x([0-9a-f]{2}))/i

/** A character by its number, such as `\\u00e9`, `\\xe9` or `\\u{1f600}`; undefined for half of one. */
function readCode(body: Signs, at: number): ReadSet | undefined {
  const [text = '', point, high, low, unit, byte] = CODE.exec(body.slice(at, at + 12).join('')) ?? []
  const number = Number.parseInt(point ?? unit ?? byte ?? '', 16)
  const code =
    high === undefined || low === undefined
      ? number
      : 0x1_0000 + ((Number.parseInt(high, 16) - 0xd800) << 10) + (Number.parseInt(low, 16) - 0xdc00)
  if (text === '' || code > LAST || (code >= 0xd800 && code <= 0xdfff)) return undefined
  return { ranges: [[code, code]], end: at + text.length }
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
  const made = ascii.length > 0 ? ascii : isNegated ? beyondAscii(known) : known
  if (made.length === 0) return undefined
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
  const sure = isKnown ? taken : rest.length > 0 ? rest : beyondAscii(made)
  return sure.length > 0 ? { ranges: taken, made: sure, end: at + 1 } : undefined
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
