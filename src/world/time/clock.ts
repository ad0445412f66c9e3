/**
 * The virtual clock: it moves forward only, and stops at every job's due instant on its way, in the total order
 * (due, created, id). Jobs that jobs create run too.
 */
import { FIRST_INSTANT, formatInstant, LAST_INSTANT } from './duration.ts'
import { type JobOutcome, type JobRecord, jobs, nextJob, type OnFired } from './jobs.ts'
import type { World } from '../world.ts'
import { countText } from '../count-text.ts'

/** The clock cannot go back, leave the calendar, or run without end. */
export class ClockError extends Error {
  override readonly name = 'ClockError'
}

/** The maximum number of jobs that jobs schedule for their own instant. */
export const JOBS_PER_INSTANT = 100_000
/** The maximum number of jobs in one advance: five virtual years of a job that runs every three minutes. */
export const JOBS_PER_ADVANCE = 1_000_000

/**
 * Moves the clock to `target` and runs every job due on the way.
 * Calls `onFired` after each; returns how many ran. Throws ClockError for an instant in the past or beyond the year 9999,
 * and for jobs that never end; the world is then as it was.
 */
export function advanceTo(world: World, target: number, onFired: OnFired = () => {}): number {
  checkTarget(world, target)
  return allOrNothing(world, () => runUntil(world, target, JOBS_PER_ADVANCE, true, onFired))
}

/**
 * Runs the next `count` jobs, and those due at the same instant as the last of them; returns how many ran. Throws ClockError
 * for jobs that never end; the world is then as it was.
 */
export function runJobs(world: World, count: number, onFired: OnFired = () => {}): number {
  return allOrNothing(world, () => {
    let fired = 0
    for (let job = nextJob(world); job !== undefined && fired < count; job = nextJob(world))
      fired += runUntil(world, job.due, JOBS_PER_ADVANCE, true, onFired)
    return fired
  })
}

/**
 * Undoes a move that throws ClockError. If a job throws, only its own transaction is undone, and the clock stays
 * there.
 */
function allOrNothing<T>(world: World, move: () => T): T {
  const before = world.snapshot()
  try {
    return move()
  } catch (error) {
    if (error instanceof ClockError) world.restore(before)
    throw error
  }
}

/**
 * As advanceTo, but runs at most so many jobs (and those due at the same instant as the last of them): the clock then
 * stands at that instant, short of `target`, for another call to go on from. What ran before an error is kept.
 */
export function advanceAtMost(
  world: World,
  target: number,
  maximumJobs: number,
  onFired: OnFired = () => {},
): number {
  checkTarget(world, target)
  return runUntil(world, target, maximumJobs, false, onFired)
}

function checkTarget(world: World, target: number): void {
  if (!Number.isSafeInteger(target)) throw new ClockError(`the clock takes whole milliseconds, not ${target}`)
  if (target < world.now) {
    const passed = formatInstant(Math.max(target, FIRST_INSTANT))
    throw new ClockError(
      `the clock moves forward only: it is ${formatInstant(world.now)}, ${passed} has passed`,
    )
  }
  if (target > LAST_INSTANT) throw new ClockError('the clock ends with the year 9999')
}

function runUntil(
  world: World,
  target: number,
  maximumJobs: number,
  mustArrive: boolean,
  onFired: OnFired,
): number {
  const guard = createRunawayGuard(world)
  let fired = 0
  for (let job = nextJob(world); job !== undefined && job.due <= target; job = nextJob(world)) {
    if (fired >= maximumJobs && job.due > world.now) {
      if (!mustArrive) return fired
      throw new ClockError(
        `more than ${countText(maximumJobs, 'job')} in one advance: advance in smaller steps`,
      )
    }
    guard(job)
    fired++
    if (job.due !== world.now) world.setClock({ now: job.due })
    const outcome = runJob(world, job)
    const text = outcome === undefined ? {} : { outcome: outcome.text }
    const failed = outcome?.failed === true ? ({ failed: true } as const) : {}
    onFired({ id: job.id, kind: job.kind, at: job.due, ...text, ...failed })
  }
  world.setClock({ now: target })
  return fired
}

/** Moves the clock to the next job and runs every job due at that instant; undefined if none is pending. */
export function runNext(world: World, onFired?: OnFired): number | undefined {
  const job = nextJob(world)
  return job === undefined ? undefined : advanceTo(world, job.due, onFired)
}

function runJob(world: World, job: JobRecord): JobOutcome | undefined {
  world.system.table(jobs).remove(job.id)
  const handler = world.schema.jobs[job.kind]
  if (handler === undefined) throw new Error(`no handler for jobs of kind '${job.kind}'`)
  // The job is removed even if it fails, or the clock would stop at it for ever.
  return world.transact(() => handler(world, job)) ?? undefined
}

/** Jobs that wait before an instant are finite; jobs that are made at that instant may not be. */
function createRunawayGuard(world: World): (job: JobRecord) => void {
  let instant = Number.NaN
  let last = 0
  let made = 0
  return ({ due, id, kind }) => {
    if (due !== instant) {
      instant = due
      last = world.system.last('job')
      made = 0
    }
    if (id > last && ++made > JOBS_PER_INSTANT) {
      throw new ClockError(
        `jobs made more than ${JOBS_PER_INSTANT} others for their own instant, the last of kind '${kind}'`,
      )
    }
  }
}
