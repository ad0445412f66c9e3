/** What each type of property takes, and which type a text reads as. */
import { describe, expect, test } from 'vitest'
import {
  inferDataType,
  MAXIMUM_ITEMS,
  readTypedValue,
  sentText,
  TAKES,
} from '../../../src/model/requirements/writing/property-values.ts'
import { PROPERTY_DATA_TYPES, type PropertyDataType } from '../../../src/model/records/wiki/requirements.ts'
import { buildWorld } from './requirements-world.ts'

const store = buildWorld({ rows: [] }, { hidden: false })
const MAXIMUM_NUMBER = Number.MAX_SAFE_INTEGER
const items = (count: number) => Array.from({ length: count }, (_, place) => `i${place}`).join(',')

describe('a text as a value of a type', () => {
  test.each<[type: PropertyDataType, text: string, value: string | number | boolean | undefined]>([
    ['TEXT', ' a  b ', ' a  b '],
    ['NUMBER', ' 12 ', 12],
    ['NUMBER', '-3', -3],
    ['NUMBER', '1.0', 1],
    ['NUMBER', '1.5', undefined],
    ['NUMBER', 'twelve', undefined],
    ['NUMBER', String(MAXIMUM_NUMBER), MAXIMUM_NUMBER],
    ['NUMBER', String(MAXIMUM_NUMBER + 1), undefined],
    ['NUMBER', String(-MAXIMUM_NUMBER - 1), undefined],
    ['DECIMAL', ' 1.5 ', 1.5],
    ['DECIMAL', '-0', 0],
    ['DECIMAL', String(MAXIMUM_NUMBER), MAXIMUM_NUMBER],
    ['DECIMAL', '1e300', undefined],
    ['DECIMAL', '1,5', undefined],
    ['DATE', ' 2026-02-28 ', '2026-02-28'],
    ['DATE', '2026-02-30', undefined],
    ['DATE', '2026-02-28T00:00:00Z', undefined],
    ['BOOLEAN', ' TRUE ', true],
    ['BOOLEAN', 'false', false],
    ['BOOLEAN', 'yes', undefined],
    ['USER', ' reader ', 'reader'],
    ['USER', 'nobody', undefined],
    ['LIST', ' b ,a,, b,c', 'b, a, c'],
    ['LIST', ' , ', undefined],
    ['LIST', items(MAXIMUM_ITEMS + 1), undefined],
  ])('%s %j', (type, text, value) => {
    const read = readTypedValue(store, type, text)
    expect(read?.value).toBe(value)
    if (read !== undefined) expect(read.multivalues).toEqual(type === 'LIST' ? ['b', 'a', 'c'] : undefined)
  })

  test('a list has as many items as that, and each once', () => {
    expect(readTypedValue(store, 'LIST', items(MAXIMUM_ITEMS))?.multivalues).toHaveLength(MAXIMUM_ITEMS)
  })

  test('an error names what each type accepts', () => {
    expect(PROPERTY_DATA_TYPES.map((type) => TAKES[type])).toEqual([
      'a text',
      'a whole number of at most 2^53 - 1',
      'a number of at most 2^53 - 1',
      'a day as YYYY-MM-DD',
      'true or false',
      'the name of a user',
      'at most 1000 items with commas between',
    ])
  })
})

test.each<[text: string, type: PropertyDataType]>([
  [' 12 ', 'DECIMAL'],
  ['-1.5', 'DECIMAL'],
  [String(MAXIMUM_NUMBER), 'DECIMAL'],
  [String(MAXIMUM_NUMBER + 1), 'TEXT'],
  [' 2026-02-28 ', 'DATE'],
  ['2026-02-30', 'TEXT'],
  [' True ', 'BOOLEAN'],
  ['untrue', 'TEXT'],
  ['falsehood', 'TEXT'],
  ['a, b', 'TEXT'],
])('%j reads as %s', (text, type) => {
  expect(inferDataType(text)).toBe(type)
})

test.each([
  ['<p>one</p><p>two</p>', 'one two'],
  ['  two  words ', '  two  words '],
  ['R&amp;D', 'R&D'],
  ['1 < 2  ', '1 < 2  '],
  ['</p>  x', 'x'],
  ['<!-- x -->', ''],
  [' \n ', ''],
  [0, '0'],
  [false, 'false'],
  [null, ''],
  [undefined, ''],
] as const)('%j is sent as %j', (value, text) => {
  expect(sentText(value)).toBe(text)
})
