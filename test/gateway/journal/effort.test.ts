/** A full journal took over a second to ask for one operation: every entry was read, bodies and all. */
import { expect, test, vi } from 'vitest'
import { Journal, type JournalFilter } from '../../../src/gateway/journal/journal.ts'
import { verifyCalls } from '../../../src/gateway/journal/verify.ts'
import { operations } from '../../../src/api/operations.ts'
import { entry } from './recorded.ts'

const LIST = 'wiki.baseline.list'
const READ = 'wiki.baseline.read'

/** A journal with one call in a hundred of `READ`, each by bob in the world `w`. */
function full(): Journal {
  const journal = new Journal()
  for (let count = 0; count < 1000; count++) {
    const one = count % 100 === 0
    journal.add(one ? entry({ world: 'w', operation: READ, user: 'bob' }) : entry({ operation: LIST }))
  }
  return journal
}

/** How many entries an action reads. */
function entriesRead(action: () => unknown): number {
  const parse = vi.spyOn(JSON, 'parse')
  action()
  const read = parse.mock.calls.filter(([text]) => text.startsWith('{"number":')).length
  parse.mockRestore()
  return read
}

test.each<JournalFilter>([
  { operation: READ },
  { user: 'bob' },
  { world: 'w' },
  { operation: READ, status: 200 },
])('asked for %j, it reads no others', (filter) => {
  const journal = full()
  expect(entriesRead(() => expect(journal.entries(filter)).toHaveLength(10))).toBe(10)
})

test('what matched no operation is found without reading what did', () => {
  const journal = full()
  journal.add(entry({ operation: undefined, user: undefined }))
  expect(entriesRead(() => expect(journal.entries({ unmatched: true })).toHaveLength(1))).toBeLessThan(3)
})

test('a verification that holds reads the calls of its operation only', () => {
  const journal = full()
  const times = (count: number) => verifyCalls(journal, { operation: READ, times: count }, operations)
  expect(entriesRead(() => expect(times(10).ok).toBe(true))).toBe(10)
  expect(entriesRead(() => expect(times(9).ok).toBe(false))).toBe(10)
  expect(times(11).nearest).toHaveLength(3)
})

test('a text is looked for in an entry before its credentials are removed', () => {
  const journal = new Journal()
  let redacted = 0
  const headers = new Proxy({}, { ownKeys: () => (redacted++, []) })
  for (let count = 0; count < 100; count++)
    journal.add(entry({ answer: { status: 200, headers, body: '{"key":"REQ-1"}' } }))
  const body = '{"token":"very-secret","key":"REQ-77"}'
  journal.add(entry({ answer: { status: 200, headers: {}, body } }))
  const found = (text: string) => journal.entries({ text }).length
  redacted = 0
  expect([found('req-77'), found('very-secret'), redacted]).toEqual([1, 0, 0])
  expect([found('REDACTED'), found('"(redacted)","key"')]).toEqual([1, 1])
})

test('a user whose name is written with escapes is found as well', () => {
  const journal = full()
  const user = 'a "quoted" \\ name'
  journal.add(entry({ user, operation: READ }))
  expect(journal.entries({ user }).map((found) => found.user)).toEqual([user])
  expect(journal.entries({ user, operation: LIST })).toEqual([])
})
