import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { estimate, follow } from '../../src/console/state/shown-now.ts'

const nine = Date.parse('2026-01-05T09:00:00.000Z')
const now = '2026-01-05T09:00:00.000Z'

describe('the time that is shown', () => {
  test('stands still with the clock, and runs with it at its speed', () => {
    expect(estimate({ now, mode: 'manual', speed: 60 }, 5000)).toBe(nine)
    expect(estimate({ now, mode: 'auto', speed: 60 }, 5000)).toBe(nine)
    expect(estimate({ now, mode: 'live', speed: 60 }, 5000)).toBe(nine + 300_000)
    expect(estimate({ now, mode: 'live', speed: 0.5 }, 1001)).toBe(nine + 500)
    expect(estimate({ now, mode: 'live', speed: 1 }, -20)).toBe(nine)
  })

  test('waits for a reading that lies a little behind, and follows a clock that was put back or moved on', () => {
    const live = { mode: 'live', speed: 10 } as const
    expect(follow(nine + 4000, nine, live)).toBe(nine + 4000)
    expect(follow(nine + 3_600_000, nine, live)).toBe(nine)
    expect(follow(nine, nine + 3_600_000, live)).toBe(nine + 3_600_000)
    expect(follow(nine + 4000, nine, { mode: 'manual', speed: 10 })).toBe(nine)
  })

  test('of a running clock never goes back while readings are late by less than two seconds', () => {
    const readings = fc.array(fc.record({ wait: fc.nat(400), late: fc.nat(1900) }), { maxLength: 30 })
    fc.assert(
      fc.property(readings, fc.constantFrom(1, 60, 3600), (all, speed) => {
        let wall = 0
        let shown = nine
        for (const { wait, late } of all) {
          wall += wait
          const read = nine + Math.max(0, wall - late) * speed
          const next = follow(shown, read, { mode: 'live', speed })
          expect(next).toBeGreaterThanOrEqual(shown)
          shown = next
        }
      }),
    )
  })
})
