import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compare,
  differencesOf,
  matchesPattern,
  received,
} from '../../../src/scenario/timeline/expectation.ts'
import type { ExpectationInput } from '../../../src/scenario/format/timeline.ts'

const ANSWER = received({
  status: 200,
  headers: { 'Content-Type': 'application/json', 'X-Request-Id': '17' },
  body: JSON.stringify({
    total: 2,
    items: [
      { key: 'REQ-001', text: 'The drone shall fly.' },
      { key: 'REQ-002', text: null },
    ],
  }),
})

function lines(expected: ExpectationInput, answer = ANSWER): string[] {
  return differencesOf(expected, answer).map(
    ({ place, ...rest }) => `${place}: ${rest.expected} / ${rest.got}`,
  )
}

describe('expectations that hold', () => {
  test.each<ExpectationInput>([
    {},
    { status: 200 },
    { status: '2xx' },
    { status: [404, '200'] },
    { headers: { 'content-type': 'application/json', 'x-request-id': { matches: '1*' } } },
    { headers: { etag: { absent: true } } },
    { body: { total: 2 } },
    { body: { items: [{ key: 'REQ-001' }, { text: null }] } },
    { body: { items: { length: 2, contains: { key: 'REQ-002' } } } },
    { body: { total: { atLeast: 2, atMost: 2 } } },
    { body: { items: [{ text: { matches: 'The * shall %.', contains: 'drone', length: 20 } }, {}] } },
    { path: { '$.items[0].key': 'REQ-001', '$.items[*].key': ['REQ-001', 'REQ-002'] } },
    { path: { '$..key': { contains: 'REQ-002' } } },
    { absent: ['$.items[2]', '$.errors', '$..html'] },
  ])('%j', (expected) => {
    expect(lines(expected)).toEqual([])
  })
})

describe('differences are reported with their place', () => {
  test.each<[ExpectationInput, string[]]>([
    [{ status: 201 }, ['status: 201 / 200']],
    [{ status: ['4xx', 500] }, ['status: 4xx or 500 / 200']],
    [{ headers: { etag: 'x' } }, ["header etag: 'x' / nothing"]],
    [{ headers: { 'x-request-id': { matches: '2*' } } }, ["header x-request-id: text like '2*' / '17'"]],
    [{ headers: { 'x-request-id': { absent: true } } }, ["header x-request-id: nothing / '17'"]],
    [{ body: { total: 3, count: 1 } }, ['$.total: 3 / 2', '$.count: 1 / nothing']],
    [{ body: { total: '2' } }, ["$.total: '2' / 2"]],
    [{ body: { items: [{ key: 'REQ-002' }, {}] } }, ["$.items[0].key: 'REQ-002' / 'REQ-001'"]],
    [
      { body: { items: { length: 3 } } },
      [`$.items: a length of 3 / 2: ${JSON.stringify(itemsOf(ANSWER.body))}`],
    ],
    [{ body: { total: { contains: 2 } } }, ['$.total: something that contains 2 / 2']],
    [
      { body: { total: { atLest: 2 } } },
      [expect.stringContaining('a comparison: contains, length') as never],
    ],
    [{ path: { '$.items[5].key': 'REQ-001' } }, ["$.items[5].key: 'REQ-001' / nothing"]],
    [
      { path: { '$..key': ['REQ-001'] } },
      [expect.stringMatching(/^\$\.\.key: 1 item: .* \/ 2 items: /) as never],
    ],
    [{ absent: ['$.total'] }, ['$.total: nothing / 2']],
    [{ body: { items: {} } }, [expect.stringMatching(/^\$\.items: \{\} \/ \[/) as never]],
    [{ dropped: true }, ['status: a dropped connection / status 200']],
  ])('%j', (expected, differences) => {
    expect(lines(expected)).toEqual(differences)
  })

  test('an unexpected error, with its message', () => {
    const refused = received({ status: 404, headers: {}, body: '{"message":"no page \'7\'"}' })
    expect(lines({ body: { id: 7 } }, refused)).toEqual([
      "status: below 400 / 404 ('no page '7'')",
      '$.id: 7 / nothing',
    ])
    expect(lines({ status: 404 }, refused)).toEqual([])
  })

  test('a list with fewer items than wanted, and one that is empty', () => {
    expect(lines({ body: { items: [] } })).toEqual([
      expect.stringMatching(/^\$\.items: 0 items: \[\] \/ 2 items: /),
    ])
  })

  test('a dropped connection', () => {
    const dropped = received({ status: 0, headers: {}, body: '', delivery: { dropped: true, waits: false } })
    expect(lines({}, dropped)).toEqual(['status: an answer / a dropped connection'])
    expect(lines({ dropped: true }, dropped)).toEqual([])
  })

  test('a body that is no JSON is text', () => {
    const text = received({ status: 200, headers: {}, body: 'a,b' })
    expect(lines({ body: 'a,b' }, text)).toEqual([])
    expect(lines({ path: { $: { matches: '*,c' } } }, text)).toEqual(["$: text like '*,c' / 'a,b'"])
  })
})

function itemsOf(body: unknown): unknown {
  return (body as { items: unknown }).items
}

test('every value is as expected of itself, and of no other', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as unknown
      expect(compare(plain, plain, '$')).toEqual([])
      expect(compare({ wanted: plain }, { wanted: [plain, plain, 'more'] }, '$').length).toBeGreaterThan(0)
    }),
  )
})

describe('patterns', () => {
  test.each([
    ['', '', true],
    ['*', '', true],
    ['a*', 'abc', true],
    ['*c', 'abc', true],
    ['a%c', 'ac', true],
    ['a*b*c', 'aXbYc', true],
    ['ab*ba', 'aba', false],
    ['a*b*b', 'ab', false],
    ['abc', 'abcd', false],
    ['A', 'a', false],
  ])('%j and %j', (pattern, text, isMatch) => {
    expect(matchesPattern(pattern, text)).toBe(isMatch)
  })

  test('match as the regular expression that they abbreviate', () => {
    const letters = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 })
    fc.assert(
      fc.property(letters('ab*'), letters('ab'), (pattern, text) => {
        expect(matchesPattern(pattern, text)).toBe(
          new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text),
        )
      }),
    )
  })

  test('many wildcards over a long text take no time to speak of', () => {
    expect(matchesPattern('*a'.repeat(2000), `${'a'.repeat(100_000)}b`)).toBe(false)
  })
})
