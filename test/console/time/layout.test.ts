import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buckets,
  fit,
  fitStory,
  inSight,
  instantAt,
  MAXIMUM_SPAN,
  pan,
  placeOf,
  SHORTEST,
  type Span,
  TICK_ROOM,
  ticks,
  tickStep,
  tickText,
  widthOfBucket,
  zoom,
} from '../../../src/console/panels/time/layout.ts'
import { type Look, type Mark, merge } from '../../../src/console/panels/time/marks.ts'

const nine = Date.parse('2026-01-05T09:00:00.000Z')
const minute = 60_000
const span: Span = { from: nine, to: nine + 10 * minute }

const mark = (key: string, at: number, row = 'faults', look: Look = 'good'): Mark => ({
  key,
  at,
  row,
  look,
  text: key,
  outcome: '',
  facts: {},
})

const spans = fc
  .record({
    from: fc.integer({ min: 0, max: 4e12 }),
    length: fc.integer({ min: SHORTEST, max: MAXIMUM_SPAN }),
  })
  .map(({ from, length }): Span => ({ from, to: from + length }))

describe('the whole story', () => {
  test('has what happened and what comes soon, not a job that is far off', () => {
    const week = nine + 7 * 24 * 60 * minute
    const story = fitStory([nine, nine + 9 * minute], nine + 12 * minute, [nine + 15 * minute, week])
    expect(story.from).toBeLessThanOrEqual(nine)
    expect(story.to).toBeGreaterThanOrEqual(nine + 15 * minute)
    expect(story.to).toBeLessThan(nine + 30 * minute)
    expect(fitStory([], nine, [week]).to).toBeLessThan(nine + minute)
  })

  test('of a long story a job as far ahead is near', () => {
    const day = 24 * 60 * minute
    expect(fitStory([nine - 8 * day], nine, [nine + 7 * day]).to).toBeGreaterThan(nine + 7 * day)
  })
})

describe('scale', () => {
  test('places and instants are each the way back of the other', () => {
    expect(placeOf(nine + minute, span, 500)).toBe(50)
    expect(instantAt(50, span, 500)).toBe(nine + minute)
  })

  test('zooming keeps what is under the pointer where it is', () => {
    fc.assert(
      fc.property(
        spans,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(0.5, 0.8, 1.25, 2),
        (s, share, factor) => {
          const around = s.from + share * (s.to - s.from)
          const next = zoom(s, factor, around)
          expect(next.to - next.from).toBeGreaterThanOrEqual(SHORTEST * 0.99)
          expect(next.to - next.from).toBeLessThanOrEqual(MAXIMUM_SPAN * 1.01)
          expect(placeOf(around, next, 1000)).toBeCloseTo(placeOf(around, s, 1000), 0)
        },
      ),
    )
  })

  test('zooming ends at a tenth of a second and at twenty years', () => {
    let near = span
    let far = span
    for (let turn = 0; turn < 100; turn++) {
      near = zoom(near, 0.5, nine)
      far = zoom(far, 2, nine)
    }
    expect(near.to - near.from).toBeCloseTo(SHORTEST)
    expect(far.to - far.from).toBeCloseTo(MAXIMUM_SPAN)
  })

  test('moving keeps the length', () => {
    expect(pan(span, 0.5)).toEqual({ from: nine + 5 * minute, to: nine + 15 * minute })
  })

  test('what is fitted has all instants in sight; nothing has no fit', () => {
    expect(fit([])).toBeUndefined()
    const one = fit([nine])!
    expect(one.from).toBeLessThan(nine)
    expect(one.to).toBeGreaterThan(nine)
    const many = fit([nine + minute, nine, nine + 9 * minute])!
    expect(many.from).toBeLessThan(nine)
    expect(many.to).toBeGreaterThan(nine + 9 * minute)
  })
})

