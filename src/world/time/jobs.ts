/** Pending jobs: what the virtual clock will run, and when. */
import * as field from '../store/fields.ts'
import { defineTable, type RecordOf } from '../store/table.ts'
import type { Store } from '../store/store.ts'

/** For people who look at the timeline; the simulator does not act on it. */
export interface JobOutcome {
  readonly text: string
  /** True if the job left something undone. */
  readonly failed: boolean
}

export const jobs = defineTable({
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
