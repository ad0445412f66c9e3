import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentEntries } from '../../../src/gateway/journal/recent-entries.ts'
import { recorded } from './recorded.ts'

const entryOf = (sent: string, body = '') =>
  recorded({
    request: { method: 'POST', url: '/', headers: { 'x-sent': sent }, body: sent },
    answer: { status: 200, headers: {}, body },
  })

/** How many bytes an engine takes for a text. */
const sizeOf = (text: string) =>
  text.length * (Array.from(text).some((character) => character > '\u00ff') ? 2 : 1)

/** With its address, the name of its header, and what an entry takes besides. */
const sizeOfEntry = (sent: string, body: string) => 1007 + 2 * sizeOf(sent) + sizeOf(body)

test('property: keeps the latest entries, in order, within its limits', () => {
  const limits = fc.record({
    entries: fc.integer({ min: 1, max: 12 }),
    bytes: fc.integer({ min: 1, max: 12_000 }),
  })
  const text = fc.oneof(fc.string({ maxLength: 300 }), fc.string({ unit: 'grapheme', maxLength: 200 }))
  fc.assert(
    fc.property(limits, fc.array(fc.tuple(text, text), { maxLength: 60 }), ({ entries, bytes }, texts) => {
      const recent = new RecentEntries(entries, bytes)
      let evicted = 0
      texts.forEach(([sent, body], number) => {
        evicted += recent.add(number, entryOf(sent, body))
        const first = number + 1 - recent.all.length
        expect(recent.all.map((kept) => kept.number)).toEqual(recent.all.map((_, at) => first + at))
        expect(evicted).toBe(first)
        expect(recent.all.length).toBeLessThanOrEqual(entries)
        const sizes = texts.slice(first, number + 1).map(([one, other]) => sizeOfEntry(one, other))
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bytes)
        // The newest is kept whenever it fits at all.
        expect(recent.all.length === 0).toBe(sizeOfEntry(sent, body) > bytes)
      })
    }),
  )
})

test('addresses that were called and unknown names count too', () => {
  const long = 'x'.repeat(500)
  const request = { method: 'GET', url: '/', headers: {} }
  for (const changes of [
    { unknownParameters: [long] },
    { unknownFields: [long] },
    { request: { ...request, address: long } },
  ]) {
    const recent = new RecentEntries(10, 1400)
    expect(recent.add(1, recorded({ request }))).toBe(0)
    expect(recent.add(2, recorded({ request, ...changes }))).toBe(2)
  }
})

test('what is removed makes room for others', () => {
  const recent = new RecentEntries(10, 5900)
  for (let number = 0; number < 5; number++) recent.add(number, entryOf('', `${number}`))
  recent.remove(({ answer }) => Number(answer.body) % 2 === 0)
  expect(recent.add(5, entryOf('', 'x'.repeat(2000)))).toBe(0)
  expect(recent.all.map(({ number }) => number)).toEqual([1, 3, 5])
  expect(recent.add(6, entryOf(''))).toBe(1)
})

test('large entries are given up as soon as they are evicted', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const recent = new RecentEntries(10, 5_000_000)
  const add = (number: number) => {
    const entry = entryOf('', 'x'.repeat(2_000_000))
    recent.add(number, entry)
    return new WeakRef(entry)
  }
  const first = add(0)
  add(1)
  add(2)
  // What a job has referred to weakly stays until it ends.
  await setImmediate()
  collect()
  expect(first.deref()?.id).toBeUndefined()
  expect(recent.all.map(({ number }) => number)).toEqual([1, 2])
})
