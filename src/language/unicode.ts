/** Characters of one version of Unicode, whichever the engine has, so that every machine takes the same texts. */
import { once } from '../world/once.ts'
import { unicodeRanges } from './unicode-ranges.ts'

export { UNICODE_VERSION } from './unicode-ranges.ts'

export type UnicodeCategory = keyof typeof unicodeRanges

/** The bounds of each category's ranges: the first character of a range, then the first after it. */
const boundaries = Object.fromEntries(
  Object.keys(unicodeRanges).map((category) => [
    category,
    once(() => readRanges(category as UnicodeCategory)),
  ]),
) as Readonly<Record<UnicodeCategory, () => Uint32Array>>

export function isOfCategory(category: UnicodeCategory, point: number): boolean {
  const limits = boundaries[category]()
  let low = 0
  let high = limits.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((limits[middle] as number) <= point) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

export function isLetter(point: number): boolean {
  if (point < 0x80) return (point >= 0x61 && point <= 0x7a) || (point >= 0x41 && point <= 0x5a)
  return isOfCategory('L', point)
}

export function isDecimalDigit(point: number): boolean {
  return point < 0x80 ? isAsciiDigit(point) : isOfCategory('Nd', point)
}

/** Decimal digits and other numbers such as ½ and Ⅷ. */
export function isNumber(point: number): boolean {
  return point < 0x80 ? isAsciiDigit(point) : isOfCategory('N', point)
}

/** The characters of unquoted names in queries and formulas: letters, marks, numbers and `_`. */
export function isNameCharacter(point: number): boolean {
  if (point < 0x80) return isLetter(point) || isAsciiDigit(point) || point === 0x5f
  return isOfCategory('L', point) || isOfCategory('M', point) || isOfCategory('N', point)
}

/** The first characters of unquoted names: a letter or `_`. */
export function isNameBeginning(point: number): boolean {
  return isLetter(point) || point === 0x5f
}

/** The end of the run of matching characters at `position`; the position itself if there is none. */
export function endOfRun(text: string, position: number, isPart: (point: number) => boolean): number {
  let end = position
  while (end < text.length) {
    const point = text.codePointAt(end) as number
    if (!isPart(point)) break
    end += point > 0xffff ? 2 : 1
  }
  return end
}

const isAsciiDigit = (point: number): boolean => point >= 0x30 && point <= 0x39

function readRanges(category: UnicodeCategory): Uint32Array {
  let end = 0
  // A range is two numbers: the distance from the previous range, and its length.
  return Uint32Array.from(
    unicodeRanges[category].split(' ').map((number, position) => {
      end += Number.parseInt(number, 36)
      return position % 2 === 0 ? end : end + 1
    }),
  )
}
