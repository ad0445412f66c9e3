/**
 * Jobs that only few exchanges begin. What runs them is loaded with what schedules them, which registers it here; a world
 * that comes from elsewhere with such jobs pending (a document, the session of a page) needs `loadJobRunners` first.
 */
import { type ClockMove, jobs, type JobRecord } from '../world/time/jobs.ts'
import type { World, JobHandler } from '../world/world.ts'

const KINDS = ['baseline.freeze', 'standalone.import', 'tracker.bulkJob', 'tracker.resynchronise'] as const

export type LateJobKind = (typeof KINDS)[number]

const runners = new Map<string, JobHandler>()

/** Registers what runs the jobs of a kind; called by the file that schedules them. */
export function runsJobs(kind: LateJobKind, handler: JobHandler): void {
  runners.set(kind, handler)
}

/** Handlers of a world's schema, which run what is registered by then. */
export const lateJobs = Object.fromEntries(
  KINDS.map((kind): [string, JobHandler] => [kind, (world, job, move) => run(world, job, move)]),
)

function run(world: World, job: JobRecord, move: ClockMove): ReturnType<JobHandler> {
  const handler = runners.get(job.kind)
  if (handler === undefined)
    throw new Error(`jobs of kind '${job.kind}' are not loaded yet: await the simulator's preload() first`)
  return handler(world, job, move)
}

/** Whether jobs are pending that nothing loaded so far could run. */
export function lacksRunners(world: World): boolean {
  for (const { kind } of world.system.table(jobs).scan())
    if (Object.hasOwn(lateJobs, kind) && !runners.has(kind)) return true
  return false
}

/** Loads what runs every kind of job. */
export async function loadJobRunners(): Promise<void> {
  const { jobRunners } = await import('./job-runners.ts')
  for (const [kind, handler] of Object.entries(jobRunners)) runsJobs(kind as LateJobKind, handler)
}
