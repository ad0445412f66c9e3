import { describe, expect, test } from 'vitest'
import { explainQuery } from '../../../src/language/query/explain.ts'
import { parseQuery } from '../../../src/language/query/parse.ts'
import { planQuery } from '../../../src/language/query/plan.ts'
import { printQuery } from '../../../src/language/query/print.ts'
import { comparedTo, isExactNumber } from '../../../src/language/values.ts'
import { smallRecord, smallSource } from './small-world.ts'

describe('a number in a query', () => {
  test.each(['007', '1.10', '1e3', '1E+03', '-0', '-0.50', '12345678901234567890'])(
    'is printed and explained as it was written: %s',
    (number) => {
      const query = parseQuery(`key in(${number}) or baseline was ${number.replace('-', '')}`)
      expect(printQuery(query)).toBe(`key IN (${number}) OR baseline WAS ${number.replace('-', '')}`)
      expect(explainQuery(query)).toContain(`whose key is ${number} or`)
    },
  )

  test('is found by the index of its spelling', () => {
    const world = {
      records: ['7', '007', '7.0'].map((key, id) => smallRecord(id, { key, externalProperty: key, id })),
      followed: 0,
    }
    const idsOf = (text: string) =>
      [...(planQuery(parseQuery(text), smallSource(world)).candidates() ?? [])].map(({ id }) => id)
    expect(idsOf('key = 007')).toEqual([1])
    expect(idsOf('key IN (7, 7.0)')).toEqual([0, 2])
    expect(idsOf('id = 01')).toEqual([1])
    expect(idsOf('key ~ 007')).toEqual([1])
  })

  test.each([
    ['0.1', true],
    ['1e22', false],
    ['9007199254740991', true],
    ['9007199254740992', false],
    ['0.1000000000000000055511151231257827', false],
    ['-00.50', true],
    ['1e400', false],
    ['1e-400', false],
    ['0e0', true],
  ])('%s is exact: %s', (text, exact) => {
    expect(isExactNumber(text)).toBe(exact)
  })

  test.each([
    ['9007199254740993', '9007199254740992', 1],
    ['-9007199254740993', '-9007199254740992', -1],
    ['0.10', '.1'.padStart(3, '0'), 0],
    ['1e-400', '0', 1],
    ['-1e-400', '-0', -1],
    ['123456789012345678', '1.23456789012345678e17', 0],
    ['10', '9', 1],
    ['a10', 'a9', -1],
  ])('%s comes before %s, or after it, without rounding: %s', (a, b, order) => {
    expect(Math.sign(comparedTo(b)(a))).toBe(order)
    expect(Math.sign(comparedTo(a)(b))).toBe(-order + 0)
  })
})

describe('a pattern', () => {
  test.each([
    [String.raw`key ~ '50\%'`, "whose key is '50%' in any letter case"],
    [String.raw`key ~ '50\%%'`, "whose key begins with '50%'"],
    [String.raw`key ~ 'a\\%'`, String.raw`whose key begins with 'a\'`],
    [String.raw`'100\%'`, "whose key or text contains '100%'"],
    [String.raw`hasTest('50\% done')`, "with a test whose status is '50% done'"],
  ])('is explained by the text that it stands for: %s', (text, explanation) => {
    const query = parseQuery(text)
    expect(explainQuery(query)).toBe(`requirements ${explanation}`)
    expect(printQuery(query)).toBe(text)
  })

  test('is looked up by the text before its first wildcard', () => {
    const world = {
      records: ['50%', '50% a', '500'].map((key, id) => smallRecord(id, { key })),
      followed: 0,
    }
    const found = planQuery(parseQuery(String.raw`key ~ '50\%%'`), smallSource(world)).candidates()
    expect([...(found ?? [])].map(({ id }) => id)).toEqual([0, 1])
  })

  test('of the former grammar has no escapes, and prints as it reads', () => {
    const grammar = { patterns: 'plain' } as const
    const query = parseQuery(String.raw`key ~ '50\%'`, grammar)
    expect(printQuery(query)).toBe(String.raw`key ~ '50\\%'`)
    expect(parseQuery(printQuery(query), grammar)).toMatchObject({ value: { text: String.raw`50\\%` } })
  })
})
