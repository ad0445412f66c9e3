/** The values of a response that matter to a step, by path. */
import { describe, expect, test } from 'vitest'
import { machines } from '../../../src/model/machine-list.ts'
import { MACHINE_NAMES } from '../../../src/scenario/format/timeline.ts'
import { marksOf } from '../../../src/scenario/timeline/marks.ts'

const list = [
  { key: 'REQ-001', status: 'ACTIVE', tags: ['a', 'b'] },
  { key: 'REQ-002', status: 'DELETED', tags: [] },
]

describe('marks', () => {
  test.each([
    ['fields of a body', { body: { a: { b: 1 } } }, {}, { a: { b: 1, c: 2 } }, ['$.a.b']],
    ['items in their places', { body: [{ key: 'REQ-001' }, {}] }, {}, list, ['$[0].key']],
    ['an empty list', { body: { items: [] } }, {}, { items: [] }, ['$.items']],
    ['the item that a list contains', { body: { contains: { key: 'REQ-002' } } }, {}, list, ['$[1].key']],
    ['a list by its length', { body: { length: 2 } }, {}, list, ['$']],
    ['a text by a part of it', { body: { a: { contains: 'x' } } }, {}, { a: 'axb' }, ['$.a']],
    ['values by path', { path: { '$[*].key': ['REQ-001', 'REQ-002'] } }, {}, list, ['$[0].key', '$[1].key']],
    ['one of several by path', { path: { '$[*].key': { contains: 'REQ-002' } } }, {}, list, ['$[1].key']],
    ['saved values', {}, { save: { key: '$[1].key' } }, list, ['$[1].key']],
    ['values that show names', {}, { show: { response: ['$[0].tags[1]'] } }, list, ['$[0].tags[1]']],
    [
      'headers that must be there',
      { headers: { 'X-Rate-Limit-Limit': '200', etag: { absent: true as const } } },
      {},
      {},
      ['header x-rate-limit-limit'],
    ],
    ['what is missing', { body: { a: 1 } }, { save: { x: '$.y' } }, {}, []],
  ])('are %s', (_, expected, step, body, marks) => {
    expect(marksOf(expected, step, body)).toEqual(marks)
  })

  test('are listed once, and at most a hundred', () => {
    expect(marksOf({ body: { a: 1 } }, { save: { a: '$.a' } }, { a: 1 })).toEqual(['$.a'])
    const many = Array.from({ length: 500 }, (_, id) => ({ id }))
    expect(marksOf({}, { show: { response: ['$[*].id'] } }, many)).toHaveLength(100)
  })
})

test('a step may name each state machine', () => {
  expect(MACHINE_NAMES).toEqual(machines.map(({ id }) => id))
})
