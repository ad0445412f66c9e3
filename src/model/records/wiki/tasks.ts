/** Long-running tasks of a wiki (service §4.5): what runs on the virtual clock and can be polled and aborted. */
import { defineTable } from '../../../world/store/table.ts'

const TASK_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ERROR', 'ABORTED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** A client's notes about a page; a value is any JSON. */
export interface TaskPage {
  readonly id: number
  readonly fields: Readonly<Record<string, unknown>>
}

export interface TaskRecord {
  /** The task id that clients poll: a UUID. */
  readonly id: string
  readonly applicationId: number
  readonly projectContainerId: number
  readonly baseline: number
  readonly status: TaskStatus
  readonly startedBy: number
  readonly startedAt: number
  readonly finishedAt?: number
  readonly total: number
  readonly done: number
  readonly message: string
  readonly pages: readonly TaskPage[]
  /** The page to create after the freezing, below another page or at the top of the space. */
  readonly newPage?: { readonly title: string; readonly parentPageId?: number }
  readonly jobId?: number
}

export const tasks = defineTable<TaskRecord>()({
  name: 'task',
  key: (record) => record.id,
  indexes: { baseline: { keys: (record) => [record.projectContainerId, record.baseline, record.startedAt] } },
})