describe('ticks', () => {
  test('stand at round times', () => {
    expect(tickStep(span, 900, 90)).toBe(minute)
    expect(
      ticks(span, 1000)
        .map((at) => tickText(at, minute))
        .slice(0, 3),
    ).toEqual(['09:00', '09:01', '09:02'])
  })

  test('are never nearer than their labels need, nor outside, nor many', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 200, max: 3000 }), (s, width) => {
        const all = ticks(s, width)
        expect(all.length).toBeLessThanOrEqual(width / TICK_ROOM + 1)
        for (const at of all) {
          expect(placeOf(at, s, width)).toBeGreaterThanOrEqual(-0.001)
          expect(placeOf(at, s, width)).toBeLessThanOrEqual(width + 0.001)
        }
      }),
    )
  })

  test('say the day where one begins, seconds and milliseconds where they differ', () => {
    expect(tickText(Date.parse('2026-01-06T00:00:00Z'), minute)).toBe('2026-01-06')
    expect(tickText(nine, 86_400_000)).toBe('2026-01-05')
    expect(tickText(nine + 15_000, 5000)).toBe('09:00:15')
    expect(tickText(nine + 15_250, 250)).toBe('00:15.250')
  })
})

describe('buckets', () => {
  test('marks that would overlap are together, row by row, as what matters most among them', () => {
    const marks = merge([
      mark('a', nine + 1000, 'wiki'),
      mark('b', nine + 2000, 'wiki', 'warn'),
      mark('c', nine + 2000, 'tracker'),
      mark('d', nine + 5 * minute, 'wiki', 'bad'),
    ])
    const found = buckets(marks, span, 1000, 20)
    expect(found.map(({ row, look, marks: inside }) => [row, look, inside.map(({ key }) => key)])).toEqual([
      ['wiki', 'warn', ['a', 'b']],
      ['tracker', 'good', ['c']],
      ['wiki', 'bad', ['d']],
    ])
    expect(found[2]?.place).toBe(500)
  })

  test('stay as they are while what is in sight moves', () => {
    const marks = merge(Array.from({ length: 60 }, (_, index) => mark(String(index), nine + index * 9700)))
    const together = (s: Span) =>
      new Map(
        buckets(marks, s, 1000, 34).flatMap(({ marks: all }) => all.map(({ key }) => [key, all.length])),
      )
    const before = together(span)
    const after = together(pan(span, 0.013))
    const changed = [...after].filter(([key, count]) => before.get(key) !== count)
    // Only at the edges something comes or goes.
    expect(changed.length).toBeLessThan(8)
  })

  test('never overlap in a row, however many marks there are', () => {
    const instants = fc.array(fc.integer({ min: 0, max: 10 * minute }), { maxLength: 1200 })
    fc.assert(
      fc.property(instants, fc.integer({ min: 200, max: 2000 }), (offsets, width) => {
        const marks = merge(
          offsets.map((offset, index) =>
            mark(String(index), nine + offset, 'wiki', index % 3 ? 'bad' : 'good'),
          ),
        )
        const found = buckets(marks, span, width, 46).toSorted((a, b) => a.place - b.place)
        for (const [index, bucket] of found.slice(1).entries()) {
          const before = found[index] as (typeof found)[number]
          expect(bucket.place - before.place).toBeGreaterThanOrEqual(
            (widthOfBucket(bucket) + widthOfBucket(before)) / 2 - 0.001,
          )
        }
      }),
    )
  })

  test('hold every mark in sight once, and are few however many marks there are', () => {
    const instants = fc.array(fc.integer({ min: -minute, max: 11 * minute }), { maxLength: 400 })
    fc.assert(
      fc.property(instants, (offsets) => {
        const marks = merge(offsets.map((offset, index) => mark(String(index), nine + offset)))
        const found = buckets(marks, span, 1000, 20)
        const inside = found.flatMap((bucket) => bucket.marks.map(({ key }) => key))
        expect(inside.toSorted()).toEqual(
          inSight(marks, span)
            .map(({ key }) => key)
            .toSorted(),
        )
        const expected = marks.filter(({ at }) => at >= span.from && at <= span.to)
        expect(inside).toHaveLength(expected.length)
        expect(found.length).toBeLessThanOrEqual(52)
      }),
    )
  })
})
