// Shrinking keeps the failure, whatever the schedule and whatever makes it fail.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Disturbance,
  FAULT_KINDS,
  type FaultName,
  keyOf,
  type Schedule,
} from '../../src/explore/disturbance.ts'
import { shrink } from '../../src/explore/shrink.ts'

const kinds = [...Object.keys(FAULT_KINDS), 'clock', 'outage', 'freeze', 'order']
const at = fc.integer({ min: 1, max: 6 })
const disturbance: fc.Arbitrary<Disturbance> = fc.oneof(
  fc.record({ at, kind: fc.constantFrom(...(Object.keys(FAULT_KINDS) as FaultName[])) }),
  fc.record({
    at,
    kind: fc.constant('clock' as const),
    advance: fc.constantFrom('1s', '1m', '1h', 'next-job'),
  }),
  fc.record({ at, kind: fc.constant('outage' as const), site: fc.constant(101), lasts: fc.constant('10m') }),
  fc.record({ at, kind: fc.constant('freeze' as const) }),
  fc.record({ at, kind: fc.constant('order' as const), pick: fc.integer({ min: 1, max: 2 }) }),
)
const schedules = fc.array(disturbance, { minLength: 1, maxLength: 6 })

/** A client that fails if each of these kinds is among the disturbances, and perhaps not with another one. */
interface Client {
  readonly needs: readonly string[]
  readonly unless: string
  readonly isAtCall: number
}

const fails = ({ needs, unless, isAtCall }: Client, schedule: Schedule): boolean =>
  needs.every((need) => schedule.some(({ kind }) => kind === need)) &&
  !schedule.some(({ kind }) => kind === unless) &&
  schedule.some((each) => isAtCall === 0 || each.at === isAtCall)

/** A schedule, and a client that it breaks. */
const broken = schedules.chain((schedule) => {
  const present = schedule.map(({ kind }) => kind)
  const absent = kinds.filter((kind) => !present.includes(kind as Disturbance['kind']))
  return fc.record({
    schedule: fc.constant(schedule),
    client: fc.record({
      needs: fc.subarray([...new Set(present)]),
      unless: fc.constantFrom(...absent),
      isAtCall: fc.constantFrom(0, ...schedule.map((each) => each.at)),
    }),
  })
})

describe('shrinking', () => {
  it('returns a schedule that still fails and is no longer, with a bounded number of runs', async () => {
    await fc.assert(
      fc.asyncProperty(broken, async ({ schedule, client }) => {
        let runs = 0
        const smallest = await shrink(
          schedule,
          async (candidate) => {
            runs++
            return fails(client, candidate)
          },
          kinds,
        )
        expect(fails(client, smallest)).toBe(true)
        expect(smallest.length).toBeLessThanOrEqual(schedule.length)
        expect(smallest.length).toBeGreaterThan(0)
        expect(runs).toBeLessThanOrEqual(200)
      }),
    )
  })

  it('leaves out everything that the failure does not need', async () => {
    await fc.assert(
      fc.asyncProperty(broken, async ({ schedule, client }) => {
        const smallest = await shrink(schedule, async (candidate) => fails(client, candidate), kinds)
        if (smallest.length === 1) return
        for (const [index] of smallest.entries())
          expect(fails(client, smallest.toSpliced(index, 1))).toBe(false)
      }),
    )
  })

  it('of a shrunk schedule returns the same', async () => {
    await fc.assert(
      fc.asyncProperty(broken, async ({ schedule, client }) => {
        const once = await shrink(schedule, async (candidate) => fails(client, candidate), kinds)
        const twice = await shrink(once, async (candidate) => fails(client, candidate), kinds)
        expect(twice.map(keyOf)).toEqual(once.map(keyOf))
      }),
    )
  })

  it('uses no kind that the exploration leaves out', async () => {
    const schedule: Schedule = [{ at: 1, kind: 'timed-out' }]
    const smallest = await shrink(schedule, async () => true, ['lost-response', 'timed-out'])
    expect(smallest).toEqual([{ at: 1, kind: 'lost-response' }])
  })
})
