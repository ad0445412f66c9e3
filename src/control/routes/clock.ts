/** The virtual clock and its pending jobs. */
import * as z from 'zod'
import { string } from '../../api/framework/parameter.ts'
import { invalid, invalidRequest } from '../../model/input/errors.ts'
import { REGIONS } from '../../model/schema.ts'
import { advanceTo, runJobs } from '../../world/time/clock.ts'
import { CLOCK_MODES, MAXIMUM_SPEED } from '../../world/time/clock-state.ts'
import {
  A_DURATION,
  formatInstant,
  LAST_INSTANT,
  parseDuration,
  parseInstant,
} from '../../world/time/duration.ts'
import { type FiredJob, type JobRecord, jobs, nextJob, type OnFired } from '../../world/time/jobs.ts'
import type { World } from '../../world/world.ts'
import { once } from '../../world/once.ts'
import { type ControlContext, controlRoute, listOf, paging, routesOf } from '../route.ts'
import {
  advanceResponse,
  type Clock,
  clockResponse,
  jobListResponse,
  type PendingJob,
} from '../responses/worlds.ts'

/** How many fired jobs one response lists; `firedTotal` counts them all. */
const MAXIMUM_FIRED = 10_000
const MAXIMUM_JOBS = 1_000_000

/** A clock as the control API shows it: instants in ISO 8601. */
export function describeClock(world: World): Clock {
  const { now, start, mode, speed } = world.clock
  const next = nextJob(world)
  return {
    now: formatInstant(now),
    start: formatInstant(start),
    mode,
    speed,
    pendingJobs: world.system.table(jobs).size,
    ...(next === undefined ? {} : { nextJobAt: formatInstant(next.due) }),
  }
}

const patchShape = once(() =>
  z.strictObject({
    mode: z.enum(CLOCK_MODES).exactOptional().describe('How the clock moves.'),
    speed: z
      .number()
      .positive()
      .max(MAXIMUM_SPEED)
      .exactOptional()
      .describe('Virtual milliseconds for each wall millisecond in live mode.'),
  }),
)

const advanceShape = once(() =>
  z.strictObject({
    by: z
      .union([z.string(), z.int().min(0)], {
        error: `must be ${A_DURATION}, or milliseconds from 0`,
      })
      .exactOptional()
      .describe('A duration (`250ms`, `10s`, `3m`, `2h`, `1d`, ISO 8601), or virtual milliseconds.'),
    to: z
      .union([z.string(), z.int()], {
        error: "expected an instant such as '2026-03-01T00:00:00Z', or milliseconds since 1970",
      })
      .exactOptional()
      .describe('An instant (ISO 8601 with a zone, or a date), or milliseconds since 1970.'),
    jobs: z
      .int()
      .min(1)
      .max(MAXIMUM_JOBS)
      .exactOptional()
      .describe('Runs this many jobs, and all others due at the same instant as the last one.'),
  }),
)

export const clockRoutes = routesOf('Clock', [
  controlRoute({
    id: 'getClock',
    method: 'GET',
    path: '/clock',
    summary: 'Get the virtual clock',
    returns: clockResponse,
    responseNote: '`nextJobAt` only while a job is pending.',
    handle: (_input, context) => describeClock(context.world()),
  }),
  controlRoute({
    id: 'updateClock',
    method: 'PATCH',
    path: '/clock',
    summary: 'Change the mode or speed of the clock',
    body: { shape: patchShape, example: { mode: 'live', speed: 60 } },
    returns: clockResponse,
    handle: ({ body }, { host, world, worldName }) => {
      world()
      if (Object.keys(body).length === 0) throw invalidRequest('body', "send 'mode', 'speed' or both")
      host.worlds.move(worldName, (target) => target.setClock(body))
      return describeClock(world())
    },
  }),
  controlRoute({
    id: 'advanceClock',
    method: 'POST',
    path: '/clock/advance',
    summary: 'Move the clock forward and run the jobs that are due',
    details:
      'Takes exactly one of `by`, `to` and `jobs`. The clock stops at each due job on the way, including jobs that other jobs create. It never moves back.',
    body: { shape: advanceShape, example: { by: '3m' } },
    returns: advanceResponse,
    responseNote: `\`fired\` lists the first ${MAXIMUM_FIRED} jobs, \`outcome\` describes the result if there is one, \`failed\` is set if some of the work was not done.`,
    refusals: { 409: 'Too many jobs are due at the same instant: the clock stays where it was.' },
    handle: ({ body }, context) => {
      const { by, to, jobs: count } = body
      if ([by, to, count].filter((value) => value !== undefined).length !== 1) {
        throw invalidRequest('body', "send exactly one of 'by', 'to' and 'jobs'")
      }
      if (count !== undefined) return advance(context, (world, onFired) => runJobs(world, count, onFired))
      const target = (world: World) =>
        by !== undefined ? afterDuration(world, by) : instantOf(world, to as string | number)
      return advance(context, (world, onFired) => advanceTo(world, target(world), onFired))
    },
  }),
  controlRoute({
    id: 'listJobs',
    method: 'GET',
    path: '/jobs',
    summary: 'List pending jobs in the order in which they will run',
    query: { ...paging, kind: string({ description: 'Only jobs of this kind.' }) },
    returns: jobListResponse,
    handle: ({ query }, { world }) => {
      const pending = [...world().system.table(jobs).range('due', [])]
      const wanted = query.kind === undefined ? pending : pending.filter((job) => job.kind === query.kind)
      const { items, total } = listOf(wanted, query)
      return { items: items.map(describeJob), total }
    },
  }),
])

function advance(context: ControlContext, move: (world: World, onFired: OnFired) => unknown) {
  context.world()
  const fired: (Omit<FiredJob, 'at'> & { at: string })[] = []
  let firedTotal = 0
  let failedTotal = 0
  context.host.worlds.move(context.worldName, (world, onFired) =>
    move(world, (job) => {
      firedTotal++
      if (job.failed === true) failedTotal++
      if (fired.length < MAXIMUM_FIRED) fired.push({ ...job, at: formatInstant(job.at) })
      onFired(job)
    }),
  )
  return { now: formatInstant(context.world().now), fired, firedTotal, failedTotal }
}

function afterDuration(world: World, by: string | number): number {
  const duration = typeof by === 'number' ? by : parseDuration(by)
  if (duration === undefined) throw invalid('by', by, `must be ${A_DURATION}`)
  return withinCalendar('by', by, world.now + duration)
}

function instantOf(world: World, to: string | number): number {
  const instant = typeof to === 'number' ? to : parseInstant(to)
  if (instant === undefined) throw invalid('to', to, "send an instant such as '2026-03-01T00:00:00Z'")
  if (instant < world.now) {
    throw invalid('to', to, `the clock is at ${formatInstant(world.now)} and moves forward only`)
  }
  return withinCalendar('to', to, instant)
}

function withinCalendar(parameter: string, value: string | number, instant: number): number {
  if (instant <= LAST_INSTANT) return instant
  throw invalid(parameter, value, 'beyond the year 9999, where the clock ends')
}

function describeJob(job: JobRecord): PendingJob {
  const region = REGIONS.find((each) => each === job.region)
  return { ...job, due: formatInstant(job.due), created: formatInstant(job.created), region }
}
