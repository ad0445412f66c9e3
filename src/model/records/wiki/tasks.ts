/** Long-running tasks of a wiki (service §4.5): what runs on the virtual clock and can be polled and aborted. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

const TASK_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ERROR', 'ABORTED'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** A client's notes about a page; a value is any JSON. */
const taskPage = field.object({
  id: field.id,
  fields: field.map(field.json),
})
export type TaskPage = field.ValueOf<typeof taskPage>

export const tasks = defineTable({
  name: 'task',
  fields: {
    /** The task id that clients poll: a UUID. */
    id: field.key(field.text),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    baseline: field.ordinal,
    status: field.oneOf(TASK_STATUSES),
    startedBy: field.pastRef('user'),
    startedAt: field.instant,
    finishedAt: field.optional(field.instant),
    total: field.count,
    done: field.count,
    message: field.text,
    pages: field.list(taskPage),
    /** The page to create after the freezing, below another page or at the top of the space. */
    newPage: field.optional(
      field.object({ title: field.text, parentPageId: field.optional(field.looseRef('page')) }),
    ),
    jobId: field.optional(field.looseRef('job')),
  },
  indexes: { baseline: { keys: (record) => [record.projectContainerId, record.baseline, record.startedAt] } },
})
export type TaskRecord = RecordOf<typeof tasks>
