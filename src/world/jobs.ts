/** Pending jobs: what the virtual clock will run, and when. */
import { defineTable } from './table.ts'
import type { World } from './world.ts'

/** A job waits in a table of the world, so that forks, snapshots and exports carry it. */
export interface JobRecord {
  readonly id: number
  /** What to run: a name of the schema's `jobs`. */
  readonly kind: string
  /** The instant at which it runs, in virtual milliseconds. */
  readonly due: number
  /** The instant at which it was scheduled. */
  readonly created: number
  /** The region whose records it works on, if it belongs to one. */
  readonly region?: string
  /** Plain JSON data for the handler. */
  readonly payload?: Readonly<Record<string, unknown>>
}

/** Runs one job; the clock stands at the job's own moment. May schedule further jobs. */
/** May answer in a few words what came of it: for people who look at the time line, and shaping nothing. */
export type JobHandler = (world: World, job: JobRecord) => string | void

export const jobs = defineTable<JobRecord>()({
  name: 'job',
  key: (record) => record.id,
  indexes: { due: { keys: (record) => [record.due, record.created] } },
})

/** A job that ran: its id, kind and moment. */
export interface FiredJob {
  readonly id: number
  readonly kind: string
  readonly at: number
  /** What came of it, in words, where its handler says. */
  readonly outcome?: string
}

/** Adds a job; it runs when the clock reaches `due` (a moment in the past is due at once). Answers its record. */
export function schedule(
  world: World,
  job: { kind: string; due: number; region?: string; payload?: Readonly<Record<string, unknown>> },
): JobRecord {
  if (!Object.hasOwn(world.schema.jobs, job.kind))
    throw new Error(`no handler for jobs of kind '${job.kind}'`)
  const created = world.now
  const due = Math.max(job.due, created)
  return world.system.table(jobs).insert({ ...job, due, created, id: world.system.next('job') })
}

/** Takes a pending job out; false when it ran already or never was. */
export function cancel(world: World, id: number): boolean {
  return world.system.table(jobs).remove(id)
}

/** The job that runs next. */
export function nextJob(world: World): JobRecord | undefined {
  return world.system.table(jobs).find('due', [])
}
