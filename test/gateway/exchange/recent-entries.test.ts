import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { RecentEntries } from '../../../src/gateway/journal/recent-entries.ts'

const keptOf = (number: number, json: string, body = '') => ({
  number,
  world: 'default',
  operation: undefined,
  user: undefined,
  json,
  body,
})

/** How many bytes an engine takes for a text. */
const sizeOf = (text: string) =>
  text.length * (Array.from(text).some((character) => character > '\u00ff') ? 2 : 1)

test('property: keeps the latest entries, in order, within its limits', () => {
  const limits = fc.record({
    entries: fc.integer({ min: 1, max: 12 }),
    bytes: fc.integer({ min: 1, max: 600 }),
  })
  const text = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 30 }))
  fc.assert(
    fc.property(limits, fc.array(fc.tuple(text, text), { maxLength: 60 }), ({ entries, bytes }, texts) => {
      const recent = new RecentEntries(entries, bytes)
      let evicted = 0
      texts.forEach(([json, body], number) => {
        evicted += recent.add(keptOf(number, json, body))
        const first = number + 1 - recent.all.length
        expect(recent.all.map((kept) => kept.number)).toEqual(recent.all.map((_, at) => first + at))
        expect(evicted).toBe(first)
        expect(recent.all.length).toBeLessThanOrEqual(entries)
        const sizes = recent.all.map((kept) => sizeOf(kept.json) + sizeOf(kept.body))
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bytes)
        // The newest is kept whenever it fits at all.
        expect(recent.all.length === 0).toBe(sizeOf(json) + sizeOf(body) > bytes)
      })
    }),
  )
})

test('what is removed makes room for others', () => {
  const recent = new RecentEntries(10, 100)
  for (let number = 0; number < 5; number++) recent.add(keptOf(number, 'x'.repeat(20)))
  recent.remove(({ number }) => number % 2 === 0)
  expect(recent.add(keptOf(5, 'x'.repeat(60)))).toBe(0)
  expect(recent.all.map(({ number }) => number)).toEqual([1, 3, 5])
  expect(recent.add(keptOf(6, 'x'))).toBe(1)
})
