/** Pending jobs: what the virtual clock will run, and when. */
import { defineTable } from '../store/table.ts'
import type { Store } from '../store/store.ts'

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

/** The result of a job, for people who look at the time line; the simulator does not act on it. */
export interface JobOutcome {
  /** In a few words. */
  readonly text: string
  /** True if something that it was to do was not done. */
  readonly failed: boolean
}

/** What the handlers of one kind of job keep during one move of the clock, to write it at the end. */
export interface MoveCache {
  /** Writes what was put off. Only handlers of jobs have read the world meanwhile. */
  flush(): void
}

/** One move of the clock, over any number of jobs. */
export interface ClockMove {
  /** The cache of a kind of job; `make` makes it on first use. */
  cacheOf<C extends MoveCache>(kind: string, make: () => C): C
}

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
  /** The text of its outcome, if its handler returns one. */
  readonly outcome?: string
  /** Present if its outcome says that it failed. */
  readonly failed?: true
}

/** The parts of a world that jobs are scheduled with. */
interface JobSchedule {
  readonly schema: { readonly jobs: object }
  readonly system: Store
  readonly now: number
}

/** Adds a job; it runs when the clock reaches `due` (a moment in the past is due at once). Answers its record. */
export function schedule(
  world: JobSchedule,
  job: { kind: string; due: number; region?: string; payload?: Readonly<Record<string, unknown>> },
): JobRecord {
  if (!Object.hasOwn(world.schema.jobs, job.kind))
    throw new Error(`no handler for jobs of kind '${job.kind}'`)
  const created = world.now
  const due = Math.max(job.due, created)
  return world.system.table(jobs).insert({ ...job, due, created, id: world.system.next('job') })
}

/** Takes a pending job out; false when it ran already or never was. */
export function cancel(world: JobSchedule, id: number): boolean {
  return world.system.table(jobs).remove(id)
}

/** The job that runs next. */
export function nextJob(world: JobSchedule): JobRecord | undefined {
  return world.system.table(jobs).find('due', [])
}
