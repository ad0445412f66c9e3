/** Jobs of trackers, which a wiki reads through its application links (service §4.5). */
import { isBlank } from '../../model/input/blank.ts'
import {
  abortBulkJob,
  clearBulkJob,
  findBulkJob,
  jobsThrough,
  requireJobChange,
  requireJobRead,
} from '../../model/integration/tracker/bulk-jobs.ts'
import { isReachable } from '../../model/finding/reachability.ts'
import { reachTracker, wikiIntegrations } from '../../model/integration/issues/tracker-reading.ts'
import { isUnderWay } from '../../model/records/world/job-steps.ts'
import type { BulkJobRecord } from '../../model/records/tracker/tracker.ts'
import {
  JOB_ASSUMPTIONS,
  jobErrorsShape,
  jobListShape,
  jobShape,
  showJob,
  watchJob,
} from '../shared/bulk-job-shape.ts'
import { type Context, operation, type Operation } from '../framework/operation.ts'
import { int32, string } from '../framework/parameter.ts'
import * as ledger from '../framework/ledger-names.ts'
import { wikiCaller, wikiOperation, wikiSite } from './common.ts'

const jobId = int32({ description: 'Id of the job.', example: '1' })

const applinkId = string({
  maximumLength: 255,
  description: "The wiki's id of the application link; default: all trackers of the wiki.",
  example: '11111111-2222-4333-8444-555555555555',
})

const group = {
  ...wikiOperation,
  group: 'Tasks',
  section: '4.5',
  stability: 'internal',
  permission: { words: 'signed-in; starter or administrator to change', assumed: true },
} as const

const afterStart = [
  { operation: 'wiki.trackerIssue.createInBulk', parameters: { jobId: '$response.body#/jobId' } },
] as const

const list = operation({
  ...group,
  id: 'wiki.job.list',
  summary: 'Lists the running jobs of the caller in the trackers.',
  method: 'GET',
  path: '/tasks/jobs',
  query: { applinkId },
  success: { description: 'The jobs, the oldest first.', shape: jobListShape },
  refusals: {
    404: 'No such application link.',
    409: 'The tracker of the application link does not respond.',
  },
  assumptions: [...JOB_ASSUMPTIONS, 'A181'],
  authorise: () => undefined,
  handle({ query }, context) {
    const { store } = context
    const { id } = wikiCaller(context)
    context.note(ledger.bulkJobResponses)
    context.note(ledger.unreachableTracker)
    const through = wikiIntegrations(store, wikiSite(context), query.applinkId)
    if (!isBlank(query.applinkId)) for (const integration of through) reachTracker(store, integration)
    const reachable = through.filter((integration) => isReachable(store, integration))
    const own = jobsThrough(store, reachable).filter((job) => job.startedBy === id && isUnderWay(job))
    return own.map((job) => watchJob(context, job))
  },
})

const one = {
  pathParameters: { jobId },
  refusals: {
    404: 'No such job or application link.',
    409: 'The tracker does not respond, or rejects the wiki.',
  },
} as const

const read = operation({
  ...group,
  ...one,
  id: 'wiki.job.read',
  summary: 'Reads the status and progress of a job of the tracker.',
  method: 'GET',
  path: '/tasks/jobs/{jobId}',
  exampleAfter: afterStart,
  query: { applinkId },
  success: { description: 'The job.', shape: jobShape },
  assumptions: [...JOB_ASSUMPTIONS, 'A181'],
  authorise: ({ path, query }, context) => readableJob(context, path.jobId, query.applinkId),
  handle: (_input, context, job) => watchJob(context, job),
})

const errors = operation({
  ...group,
  ...one,
  id: 'wiki.job.errors',
  summary: 'Lists the errors of a job of the tracker.',
  method: 'GET',
  path: '/tasks/jobs/status/{jobId}/errors',
  exampleAfter: afterStart,
  success: { description: 'The errors, the oldest first.', shape: jobErrorsShape },
  assumptions: [...JOB_ASSUMPTIONS, 'A181'],
  authorise: ({ path }, context) => readableJob(context, path.jobId, undefined),
  handle: (_input, context, job) => watchJob(context, job).errors,
})

const abort = operation({
  ...group,
  ...one,
  id: 'wiki.job.abort',
  summary: 'Aborts a job of the tracker. Issues that it created stay.',
  method: 'POST',
  path: '/tasks/jobs/{jobId}/abort',
  exampleAfter: afterStart,
  query: { applinkId },
  success: { description: 'The aborted job.', shape: jobShape },
  refusals: { ...one.refusals, 409: 'The job has ended, or the tracker does not respond.' },
  assumptions: [...JOB_ASSUMPTIONS, 'A181'],
  authorise: ({ path, query }, context) => changeableJob(context, path.jobId, query.applinkId),
  handle(_input, context, job) {
    context.note(ledger.bulkJobClock)
    return showJob(context, abortBulkJob(context.world, context.store, job))
  },
})

const clear = operation({
  ...group,
  ...one,
  id: 'wiki.job.delete',
  summary: 'Deletes a job that has ended.',
  method: 'DELETE',
  path: '/tasks/jobs/{jobId}',
  exampleAfter: [...afterStart, { operation: 'wiki.job.abort' }],
  query: { applinkId },
  success: { status: 204, description: 'The job is deleted.' },
  refusals: { ...one.refusals, 409: 'The job is running, or the tracker does not respond.' },
  assumptions: [...JOB_ASSUMPTIONS, 'A181'],
  authorise: ({ path, query }, context) => changeableJob(context, path.jobId, query.applinkId),
  handle(_input, context, job) {
    context.note(ledger.bulkJobClock)
    clearBulkJob(context.store, job)
  },
})

export const wikiJobOperations: readonly Operation[] = [list, read, errors, abort, clear]

function findJob(context: Context, id: number, link: string | undefined): BulkJobRecord {
  context.note(ledger.unreachableTracker)
  const through = wikiIntegrations(context.store, wikiSite(context), link)
  const job = findBulkJob(context.store, through, id)
  for (const integration of through)
    if (integration.trackerApplinkId === job.applinkId) reachTracker(context.store, integration)
  return job
}

function readableJob(context: Context, id: number, link: string | undefined): BulkJobRecord {
  context.note(ledger.bulkJobResponses)
  const job = findJob(context, id, link)
  requireJobRead(context.store, wikiCaller(context), job)
  return job
}

function changeableJob(context: Context, id: number, link: string | undefined): BulkJobRecord {
  context.note(ledger.bulkJobResponses)
  const job = findJob(context, id, link)
  requireJobChange(context.store, wikiCaller(context), job, wikiSite(context))
  return job
}
