/** Blank texts count as absent. */
import { expect, test } from 'vitest'
import { isBlank, withoutBlank, withoutBlanks } from '../../../src/model/input/blank.ts'

test.each([
  [undefined, true, undefined],
  [null, true, undefined],
  ['', true, undefined],
  [' \t\n', true, undefined],
  [' a b ', false, 'a b'],
  ['0', false, '0'],
])('%j is blank: %s', (text, blank, trimmed) => {
  expect([isBlank(text), withoutBlank(text)]).toEqual([blank, trimmed])
})

test('texts of a record are trimmed, and its blank and absent fields removed', () => {
  const fields = { key: ' REQ-001 ', label: ' ', title: null, baseline: undefined, version: 0, tags: [' '] }
  expect(Object.entries(withoutBlanks(fields))).toEqual([
    ['key', 'REQ-001'],
    ['version', 0],
    ['tags', [' ']],
  ])
})
