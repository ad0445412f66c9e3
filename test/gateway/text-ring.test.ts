import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextRing } from '../../src/gateway/text-ring.ts'

const size = (text: string) => new TextEncoder().encode(text).length

test('property: keeps the latest texts, whole and in order, within its bounds', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.integer({ min: 0, max: 400 }).map((length) => 'ä'.repeat(length)),
  )
  const bounds = fc.record({
    texts: fc.integer({ min: 1, max: 12 }),
    bytes: fc.integer({ min: 1, max: 600 }),
  })
  fc.assert(
    fc.property(bounds, fc.array(text, { maxLength: 60 }), ({ texts, bytes }, added) => {
      const ring = new TextRing(texts, bytes)
      added.forEach((one, position) => {
        ring.add(one)
        const kept = ring.texts()
        const before = added.slice(0, position + 1)
        expect(kept).toEqual(before.slice(before.length - kept.length))
        for (const latest of [0, 1, 2, 100])
          expect(ring.texts(latest)).toEqual(latest === 0 ? [] : kept.slice(-latest))
        expect(kept.length).toBeLessThanOrEqual(texts)
        expect(kept.reduce((sum, each) => sum + size(each), 0)).toBeLessThanOrEqual(bytes)
        // The newest is kept whenever it fits at all.
        expect(kept.length === 0).toBe(size(one) > bytes)
      })
    }),
    { numRuns: 75 },
  )
})

test('property: a text and its appendix are kept as one, with a line feed between them', () => {
  const part = fc.string({ unit: 'grapheme', maxLength: 30 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 600 }),
      fc.array(fc.tuple(part, fc.option(part, { nil: undefined })), { maxLength: 40 }),
      (bytes, added) => {
        const [ring, joined] = [new TextRing(10, bytes), new TextRing(10, bytes)]
        for (const [text, appendix] of added) {
          ring.add(text, appendix)
          joined.add(appendix === undefined ? text : `${text}\n${appendix}`)
          const [last = ''] = ring.texts().slice(-1)
          const [expected = ''] = joined.texts().slice(-1)
          expect(last).toBe(expected)
          expect(ring.texts().reduce((sum, each) => sum + size(each), 0)).toBeLessThanOrEqual(bytes)
        }
      },
    ),
  )
})

test('uses most of its bytes, and keeps on doing so', () => {
  const ring = new TextRing(10_000, 1_000_000)
  for (let count = 0; count < 20_000; count++) ring.add(`${count} ${'x'.repeat(count % 700)}`)
  const kept = ring.texts()
  expect(kept.at(-1)).toMatch(/^19999 /)
  expect(kept.reduce((sum, each) => sum + each.length, 0)).toBeGreaterThan(950_000)
  ring.clear()
  expect(ring.size).toBe(0)
  ring.add('again')
  expect(ring.texts()).toEqual(['again'])
})

/** The texts that a ring of so many bytes keeps of these, which are letters by how many there are of each. */
function keptOf(bytes: number, lengths: readonly number[]): string[] {
  const ring = new TextRing(100, bytes)
  const texts = lengths.map((length, index) => String.fromCharCode(65 + index).repeat(length))
  for (const text of texts) ring.add(text)
  return ring.texts().map((text) => {
    expect(texts).toContain(text)
    return text.charAt(0)
  })
}

test.each([
  ['a text that begins where the new one ends stays', 25, [16, 8, 16], 'BC'],
  [
    'one that begins where the next would goes, where that has no room before the end',
    25,
    [16, 8, 16, 11],
    'D',
  ],
  [
    'all stay where the memory grows, and the last fits exactly',
    10_000,
    [1001, 1000, 1000, 1000, 1000, 1000, 1332],
    'ABCDEFG',
  ],
])('%s', (_name, bytes, lengths, kept) => expect(keptOf(bytes, lengths).join('')).toBe(kept))

test('what is left goes to the beginning where the memory grows, and is whole there', () => {
  const ring = new TextRing(2, 100_000)
  const texts = Array.from('ABCDEFG', (letter) => letter.repeat(2000))
  for (const text of texts) ring.add(text)
  expect(ring.texts()).toEqual(texts.slice(-2))
})
