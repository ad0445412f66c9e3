// Whole numbers of parameters: short ones are read without big integers, and are the same as if they were not.

import { describe, expect, test } from 'vitest'
import { int64 } from '../../src/api/framework/parameter.ts'

const read = (text: string) => int64().decode(text)

describe('a whole number of 64 bits', () => {
  test.each<[string, number | bigint]>([
    ['0', 0],
    ['-0', 0],
    ['-000000000000000000000', 0],
    ['007', 7],
    ['-7', -7],
    ['999999999999999', 999_999_999_999_999],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['9223372036854775807', 9_223_372_036_854_775_807n],
    ['-9223372036854775808', -9_223_372_036_854_775_808n],
  ])('%s', (text, value) => {
    // Equal by Object.is, which tells 0 from -0.
    expect(read(text)).toStrictEqual({ value })
  })

  test.each(['9223372036854775808', '-9223372036854775809'])('%s is out of range', (text) => {
    expect(read(text)).toMatchObject({ reason: 'large-number' })
  })

  test.each(['', '-', '+1', '1.0', '1e3', '0x1', ' 1', '１'])('%j is none', (text) => {
    expect(read(text)).toHaveProperty('problem')
  })
})
