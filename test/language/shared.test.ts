import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileLike } from '../../src/language/like.ts'
import { escapeName, quoteText, tokenize } from '../../src/language/tokens.ts'
import { compareForSorting, comparedTo, foldCase, numberOf } from '../../src/language/values.ts'
import type { Scalar } from '../../src/language/values.ts'
import { naiveLike } from './query/small-world.ts'
import { codePoint } from '../support/code-points.ts'

const scalars: fc.Arbitrary<Scalar> = fc.oneof(
  fc.constantFrom<Scalar>('', '1', '01', '10', '9', 'a', 'B', '\uFFFF', '𝒳'),
  fc.constantFrom<Scalar>(Number.NaN, 0, -0, 1, 9, 10, true, false),
  fc.double(),
  fc.string({ unit: codePoint }),
)

describe('tokens', () => {
  test('a text has at most as many tokens as characters, in order and without overlap', () => {
    const parts = fc.constantFrom(' ', '@Na\\ me', ...`'a' "b" key ext@X 12 1.5 -> <= < ( %`.split(' '))
    fc.assert(
      fc.property(fc.array(parts), (texts) => {
        const text = texts.join(' ')
        const tokens = tokenize(text)
        expect(tokens.length).toBeLessThanOrEqual(text.length + 1)
        let reached = 0
        for (const { start, end } of tokens) {
          expect(start).toBeGreaterThanOrEqual(reached)
          expect(end).toBeGreaterThanOrEqual(start)
          reached = end
        }
      }),
    )
  })

  test('names and texts read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, minLength: 1 }), (text) => {
        expect(tokenize(`ext@${escapeName(text)}`)[0]).toMatchObject({
          kind: 'name',
          qualifier: 'ext',
          name: text,
        })
        expect(tokenize(quoteText(text))[0]).toMatchObject({ kind: 'string', text })
      }),
      { numRuns: 100 },
    )
  })
})

describe('LIKE', () => {
  test.each([
    ['abc', 'ABC', true],
    ['abc', 'abcd', false],
    ['', '', true],
    ['', 'a', false],
    ['%', '', true],
    ['a%a', 'a', false],
    ['a%a', 'aa', true],
    ['%b%', 'abc', true],
    ['a_c', 'abc', false],
    ['.*', 'abc', false],
    ['%ΟΔΟΣ', 'οδος', true],
    ['οδοσ%', 'ΟΔΟΣ', true],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(compileLike(pattern).matches(foldCase(text))).toBe(expected)
  })

  test('answers as trying every length would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'ς', 'Σ'), maxLength: 12 })
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '%', 'Σ'), maxLength: 8 })
    fc.assert(
      fc.property(patterns, letters, (pattern, text) => {
        expect(compileLike(pattern).matches(foldCase(text))).toBe(naiveLike(pattern, text))
      }),
      { numRuns: 300 },
    )
  })

  test('every match begins with the prefix', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '%') }), fc.string(), (pattern, text) => {
        const { prefix, matches } = compileLike(pattern)
        expect(!matches(foldCase(text)) || foldCase(text).startsWith(prefix)).toBe(true)
      }),
    )
  })
})

describe('values', () => {
  test.each<[Scalar, number | undefined]>([
    ['12', 12],
    [' -1.5e2 ', -150],
    ['+3', 3],
    ['', undefined],
    ['0x10', undefined],
    ['1,5', undefined],
    ['Infinity', undefined],
    ['1e999', undefined],
    ['9'.repeat(41), undefined],
    [Number.NaN, undefined],
    [true, undefined],
  ])('%j as a number is %s', (value, expected) => {
    expect(numberOf(value)).toBe(expected)
  })

  test('< and > are numeric between numbers and by code point otherwise', () => {
    expect(comparedTo(10)('9')).toBeLessThan(0)
    expect(comparedTo('10')('9')).toBeLessThan(0)
    expect(comparedTo('10 kg')('9')).toBeGreaterThan(0)
    expect(comparedTo('\uFFFF')('𝒳')).toBeGreaterThan(0)
    expect(comparedTo(true)('true')).toBe(0)
  })

  test('sorting is a total order with numbers before texts', () => {
    expect(compareForSorting(1000, '1')).toBeLessThan(0)
    expect(compareForSorting('1000', 1)).toBeGreaterThan(0)
    fc.assert(
      fc.property(scalars, scalars, scalars, (a, b, c) => {
        const sign = (left: Scalar, right: Scalar) => Math.sign(compareForSorting(left, right)) + 0
        expect(sign(a, a)).toBe(0)
        expect(sign(a, b) + sign(b, a)).toBe(0)
        expect(sign(a, b) <= 0 && sign(b, c) <= 0 && sign(a, c) > 0).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
