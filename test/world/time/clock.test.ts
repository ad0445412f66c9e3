import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  advanceAtMost,
  advanceTo,
  ClockError,
  JOBS_PER_ADVANCE,
  JOBS_PER_INSTANT,
  runNext,
} from '../../../src/world/time/clock.ts'
import { LAST_INSTANT } from '../../../src/world/time/duration.ts'
import {
  cancel,
  type FiredJob,
  type JobRecord,
  jobs,
  nextJob,
  schedule,
} from '../../../src/world/time/jobs.ts'
import type { World, WorldSchema } from '../../../src/world/world.ts'
import { newWorld, START } from '../store/arbitraries.ts'

/** A job that, when it runs, schedules others and cancels one by its id. */
interface Plan {
  readonly delay: number
  readonly then: readonly Plan[]
  readonly cancels?: number
}

const schema: WorldSchema = {
  regions: ['east'],
  tables: [],
  systemTables: [],
  jobs: {
    plan: (world, job) => {
      const plan = job.payload as unknown as Plan
      if (plan.cancels !== undefined) cancel(world, plan.cancels)
      for (const next of plan.then) schedulePlan(world, next)
    },
    endless: (world) => void schedule(world, { kind: 'endless', due: world.now }),
    periodic: (world, job) => void schedule(world, { kind: 'periodic', due: job.due + 180_000 }),
    failing: (world) => {
      schedule(world, { kind: 'plan', due: world.now, payload: { delay: 0, then: [] } })
      throw new Error('failed on purpose')
    },
  },
}

function schedulePlan(world: World, plan: Plan): void {
  schedule(world, { kind: 'plan', due: world.now + plan.delay, payload: { ...plan } })
}

/** Up to three plans, each with plans of its own, `depth` levels deep. */
function plansOf(depth: number): fc.Arbitrary<Plan[]> {
  const then: fc.Arbitrary<Plan[]> = depth === 0 ? fc.constant([]) : plansOf(depth - 1)
  const delay = fc.integer({ min: -2, max: 6 })
  const cancels = fc.integer({ min: 1, max: 25 })
  return fc.array(fc.record({ delay, then, cancels }, { requiredKeys: ['delay', 'then'] }), { maxLength: 3 })
}

const plans = plansOf(3)

/** The same schedule by a list that is sorted before every step. */
function naiveRun(first: readonly Plan[], span: number): FiredJob[] {
  const pending: { id: number; due: number; created: number; plan: Plan }[] = []
  const fired: FiredJob[] = []
  let now = START
  let lastId = 0
  const add = (plan: Plan) =>
    void pending.push({ id: ++lastId, due: Math.max(now, now + plan.delay), created: now, plan })
  first.forEach(add)
  for (;;) {
    pending.sort((a, b) => a.due - b.due || a.created - b.created || a.id - b.id)
    const next = pending[0]
    if (next === undefined || next.due > START + span) return fired
    pending.shift()
    now = next.due
    fired.push({ id: next.id, kind: 'plan', at: now })
    const cancelled = pending.findIndex(({ id }) => id === next.plan.cancels)
    if (cancelled !== -1) pending.splice(cancelled, 1)
    next.plan.then.forEach(add)
  }
}

function worldWith(first: readonly Plan[]): World {
  const world = newWorld(schema)
  for (const plan of first) schedulePlan(world, plan)
  return world
}

function advance(world: World, target: number): FiredJob[] {
  const fired: FiredJob[] = []
  expect(advanceTo(world, target, (job) => fired.push(job))).toBe(fired.length)
  expect(world.now).toBe(target)
  return fired
}

const pendingJobs = (world: World): JobRecord[] => [...world.system.table(jobs).scan()]

