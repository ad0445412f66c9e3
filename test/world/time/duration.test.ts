import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  FIRST_INSTANT,
  formatInstant,
  LAST_INSTANT,
  parseDuration,
  parseInstant,
} from '../../../src/world/time/duration.ts'

describe('durations', () => {
  test.each([
    ['0s', 0],
    ['250ms', 250],
    ['10s', 10_000],
    ['3m', 180_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['1.5s', 1500],
    ['0.1d', 8_640_000],
    ['PT3M', 180_000],
    ['P1DT2H', 93_600_000],
    ['P2W', 1_209_600_000],
    ['PT0.25S', 250],
    ['P1W1DT1H1M1.001S', 694_861_001],
  ])('%s is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds)
  })

  test.each([
    '',
    '3 m',
    '3m\n',
    ...'3 m -3m +3m 3M 3min 1e3s ٣m .5s 1.s P PT P1DT P1M P1Y PT1H1D pt3m 1m1s NaNs'.split(' '),
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined()
  })

  test('are whole milliseconds from 0 on, for any text', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^P?T?[0-9.]{0,20}(ms|[smhdWDTHMS]){0,3}$/))
    fc.assert(
      fc.property(text, (drawn) => {
        const duration = parseDuration(drawn)
        if (duration !== undefined) {
          expect(Number.isInteger(duration)).toBe(true)
          expect(duration).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('instants', () => {
  test('are read as they are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_INSTANT, max: LAST_INSTANT }), (instant) => {
        expect(parseInstant(formatInstant(instant))).toBe(instant)
      }),
    )
    expect(formatInstant(FIRST_INSTANT)).toBe('0000-01-01T00:00:00.000Z')
    expect(formatInstant(LAST_INSTANT)).toBe('9999-12-31T23:59:59.999Z')
  })

  test.each([
    ['2026-01-05', 1_767_571_200_000],
    ['2026-01-05T09:00Z', 1_767_603_600_000],
    ['2026-01-05T09:00:00Z', 1_767_603_600_000],
    ['2026-01-05T10:30:00.5+01:30', 1_767_603_600_500],
    ['2024-02-29', 1_709_164_800_000],
  ])('%s is %d', (text, instant) => {
    expect(parseInstant(text)).toBe(instant)
  })

  test.each([
    '',
    '2026-01-05 09:00:00Z',
    '5 January 2026',
    ...`2026 2026-1-5 2026-01-05T09:00:00 2026-13-01 2026-00-10 2026-02-30 2026-02-30T09:00:00Z
        2025-02-29 2026-04-31T00:00:00Z 2026-01-05T25:00:00Z +012026-01-05 1767603600000`.split(/\s+/),
  ])('%j is none', (text) => {
    expect(parseInstant(text)).toBeUndefined()
  })
})
