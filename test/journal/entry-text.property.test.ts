// Entries are written as JSON.stringify writes their fields, whatever was written before.

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Delivery } from '../../src/api/exchange.ts'
import { EntryWriter } from '../../src/gateway/entry-text.ts'
import type { JournalEntry } from '../../src/gateway/journal.ts'

const [MADE, CHANGED] = ['NONE', 'ACTIVE'].map((from) => ({ machine: 'm', from, event: 'E', to: 'ACTIVE' }))
const few = <T>(...values: T[]) => fc.constantFrom(...values)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const headers = fc.oneof(
  few(
    { host: 'a', accept: 'json' },
    { accept: 'json', host: 'a' },
    { host: 'a' },
    { host: 'a', accept: undefined },
    {},
  ),
  fc.dictionary(
    few('host', 'accept', 'x-"odd"', '__proto__', '1'),
    fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 2 }), fc.constant(undefined)),
  ),
)

const entry: fc.Arbitrary<JournalEntry> = fc.record({
  id: fc.string({ maxLength: 3 }),
  at: fc.integer(),
  world: few('default', 'w"1'),
  interface: maybe(few('wiki', 'standalone')),
  region: maybe(few('eu', 'us')),
  operation: maybe(few('a', 'b')),
  user: maybe(few('alice', 'bob')),
  request: fc.record({
    method: few('GET', 'HEAD'),
    url: few('/a', '/a?q="\ud800'),
    headers,
    body: maybe(fc.oneof(fc.string(), few(new TextEncoder().encode('bytes'), new Uint8Array([0xff])))),
  }),
  answer: fc.record({
    status: few(200, 404),
    headers: fc.dictionary(fc.string({ maxLength: 2 }), fc.string({ maxLength: 2 })),
    body: fc.string(),
    delivery: few<Delivery | undefined>(undefined, { waits: true, latency: 5 }) as fc.Arbitrary<Delivery>,
  }),
  assumptions: few<JournalEntry['assumptions']>(['A01'], ['A02'], ['A01', 'A02'], []),
  unknownParameters: few<string[]>([], [], ['colour']),
  unknownFields: few<string[]>([], [], ['size']),
  rateLimitExceeded: fc.boolean(),
  stateful: maybe(fc.boolean()) as fc.Arbitrary<boolean>,
  application: few(undefined, undefined, 1, 2) as fc.Arbitrary<number>,
  generated: few(undefined, 'schema') as fc.Arbitrary<'schema'>,
  transitions: few(undefined, [], [MADE], [CHANGED], [MADE, CHANGED]) as fc.Arbitrary<never[]>,
  diagnosis: few(undefined, undefined, { reason: 'r', nearest: [] }) as fc.Arbitrary<never>,
  fault: few(undefined, undefined, 3) as fc.Arbitrary<number>,
  defect: few(undefined, undefined, 'Error') as fc.Arbitrary<string>,
})

/** All fields in the order in which the journal promises them. */
function whole(number: number, entry: JournalEntry, body: string | undefined): string {
  const { request, answer } = entry
  const sent = typeof request.body === 'object' ? new TextDecoder().decode(request.body) : request.body
  return JSON.stringify({
    number,
    id: entry.id,
    at: entry.at,
    world: entry.world,
    interface: entry.interface,
    region: entry.region,
    operation: entry.operation,
    user: entry.user,
    request: { method: request.method, url: request.url, headers: request.headers, body: sent },
    answer: { status: answer.status, headers: answer.headers, body, delivery: answer.delivery },
    assumptions: entry.assumptions,
    unknownParameters: entry.unknownParameters,
    unknownFields: entry.unknownFields,
    rateLimitExceeded: entry.rateLimitExceeded,
    stateful: entry.stateful,
    application: entry.application,
    generated: entry.generated,
    transitions: entry.transitions,
    diagnosis: entry.diagnosis,
    fault: entry.fault,
    defect: entry.defect,
  })
}

/** An entry, and others that differ from it in one field each. */
const alike = fc
  .tuple(entry, fc.array(fc.tuple(entry, fc.nat()), { maxLength: 12 }))
  .map(([first, others]) => [
    first,
    ...others.map(([other, at]): JournalEntry => {
      const names = Object.keys(first) as (keyof JournalEntry)[]
      const name = names[at % names.length] as keyof JournalEntry
      return { ...first, [name]: other[name] }
    }),
    first,
  ])

test('property: entries are written whole, whatever those before them were', () => {
  fc.assert(
    fc.property(alike, fc.boolean(), (entries, apart) => {
      const writer = new EntryWriter()
      entries.forEach((each, number) => {
        const body = apart ? undefined : (each.answer.body as string)
        expect(writer.write(number, each, body)).toBe(whole(number, each, body))
      })
    }),
    { numRuns: 75 },
  )
})

test('what differs in one header or one item alone is noticed', () => {
  const [first] = fc.sample(entry, { seed: 1, numRuns: 1 }) as [JournalEntry]
  const base: JournalEntry = {
    ...first,
    request: { method: 'GET', url: '/a', headers: { host: 'a', accept: 'json' } },
    assumptions: ['A01', 'A02'],
    transitions: [MADE as never],
  }
  const others: JournalEntry[] = [
    { ...base, request: { ...base.request, headers: { host: 'a', accept: 'text' } } },
    { ...base, request: { ...base.request, headers: { host: 'a', 'accept-language': 'json' } } },
    { ...base, request: { ...base.request, headers: { host: 'a' } } },
    { ...base, request: { ...base.request, headers: { host: 'a', accept: 'json', via: 'b' } } },
    { ...base, assumptions: ['A01', 'A03'] },
    { ...base, assumptions: ['A01'] },
    { ...base, transitions: [CHANGED as never] },
    { ...base, transitions: [] },
  ]
  const writer = new EntryWriter()
  for (const other of others) {
    expect(writer.write(1, base, '')).toBe(whole(1, base, ''))
    expect(writer.write(2, other, '')).toBe(whole(2, other, ''))
  }
})
