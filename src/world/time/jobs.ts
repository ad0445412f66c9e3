/** Pending jobs: what the virtual clock will run, and when. */
import { defineTable } from '../store/table.ts'
import type { Store } from '../store/store.ts'

/** Jobs are records of a table, so that forks, snapshots and exports include them. */
export interface JobRecord {
  readonly id: number
  /** The name of a handler in the schema's `jobs`. */
  readonly kind: string
  /** In virtual milliseconds. */
  readonly due: number
  readonly created: number
  readonly region?: string
  readonly payload?: Readonly<Record<string, unknown>>
}

/** For people who look at the time line; the simulator does not act on it. */
export interface JobOutcome {
  readonly text: string
  /** True if the job left something undone. */
  readonly failed: boolean
}

export const jobs = defineTable<JobRecord>()({
  name: 'job',
  key: (record) => record.id,
  indexes: { due: { keys: (record) => [record.due, record.created, record.id] } },
})

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
