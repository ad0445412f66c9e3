import { expect, test } from 'vitest'
import { readBody, tellingHeaders } from '../../../src/console/panels/journal/request.ts'

test('headers that differ from answer to answer say nothing', () => {
  expect(
    tellingHeaders({
      'X-Request-Id': '7',
      'X-Rate-Limit-Remaining': '3',
      'Content-Type': 'application/json',
      Vary: 'Origin',
      'Retry-After': '30',
    }),
  ).toEqual({ 'content-type': 'application/json', 'retry-after': '30' })
})

test.each([
  ['{"a":1}', { a: 1 }],
  ['no JSON', 'no JSON'],
  ['', undefined],
  [undefined, undefined],
])('the body %j is read', (text, value) => {
  expect(readBody(text)).toEqual(value)
})
