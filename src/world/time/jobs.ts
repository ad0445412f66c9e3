/** Pending jobs: what the virtual clock will run, and when. */
import * as field from '../store/fields.ts'
import { defineTable, type RecordOf } from '../store/table.ts'
import type { Store } from '../store/store.ts'

/** For people who look at the time line; the simulator does not act on it. */
export interface JobOutcome {
  readonly text: string
  /** True if the job left something undone. */
  readonly failed: boolean
}

<<<<<<< 72eabe4286ddc833bad8e36ca82000830cd18d68
export const jobs = defineTable<JobRecord>()({
=======
/** A cache of job handlers during one move of the clock, written at its end. */
export interface MoveCache {
  /** Writes what was deferred. Only job handlers, and listeners that have the move, have read the world meanwhile. */
  flush(): void
}

export interface ClockMove {
  /** The cache of this name; `make` creates it on first use. */
  cacheOf<C extends MoveCache>(name: string, make: () => C): C
}

/** Jobs are records of a table, so that forks, snapshots and exports include them. */
export const jobs = defineTable({
>>>>>>> e5a2c7403c9aeb820c046caa8a021a97f4e806fa
  name: 'job',
  fields: {
    id: field.key(),
    /** The name of a handler in the schema's `jobs`. */
    kind: field.text,
    /** In virtual milliseconds. */
    due: field.dueInstant,
    created: field.instant,
    region: field.optional(field.text),
    payload: field.optional(field.map(field.json)),
  },
  indexes: { due: { keys: (record) => [record.due, record.created, record.id] } },
})
export type JobRecord = RecordOf<typeof jobs>

export interface FiredJob {
  readonly id: number
  readonly kind: string
  readonly at: number
  readonly outcome?: string
  /** Present if the job failed. */
  readonly failed?: true
}

/** Called after each job. */
export type OnFired = (job: FiredJob) => void

interface JobSchedule {
  readonly schema: { readonly jobs: object }
  readonly system: Store
  readonly now: number
}

/** Schedules a job; a past `due` runs at once. */
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

/** False if it ran already or never was scheduled. */
export function cancel(world: JobSchedule, id: number): boolean {
  return world.system.table(jobs).remove(id)
}

export function nextJob(world: JobSchedule): JobRecord | undefined {
  return world.system.table(jobs).find('due', [])
}