describe('the clock', () => {
  test('runs jobs in the order of due, created and id, however they schedule and cancel each other', () => {
    fc.assert(
      fc.property(plans, fc.nat(40), (first, span) => {
        expect(advance(worldWith(first), START + span)).toEqual(naiveRun(first, span))
      }),
      { numRuns: 75 },
    )
  })

  test('gets to the same place in one go, in many steps and job by job', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.nat(9), { maxLength: 12 }), (first, steps) => {
        const [inOneGo, inSteps, byJobs] = [worldWith(first), worldWith(first), worldWith(first)]
        const end = START + steps.reduce((total, each) => total + each, 0)
        const expected = advance(inOneGo, end)
        expect([0, ...steps].flatMap((each) => advance(inSteps, inSteps.now + each))).toEqual(expected)
        const single: FiredJob[] = []
        while ((nextJob(byJobs)?.due ?? Infinity) <= end) runNext(byJobs, (job) => single.push(job))
        expect(single).toEqual(expected)
        for (const other of [inSteps, byJobs]) expect(pendingJobs(other)).toEqual(pendingJobs(inOneGo))
      }),
      { numRuns: 300 },
    )
  })

  test('leaves the pending jobs of a fork alone', () => {
    const world = worldWith([{ delay: 5, then: [{ delay: 5, then: [] }] }])
    const fork = world.fork()
    expect(advance(world, START + 20)).toHaveLength(2)
    expect(pendingJobs(world)).toEqual([])
    expect(fork.now).toBe(START)
    expect(advance(fork, START + 20)).toHaveLength(2)
  })

  test('moves to the moment of every job, and stands there while it runs', () => {
    const seen: number[] = []
    const watching: WorldSchema = { ...schema, jobs: { watch: ({ now }) => void seen.push(now) } }
    const world = newWorld(watching)
    for (const delay of [30, 10, 20]) schedule(world, { kind: 'watch', due: START + delay })
    advance(world, START + 100)
    expect(seen).toEqual([START + 10, START + 20, START + 30])
  })

  test('runs the next job, and all that are due with it; none pending is undefined', () => {
    const world = worldWith([
      { delay: 7, then: [] },
      { delay: 7, then: [{ delay: 0, then: [] }] },
      { delay: 9, then: [] },
    ])
    expect(runNext(world)).toBe(3)
    expect(world.now).toBe(START + 7)
    expect(runNext(world)).toBe(1)
    expect(runNext(world)).toBeUndefined()
    expect(world.now).toBe(START + 9)
  })

  test('counts 175,200 runs of a three-minute job in a year', () => {
    const world = newWorld(schema)
    schedule(world, { kind: 'periodic', due: START + 180_000 })
    expect(advanceTo(world, START + 365 * 86_400_000)).toBe(175_200)
  })

  test('refuses jobs without end at one instant, and leaves the world as it was', () => {
    const world = newWorld(schema)
    schedule(world, { kind: 'endless', due: START + 10 })
    expect(() => advanceTo(world, START + 100)).toThrow(
      `jobs made more than ${JOBS_PER_INSTANT} others for their own instant, the last of kind 'endless'`,
    )
    expect(world.now).toBe(START)
    expect(pendingJobs(world)).toMatchObject([{ due: START + 10 }])
  })

  test('runs whatever waits for one instant, however much that is', () => {
    const world = newWorld(schema)
    for (let number = 0; number <= JOBS_PER_INSTANT; number++)
      schedule(world, { kind: 'plan', due: START + 10, payload: { delay: 0, then: [] } })
    expect(advanceTo(world, START + 100)).toBe(JOBS_PER_INSTANT + 1)
    expect(pendingJobs(world)).toEqual([])
  })

  test('refuses more jobs than one advance may run, and leaves the world as it was', () => {
    const world = newWorld(schema)
    const first = schedule(world, { kind: 'periodic', due: START + 180_000 })
    const years = (JOBS_PER_ADVANCE + 1) * 180_000
    expect(() => advanceTo(world, START + years)).toThrow('advance in smaller steps')
    expect(world.now).toBe(START)
    expect(pendingJobs(world)).toEqual([first])
    expect(advanceTo(world, START + 180_000 * 2)).toBe(2)
  })

  test('runs so many jobs and no more where it need not arrive, and goes on from there', () => {
    const world = newWorld(schema)
    schedule(world, { kind: 'periodic', due: START + 180_000 })
    const target = START + 10 * 180_000
    expect(advanceAtMost(world, target, 4)).toBe(4)
    expect(world.now).toBe(START + 4 * 180_000)
    expect(advanceAtMost(world, target, 4)).toBe(4)
    expect(advanceAtMost(world, target, 4)).toBe(2)
    expect(world.now).toBe(target)
  })

  test('runs all jobs of the instant at which it stops', () => {
    const world = newWorld(schema)
    for (let job = 0; job < 3; job++) schedule(world, { kind: 'periodic', due: START + 10 })
    expect(advanceAtMost(world, START + 100, 1)).toBe(3)
    expect(world.now).toBe(START + 100)
  })

  test.each([
    [
      'the past',
      START - 1,
      'the clock moves forward only: it is 2026-01-05T09:00:00.000Z, 2026-01-05T08:59:59.999Z has passed',
    ],
    ['half a millisecond', START + 0.5, 'the clock takes whole milliseconds'],
    ['no number', Number.NaN, 'the clock takes whole milliseconds'],
    ['no end', Number.POSITIVE_INFINITY, 'the clock takes whole milliseconds'],
    ['beyond every calendar', Number.MIN_SAFE_INTEGER, 'the clock moves forward only'],
    ['the year 10000', LAST_INSTANT + 1, 'the clock ends with the year 9999'],
  ])('refuses to go to %s', (_, target, message) => {
    const world = newWorld(schema)
    expect(() => advanceTo(world, target)).toThrow(ClockError)
    expect(() => advanceTo(world, target)).toThrow(message)
    expect(world.now).toBe(START)
  })

  test('takes a failing job out, undoes what it wrote and says so', () => {
    const world = newWorld(schema)
    schedule(world, { kind: 'failing', due: START + 5 })
    expect(() => advanceTo(world, START + 10)).toThrow('failed on purpose')
    expect(world.now).toBe(START + 5)
    expect(pendingJobs(world)).toEqual([])
    expect(advance(world, START + 10)).toEqual([])
  })
})

describe('jobs', () => {
  test('are cancelled once', () => {
    const world = worldWith([{ delay: 1, then: [] }])
    expect(cancel(world, 1)).toBe(true)
    expect(cancel(world, 1)).toBe(false)
    expect(advance(world, START + 5)).toEqual([])
  })

  test('of an unknown kind are refused, names of every object included', () => {
    const world = newWorld(schema)
    for (const kind of ['nothing', 'toString', '__proto__']) {
      expect(() => schedule(world, { kind, due: START })).toThrow(`no handler for jobs of kind '${kind}'`)
    }
  })
})
