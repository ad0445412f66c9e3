import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AFTER_ALL,
  compareCodePoints,
  compareParts,
  compareTuples,
  type KeyPart,
  type KeyTuple,
  startsWith,
} from '../../src/world/order.ts'
import { keyPart, trickyText } from './store/arbitraries.ts'
import { naiveCompareText, naiveCompareTuples } from './store/naive.ts'
import { codePoint } from '../support/code-points.ts'

const part: fc.Arbitrary<KeyPart> = fc.oneof(
  keyPart,
  trickyText,
  fc.double({ noNaN: true }),
  fc.constantFrom(Infinity, -Infinity, Number.MAX_VALUE, -0, 0),
)
const tuple = fc.array(part, { maxLength: 3 })

/** The code points of a well-formed string, compared as lists of numbers. */
function compareByCodePoints(a: string, b: string): number {
  return naiveCompareTuples(
    Array.from(a, (character) => character.codePointAt(0) as number),
    Array.from(b, (character) => character.codePointAt(0) as number),
  )
}

function expectTotalOrder<T>(values: fc.Arbitrary<T>, compare: (a: T, b: T) => number): void {
  fc.assert(
    fc.property(values, values, values, (a, b, c) => {
      expect(compare(a, a)).toBe(0)
      expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0)
      const [first, second, third] = [a, b, c].sort(compare) as [T, T, T]
      expect(compare(first, second)).toBeLessThanOrEqual(0)
      expect(compare(second, third)).toBeLessThanOrEqual(0)
      expect(compare(first, third)).toBeLessThanOrEqual(0)
      if (compare(a, b) === 0) expect(Math.sign(compare(a, c))).toBe(Math.sign(compare(b, c)))
    }),
    { numRuns: 300 },
  )
}

describe('the order of strings', () => {
  test('is that of their code points', () => {
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      trickyText.map((drawn) => drawn.toWellFormed()),
    )
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(compareByCodePoints(a, b)))
      }),
      { numRuns: 300 },
    )
  })

  test('puts what lies beyond the basic plane last, unlike the order of UTF-16 units', () => {
    expect(compareCodePoints('\uffff', '😀')).toBeLessThan(0)
    expect(['😀', '\uffff'].sort()).toEqual(['😀', '\uffff'])
  })

  test('is total with lone surrogates too, and equal only for equal strings', () => {
    expectTotalOrder(trickyText, compareCodePoints)
    fc.assert(
      fc.property(trickyText, trickyText, (a, b) => {
        expect(compareCodePoints(a, b) === 0).toBe(a === b)
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(naiveCompareText(a, b)))
      }),
      { numRuns: 300 },
    )
  })

  test('keeps strings with a common beginning adjacent', () => {
    fc.assert(
      fc.property(fc.array(trickyText, { maxLength: 20 }), trickyText, (list, begin) => {
        const flags = list.sort(compareCodePoints).map((text) => text.startsWith(begin))
        const [first, last] = [flags.indexOf(true), flags.lastIndexOf(true)]
        expect(flags.slice(Math.max(first, 0), last + 1)).not.toContain(false)
      }),
    )
  })
})

describe('the order of keys', () => {
  test('puts numbers before text, by value', () => {
    const sorted = ['b', 10, 'a', -1, Infinity, '', 9, -Infinity].sort(compareParts)
    expect(sorted).toEqual([-Infinity, -1, 9, 10, Infinity, '', 'a', 'b'])
  })

  test('is total, and that of the naive comparison', () => {
    expectTotalOrder(part, compareParts)
    expectTotalOrder(tuple, compareTuples)
    fc.assert(
      fc.property(tuple, tuple, (a, b) => {
        expect(Math.sign(compareTuples(a, b))).toBe(Math.sign(naiveCompareTuples(a, b)))
      }),
    )
  })

  test('has a bound above all that begins with a prefix, and below what comes next', () => {
    fc.assert(
      fc.property(tuple, tuple, (prefix, key: KeyTuple) => {
        const bound = [...prefix, AFTER_ALL]
        if (startsWith(key, prefix)) expect(compareTuples(key, bound)).toBeLessThan(0)
        else expect(Math.sign(compareTuples(key, bound))).toBe(Math.sign(compareTuples(key, prefix)))
      }),
    )
    expect(compareParts(AFTER_ALL, AFTER_ALL)).toBe(0)
  })
})
