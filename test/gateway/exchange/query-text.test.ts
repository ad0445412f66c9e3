// How a query string is read: pairs, repeats, bounds, and what nothing declares.

import { describe, expect, test } from 'vitest'
import type { Parameters } from '../../../src/api/framework/operation.ts'
import { MAXIMUM_CRITERIA, MAXIMUM_ITEMS } from '../../../src/api/framework/parameter.ts'
import { readPairs, decodeQuery } from '../../../src/gateway/addresses/query-text.ts'

const integer = (text: string) =>
  /^-?\d+$/.test(text) ? { value: Number(text) } : { problem: `must be a whole number, not '${text}'` }
const list = (text: string) =>
  text.includes('!') ? { problem: `must be no '${text}'` } : { value: text.split(',') }

const DECLARED = {
  name: { kind: 'string', decode: (text: string) => ({ value: text }) },
  limit: { kind: 'integer', minimum: 1, maximum: 200, default: 20, decode: integer },
  below: { kind: 'integer', maximum: 5, decode: integer },
  above: { kind: 'integer', minimum: -5, decode: integer },
  ids: { kind: 'list', repeatable: true, decode: list },
  sort: { kind: 'sort', repeatable: true, decode: list },
} as unknown as Parameters

const NEEDY = {
  id: { kind: 'integer', required: true, decode: integer },
} as unknown as Parameters

const USUAL = { clamp: false, embedded: false, strictBooleans: false, namesAsSent: false }
const read = (text: string, clamp = false) => decodeQuery(DECLARED, text, { ...USUAL, clamp })
const well = (query: object, others: object = {}) => ({
  query: { limit: 20, ...query },
  undeclared: [],
  problems: [],
  reasons: [],
  ...others,
})
const BROKEN = "query: broken percent-encoding in 'name=%zz'"
const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index))

test.each<[string, [string, string][], string[]]>([
  ['', [], []],
  ['&&', [], []],
  ['a', [['a', '']], []],
  ['a=', [['a', '']], []],
  ['=a', [['', 'a']], []],
  [
    'a=b=c&a=d',
    [
      ['a', 'b=c'],
      ['a', 'd'],
    ],
    [],
  ],
  ['a%20b+c=d+e%2B', [['a b c', 'd e+']], []],
  ['name=%zz&a=%C3%A9', [['a', 'é']], [BROKEN]],
  ['%zz=1', [], ["query: broken percent-encoding in '%zz=1'"]],
])('pairs of %j', (text, pairs, complaints) => {
  const problems: string[] = []
  expect([readPairs(text, problems), problems]).toEqual([pairs, complaints])
})

describe('what is declared', () => {
  test.each<[string, object]>([
    ['', well({})],
    ['name=x&limit=7', well({ name: 'x', limit: 7 })],
    ['name=', well({ name: '' })],
    ['ids=1,2', well({ ids: ['1', '2'] })],
    ['ids=1,2&ids=3&sort=a', well({ ids: ['1', '2', '3'], sort: ['a'] })],
    [
      'name=x&name=y',
      well(
        { name: 'x' },
        { problems: ["query parameter 'name' may be sent once: 'y' is one too many"], reasons: ['repeated'] },
      ),
    ],
    [
      'limit=x&limit=3',
      {
        ...well({}),
        query: {},
        problems: [
          "query parameter 'limit' must be a whole number, not 'x'",
          "query parameter 'limit' may be sent once: '3' is one too many",
        ],
        reasons: ['repeated'],
      },
    ],
    [
      'colour=red&colour=blue&toString=1',
      well(
        {},
        {
          undeclared: [
            ['colour', 'red'],
            ['colour', 'blue'],
            ['toString', '1'],
          ],
        },
      ),
    ],
    ['ids=1&ids=!', well({ ids: ['1'] }, { problems: ["query parameter 'ids' must be no '!'"] })],
    ['name=%zz', well({}, { problems: [BROKEN] })],
  ])('%s', (text, result) => expect(read(text)).toStrictEqual(result))

  test('a parameter that is missing', () => {
    expect(decodeQuery(NEEDY, 'ID=1', USUAL)).toEqual({
      query: {},
      undeclared: [['ID', '1']],
      problems: ["query parameter 'id' is required"],
      reasons: [],
    })
    expect(decodeQuery(NEEDY, 'id=x', USUAL).problems).toEqual([
      "query parameter 'id' must be a whole number, not 'x'",
    ])
  })
})

describe('bounds', () => {
  test.each<[string, object, string[]]>([
    ['limit=0', { limit: 1 }, ['bounds']],
    ['limit=-7', { limit: 1 }, ['bounds']],
    ['limit=1', { limit: 1 }, []],
    ['limit=200', { limit: 200 }, []],
    ['limit=01', { limit: 1 }, []],
    ['limit=0200', { limit: 200 }, []],
    ['limit=201', { limit: 200 }, ['bounds']],
    [`limit=${'9'.repeat(40)}`, { limit: 200 }, ['bounds']],
    ['below=-9&above=9', { below: -9, above: 9 }, []],
    ['below=9&above=-9', { below: 5, above: -5 }, ['bounds', 'bounds']],
  ])('%s is clamped if the world is configured so', (text, query, reasons) => {
    expect(read(text, true)).toEqual(well(query, { reasons }))
  })

  test.each(['limit=x', 'limit=1x', 'limit=x1', 'limit=', 'limit=--1'])('%s is no number', (text) => {
    expect(read(text, true).problems).toEqual([
      `query parameter 'limit' must be a whole number, not '${text.slice(6)}'`,
    ])
  })

  test('limits the number of values and criteria', () => {
    const many = (name: string, count: number) => read(times(count, (index) => `${name}=${index}`).join('&'))
    expect(many('ids', MAXIMUM_ITEMS)).toMatchObject({ problems: [], reasons: [] })
    expect(many('ids', MAXIMUM_ITEMS + 1)).toMatchObject({
      problems: [`query parameter 'ids' takes at most ${MAXIMUM_ITEMS} values`],
      reasons: ['limit'],
    })
    expect(many('sort', MAXIMUM_CRITERIA)).toMatchObject({ problems: [], reasons: [] })
    expect(many('sort', MAXIMUM_CRITERIA + 1)).toMatchObject({
      problems: [`query parameter 'sort' takes at most ${MAXIMUM_CRITERIA} criteria`],
      reasons: ['limit'],
    })
  })

  test('lists fifty problems', () => {
    expect(read(times(60, () => 'below=x').join('&')).problems).toHaveLength(50)
    const last = read(`${times(50, () => 'below=x').join('&')}&name=y`)
    expect([last.problems.length, last.query]).toEqual([50, { limit: 20 }])
  })
})
