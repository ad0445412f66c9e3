/** Long-running tasks (service §4.5). */
import { hasMoreCharacters } from '../../world/characters.ts'
import { z } from '../framework/zod.ts'
import type { TaskRecord } from '../../model/records/wiki/tasks.ts'
import { findTask, notePage, percentageOf, removeTask, requireTaskChange } from '../../model/tasks/tasks.ts'
import { invalid } from '../../model/input/errors.ts'
import { jobs } from '../../world/time/jobs.ts'
import { type Context, operation, type Operation } from '../framework/operation.ts'
import { int64, string } from '../framework/parameter.ts'
import * as ledger from '../framework/ledger-names.ts'
import { identifier, wikiCaller, wikiOperation, wikiSite } from './common.ts'

const MAXIMUM_VALUE_LENGTH = 1000

const isShortValue = (value: unknown) => !hasMoreCharacters(JSON.stringify(value), MAXIMUM_VALUE_LENGTH)

const taskId = string({
  maximumLength: 255,
  description: 'Id of the task.',
  example: '68c954fa-f20b-4179-a109-ce42109de41f',
})

const group = {
  ...wikiOperation,
  group: 'Tasks',
  section: '4.5',
  stability: 'internal',
  permission: { words: 'signed-in; starter or administrator to change', assumed: true },
} as const

const taskShape = {
  name: 'Task',
  schema: () =>
    z.object({
      taskId: z.string(),
      status: z.enum(['PENDING', 'RUNNING', 'DONE', 'ERROR', 'ABORTED']),
      percentage: z.int().min(0).max(100),
      message: z.string(),
      pages: z.array(z.looseObject({ id: identifier() })),
    }),
  example: {
    taskId: '68c954fa-f20b-4179-a109-ce42109de41f',
    status: 'RUNNING',
    percentage: 40,
    message: 'Freezing 1000 requirements',
    pages: [],
  },
}

const afterFreeze = [
  { operation: 'wiki.baseline.freeze', parameters: { taskId: '$response.body#/taskId' } },
] as const

const read = operation({
  ...group,
  id: 'wiki.task.read',
  summary: 'Reads the status and progress of a task.',
  method: 'GET',
  path: '/tasks/status/{taskId}',
  exampleAfter: afterFreeze,
  pathParameters: { taskId },
  success: { description: 'The task.', shape: taskShape },
  assumptions: ['A123', 'A133'],
  authorise: ({ path }, context) => findTask(context.store, wikiSite(context), path.taskId),
  handle(_input, context, task) {
    const job = task.jobId === undefined ? undefined : context.world.system.table(jobs).get(task.jobId)
    if (job !== undefined) {
      context.note(ledger.freezingTime)
      context.waitsFor(job.due)
    }
    return show(context, task)
  },
})

const updatePage = operation({
  ...group,
  id: 'wiki.task.updatePage',
  summary: 'Stores notes on a page that a task works on.',
  method: 'PUT',
  path: '/tasks/status/{taskId}/pages/{id}',
  exampleAfter: afterFreeze,
  pathParameters: {
    taskId,
    id: int64({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Id of the page.',
      example: '4001',
    }),
  },
  body: {
    name: 'TaskPageFields',
    schema: () =>
      z.record(
        z.string().min(1).max(100),
        z
          .unknown()
          .refine(isShortValue, `must have at most ${MAXIMUM_VALUE_LENGTH} characters as JSON`)
          .describe('Any JSON value.'),
      ),
    example: { status: 'DONE' },
  },
  success: { description: 'The task.', shape: taskShape },
  refusals: { 409: 'The task has too many notes.' },
  assumptions: ['A133'],
  authorise: ({ path }, context) => changeableTask(context, path.taskId),
  handle({ path, body: { id = Number(path.id), ...fields } }, context, task) {
    if (id !== Number(path.id))
      throw invalid("body field 'id'", id, `send ${path.id} as in the path, or leave id out`)
    return show(context, notePage(context.store, task, Number(path.id), fields))
  },
})

const remove = operation({
  ...group,
  id: 'wiki.task.delete',
  summary: 'Aborts a task and deletes it.',
  method: 'DELETE',
  path: '/tasks/{taskId}',
  exampleAfter: afterFreeze,
  pathParameters: { taskId },
  success: { status: 204, description: 'The task is deleted.' },
  assumptions: ['A133'],
  authorise({ path }, context) {
    context.note(ledger.wikiTasks)
    return changeableTask(context, path.taskId)
  },
  handle(_input, context, task) {
    removeTask(context.world, context.store, wikiCaller(context), task)
  },
})

export const wikiTaskOperations: readonly Operation[] = [read, updatePage, remove]

function changeableTask(context: Context, id: string): TaskRecord {
  const task = findTask(context.store, wikiSite(context), id)
  requireTaskChange(context.store, wikiCaller(context), task)
  return task
}

function show(context: Context, task: TaskRecord) {
  context.note(ledger.wikiTasks)
  const { id, status, message } = task
  const pages = task.pages.map(({ id: pageId, fields }) => ({ ...fields, id: pageId }))
  return { taskId: id, status, percentage: percentageOf(task, context.world.now), message, pages }
}
