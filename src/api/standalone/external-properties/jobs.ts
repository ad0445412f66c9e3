/** Jobs: running and finished imports (service §4.1). */
import { z } from '../../framework/zod.ts'
import {
  IMPORT_JOB_STATUSES,
  type ImportJobStatus,
} from '../../../model/records/service/import-job-machine.ts'
import {
  cancelImport,
  findJob,
  jobLevel,
  retryImport,
  visibleJobs,
} from '../../../model/import-jobs/import-jobs.ts'
import { nextStep } from '../../../model/records/world/job-steps.ts'
import { type ImportJobRecord, JOB_TYPES, type JobType } from '../../../model/records/service/import-jobs.ts'
import { forbiddenTo } from '../../../model/finding/permissions.ts'
import type { GrantLevel } from '../../../model/records/service/users.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../../framework/operation.ts'
import { int64, oneOf, sort, string } from '../../framework/parameter.ts'
import { caller, identifier, instant, pick } from '../common.ts'
import { matches, pageOf, paging, sortedPage } from '../paging.ts'
import { selectedApplication } from '../applications/scope.ts'
import * as ledger from '../../framework/ledger-names.ts'
import {
  applicationFor,
  editing,
  ofApplication,
  byCaller,
  type OnOne,
  reading,
  SELECTION_ASSUMPTIONS,
} from '../editing.ts'

const SORTABLE = ['id', 'status', 'type', 'createdAt'] as const

export const job = {
  name: 'DTOJob',
  schema: () =>
    z.object({
      id: identifier(),
      applicationId: identifier(),
      containerId: identifier().optional(),
      batchId: z.string(),
      type: z.enum(JOB_TYPES),
      status: z.enum(IMPORT_JOB_STATUSES),
      fileName: z.string().optional(),
      sheet: z.string().optional(),
      total: z.int().min(0).describe('Number of all rows.'),
      done: z.int().min(0).describe('Number of imported rows.'),
      failed: z.int().min(0).describe('Number of rows that could not be imported.'),
      errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
      createdBy: identifier(),
      createdAt: instant(),
      finishedAt: instant().optional(),
    }),
  example: {
    id: 1,
    applicationId: 101,
    containerId: 1001,
    batchId: '3b1f0c52-6a0e-4f0e-9c4f-2f6f4d0f9a11',
    type: 'EXTERNAL_PROPERTY_IMPORT',
    status: 'DONE',
    fileName: 'costs.csv',
    total: 12,
    done: 12,
    failed: 0,
    errors: [],
    createdBy: 2,
    createdAt: '2026-01-05T09:00:00.000Z',
    finishedAt: '2026-01-05T09:00:01.000Z',
  },
}

/** Converts a job to its wire shape. On an automatic clock, reading a running job moves the clock to its next step. */
export function toJob(context: Context, record: ImportJobRecord) {
  context.note(ledger.standaloneJobs)
  if (record.fileName === undefined || record.sheet === undefined || record.finishedAt === undefined)
    context.note(ledger.absentFields)
  const next = nextStep(context.world, record)
  if (next !== undefined) context.waitsFor(next)
  return {
    ...pick(record, 'id', 'applicationId'),
    containerId: record.projectContainerId,
    ...pick(record, 'batchId', 'type', 'status', 'fileName', 'sheet', 'total', 'done', 'failed', 'errors'),
    createdBy: record.startedBy,
    createdAt: formatInstant(record.createdAt),
    finishedAt: record.finishedAt === undefined ? undefined : formatInstant(record.finishedAt),
  }
}

const group = { ...ofApplication, group: 'External Property Import' } as const
const jobId = (example: string) =>
  ({ jobId: int64({ required: true, description: 'Identifier of the job.', example }) }) as const

const list = operation({
  ...group,
  ...reading(applicationFor),
  id: 'standalone.jobs.list',
  summary: 'Lists the jobs of an application that the caller may read.',
  path: '/jobs',
  query: {
    ...group.query,
    containerId: int64({ description: 'The project container of the job.' }),
    batchId: string({ maximumLength: 255, description: 'Identifier that the jobs of one import share.' }),
    type: oneOf<JobType, object>(JOB_TYPES, { description: 'The type of job.' }),
    status: oneOf<ImportJobStatus, object>(IMPORT_JOB_STATUSES, { description: 'The status of the job.' }),
    ...paging,
    sort: sort(SORTABLE, { description: 'Order of the items.' }),
  },
  success: { description: 'A page of jobs.', shape: pageOf(job) },
  refusals: { 404: 'No such application.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A22', ...always('A35', 'A221')],
  handle(input, context, { id }) {
    const { containerId: projectContainerId, batchId, type, status } = input.query
    const found = visibleJobs(context.store, caller(context), id).filter((one) =>
      matches(one, { projectContainerId, batchId, type, status }),
    )
    return sortedPage(context, input.query, found, (one) => toJob(context, one))
  },
})

const read = operation({
  ...group,
  ...reading(jobFor),
  id: 'standalone.jobs.read',
  summary: 'Returns a job.',
  path: '/jobs/{jobId}',
  pathParameters: jobId('1'),
  success: { description: 'The job.', shape: job },
  refusals: { 404: 'No such application or job.' },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A221'],
  handle: (_input, context, job) => toJob(context, job),
})

const changing = {
  ...group,
  ...editing('POST', jobFor),
  pathParameters: jobId('2'),
  success: { description: 'The updated job.', shape: job },
  assumptions: [...SELECTION_ASSUMPTIONS, 'A21', 'A221'],
} as const

const afterImport = [
  {
    operation: 'standalone.externalPropertyImport.spreadsheet',
    parameters: { jobId: '$response.body#/jobs/0/id' },
  },
] as const

const cancel = operation({
  ...changing,
  id: 'standalone.jobs.cancel',
  summary: 'Cancels a job. Rows that it has imported stay.',
  path: '/jobs/{jobId}/cancel',
  exampleAfter: afterImport,
  refusals: { 404: 'No such application or job.', 409: 'The job has ended.' },
  handle: (_input, context, found) => toJob(context, cancelImport(context.world, context.store, found)),
})

const retry = operation({
  ...changing,
  id: 'standalone.jobs.retry',
  startsJob: true,
  summary: 'Runs the remaining rows of a failed or cancelled job.',
  path: '/jobs/{jobId}/retry',
  exampleAfter: [...afterImport, { operation: 'standalone.jobs.cancel' }],
  refusals: { 404: 'No such application or job.', 409: 'The job is running, or has imported all rows.' },
  handle: (_input, context, found) => toJob(context, retryImport(byCaller(context), found)),
})

export const jobOperations: readonly Operation[] = [list, read, cancel, retry]

function jobFor(context: Context, { query, path }: OnOne<'jobId'>, level: GrantLevel) {
  const found = findJob(context.store, selectedApplication(context, query.applicationId).id, path.jobId)
  const has = jobLevel(context.store, caller(context), found)
  if (has === 'edit' || (has === 'read' && level === 'read')) return found
  throw forbiddenTo(context.user, `${level === 'read' ? 'read' : 'change'} job ${found.id}`)
}
