import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareStoredKeys, storedKey, tupleOf } from '../../../src/world/store/index-keys.ts'
import { keyPart } from './arbitraries.ts'
import { naiveCompareTuples } from './naive.ts'

const tuple = fc.array(fc.oneof(keyPart, fc.constantFrom(Infinity, -Infinity, 0.5, 2 ** 53)), {
  maxLength: 3,
})

test('index keys are in the order of their members, however they are kept', () => {
  fc.assert(
    fc.property(tuple, tuple, (a, b) => {
      const expected = Math.sign(naiveCompareTuples(a, b))
      for (const left of [a, storedKey(a)])
        for (const right of [b, storedKey(b)])
          expect(Math.sign(compareStoredKeys(left, right))).toBe(expected)
    }),
  )
})

test('what is kept of an index key tells all of it', () => {
  fc.assert(
    fc.property(tuple, (key) => {
      expect(tupleOf(storedKey(key))).toEqual(key)
    }),
  )
  expect([storedKey([7]), storedKey(['7']), storedKey([7, 7]), storedKey([])]).toEqual([7, ['7'], [7, 7], []])
})
