/** JSON Pointers (RFC 6901), with which an agent reads a part of a long response. */
import { expect, test } from 'vitest'
import { partAt } from '../../src/mcp/bounded.ts'

const data = {
  foo: ['bar', 'baz'],
  'a/b': 1,
  'c%d': 2,
  'm~n': 8,
  '~1': 'a tilde, then a one',
  '/': 'a slash',
  '~0/': 'a tilde, a zero, then a slash',
}

test.each([
  ['', data],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/foo/2', undefined],
  ['/a~1b', 1],
  ['/a/b', undefined],
  ['/c%d', 2],
  ['/m~0n', 8],
  ['/~01', 'a tilde, then a one'],
  ['/~1', 'a slash'],
  ['/~00~1', 'a tilde, a zero, then a slash'],
  ['foo', undefined],
])('the pointer %j leads to %j', (pointer, value) => {
  expect(partAt(data, pointer)).toEqual(value)
})
