/** The unit of texts of any characters. That of fast-check (`binary`) keeps a map of all of them, which takes 118 MB. */
import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }
const LAST = 0x10ffff

/** Every code point but the surrogates, which are no characters. */
export const codePoint: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: LAST - SURROGATES.count })
  .map(
    (number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count),
    numberOf,
  )

/** Tells fast-check whether a text is one code point, so that it tries names such as `__proto__` too. */
function numberOf(text: unknown): number {
  const number = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1
  if (number < 0 || text !== String.fromCodePoint(number) || !String(text).isWellFormed())
    throw new Error('is not one character')
  return number < SURROGATES.first ? number : number - SURROGATES.count
}
