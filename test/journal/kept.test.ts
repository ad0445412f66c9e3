// What the journal gives out is what it was given, however it keeps it meanwhile.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Journal, type JournalEntry } from '../../src/gateway/journal.ts'
import { entry } from './recorded.ts'

/** The entry as JSON would carry it. */
const carried = (given: JournalEntry): unknown => JSON.parse(JSON.stringify(given))

test('property: an answer is given out as it was, whatever its body is made of', () => {
  const body = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '\n',
      'two\nlines\n',
      '{"items":[]}',
      '\u2028',
      'ä€😀',
      'half \ud83d',
      '\udc00 other half',
    ),
  )
  fc.assert(
    fc.property(fc.array(body, { minLength: 1, maxLength: 4 }), (bodies) => {
      const journal = new Journal()
      const entries = bodies.map((text, position) =>
        entry({ id: String(position), answer: { status: 200, headers: { 'X-Of': 'test' }, body: text } }),
      )
      for (const one of entries) journal.add(one)
      expect(journal.entries().map(({ number: _number, ...rest }) => rest)).toEqual(entries.map(carried))
    }),
  )
})

test('every field is given out, in the order in which it was told', () => {
  const journal = new Journal()
  const given = entry({
    request: { method: 'POST', url: '/x', headers: { accept: ['a', 'b'] }, body: 'sent' },
    answer: { status: 503, headers: {}, body: 'line\nline', delivery: { latency: 5, waits: false } },
    assumptions: ['A01'],
    unknownParameters: ['colour'],
    unknownFields: ['text.size'],
    rateLimitExceeded: true,
    stateful: true,
    transitions: [{ machine: 'task', from: 'none', event: 'CREATED', to: 'PENDING' }],
    diagnosis: { reason: 'why', nearest: ['GET /y'] },
    fault: 7,
    defect: 'Error',
  })
  journal.add(given)
  const [found] = journal.entries()
  expect(JSON.stringify(found)).toBe(JSON.stringify({ number: 1, ...given }))
})

test('bodies of bytes: sent ones are told as text', () => {
  const journal = new Journal()
  const bytes = new TextEncoder().encode('{"text":"ä"}')
  journal.add(entry({ request: { method: 'POST', url: '/', headers: {}, body: bytes } }))
  expect(journal.entries()[0]?.request.body).toBe('{"text":"ä"}')
})
