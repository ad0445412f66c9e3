/** Long-running tasks of a wiki (service §4.5): what runs on the virtual clock and can be polled and aborted. */
import { defineTable } from '../../world/store/table.ts'

export const TASK_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ERROR', 'ABORTED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** What a client notes about a page that a task works on. */
export interface TaskPage {
  readonly id: number
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

export interface TaskRecord {
  /** The task id that clients poll: a UUID. */
  readonly id: string
  readonly applicationId: number
  /** The space it works in. */
  readonly projectContainerId: number
  /** The baseline that it freezes. */
  readonly baseline: number
  readonly status: TaskStatus
  /** The user who started it. */
  readonly startedBy: number
  readonly startedAt: number
  readonly finishedAt?: number
  /** Requirements to freeze, and how many are. */
  readonly total: number
  readonly done: number
  readonly message: string
  readonly pages: readonly TaskPage[]
  /** The page to create once everything is frozen, below another page or at the top of the space. */
  readonly newPage?: { readonly title: string; readonly parentPageId?: number }
  /** The job of its next step. */
  readonly jobId?: number
}

export const tasks = defineTable<TaskRecord>()({
  name: 'task',
  key: (record) => record.id,
  indexes: { baseline: { keys: (record) => [record.projectContainerId, record.baseline, record.startedAt] } },
})
