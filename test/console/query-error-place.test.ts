import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitAt } from '../../src/console/panels/requirements/error-place.ts'

test.each([
  ["key = REQ AND text ~ 'x'", 6, 'key = ', 'REQ', " AND text ~ 'x'"],
  ['(key = 1', 8, '(key = 1', '\u00A0\u00A0', ''],
  ['key IN (1 2)', 10, 'key IN (1 ', '2', ')'],
  ['key )', 4, 'key ', ')', ''],
])('%s at %i', (text, position, before, place, after) => {
  expect(splitAt(text, position)).toEqual({ before, place, after })
})

test('of a long query only what is around the place is shown', () => {
  const { before, place, after } = splitAt(`${'a '.repeat(500)}here ${'b '.repeat(500)}`, 1000)
  expect([before.length, place, after.length]).toEqual([41, 'here', 41])
})

test('stands any place in any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: -5, max: 200 }), (text, position) => {
      const { before, place, after } = splitAt(text, position)
      expect(place.length).toBeGreaterThan(0)
      if (text.length <= 40 && place.trim() !== '') expect(before + place + after).toBe(text)
    }),
  )
})
