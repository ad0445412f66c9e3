/** Bulk jobs over the issues of a tracker (service §4.7). */
import { optionalGivenName } from '../shared/given-name.ts'
import { ISSUE_KEY_ASSUMPTIONS, issueOfKey } from '../shared/issue-keys.ts'
import type * as zod from 'zod'
import { z } from '../framework/zod.ts'
import { invalid, invalidRequest, notFound } from '../../model/input/errors.ts'
import { MAXIMUM_FIELDS_LENGTH, readFields } from '../../model/integration/issues/issue-fields.ts'
import { distinct, MAXIMUM_REQUIREMENTS } from '../../model/integration/tracker/issue-requests.ts'
import { requireIssueType, requireTrackerProject } from '../../model/integration/issues/tracker-reading.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import type { IssueItem, IssueWork } from '../../model/integration/tracker/bulk-issues.ts'
import {
  abortBulkJob,
  clearBulkJob,
  findBulkJob,
  jobsThrough,
  mayReadJob,
  requireJobProjectEdit,
  requireJobRead,
  startBulkJob,
} from '../../model/integration/tracker/bulk-jobs.ts'
import type { BulkJobRecord } from '../../model/records/tracker/tracker.ts'
import { JOB_ASSUMPTIONS, jobListShape, jobShape, showJob, watchJob } from '../shared/bulk-job-shape.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { int32, int64 } from '../framework/parameter.ts'
import {
  applinkId,
  findIntegration,
  IN_TRACKER,
  SIGNED_IN,
  trackerCaller,
  trackerOperation,
  trackerSite,
} from './common.ts'
import { relationshipOr, requireSpacesRead } from './issue-link-shape.ts'
import * as ledger from '../framework/ledger-names.ts'
import { countText } from '../../world/count-text.ts'

const jobId = int32({ description: 'The id of the job.', example: '1' })

const group = { ...trackerOperation, group: 'Bulk operations' } as const
const reading = { ...group, permission: SIGNED_IN } as const
const changing = { ...group, permission: { words: 'project edit', assumed: true } } as const
const one = {
  pathParameters: { applinkId, jobId },
  refusals: { 404: 'No such application link or job.' },
  assumptions: JOB_ASSUMPTIONS,
} as const
const afterStart = [
  { operation: 'tracker.bulkJob.start', parameters: { jobId: '$response.body#/jobId' } },
] as const

const base = '/operations/{applinkId}/issues-bulk-operation'

const start = operation({
  ...changing,
  id: 'tracker.bulkJob.start',
  startsJob: true,
  summary: 'Starts a job that creates or changes issues of a project.',
  method: 'POST',
  path: `${base}/projects/{projectId}`,
  pathParameters: {
    applinkId,
    projectId: int64({ minimum: 1, description: "The tracker's id of the project.", example: '20001' }),
  },
  body: {
    name: 'IssuesBulkOperation',
    schema: bulkOperation,
    example: {
      operation: 'UPDATE',
      fields: '{"labels":["reviewed"]}',
      relationship: 'implements',
      issues: [{ key: 'DRN-3', links: [{ spaceKey: 'ENG', key: 'REQ-003' }] }],
    },
  },
  success: { description: 'The started job.', shape: jobShape },
  refusals: {
    403: 'The caller may not edit the project, or may not read the space of a link.',
    404: 'No such application link, project or issue type.',
  },
  assumptions: [...JOB_ASSUMPTIONS, 'A134', 'A157', ...always('A175'), ...ISSUE_KEY_ASSUMPTIONS],
  authorise({ path }, context) {
    const integration = findIntegration(context, path.applinkId)
    return { integration, projectContainerId: projectOf(context, path.projectId).id }
  },
  handle({ body }, context, { integration, projectContainerId }) {
    const work = workOf(context, body)
    const links = work.items.flatMap(({ requirements }) => requirements)
    const spaces = links.map(({ spaceKey }) => ({ integration, spaceKey }))
    requireSpacesRead(context, spaces)
    const kind = body.operation === 'CREATE' ? 'CREATE_ISSUES' : 'UPDATE_ISSUES'
    const trackerId = trackerSite(context)
    const { world, store } = context
    const wanted = { kind, integration, trackerId, projectContainerId, work } as const
    return showJob(context, startBulkJob({ world, store, actor: trackerCaller(context) }, wanted))
  },
})

const list = operation({
  ...reading,
  id: 'tracker.bulkJob.list',
  summary: 'Lists the bulk jobs of an application link.',
  method: 'GET',
  path: `${base}/jobs`,
  pathParameters: { applinkId },
  success: { description: 'The jobs that the caller may read, oldest first.', shape: jobListShape },
  refusals: { 404: 'No such application link.' },
  assumptions: JOB_ASSUMPTIONS,
  authorise: ({ path }, context) => findIntegration(context, path.applinkId),
  handle(_input, context, integration) {
    context.note(ledger.bulkJobResponses)
    const { store } = context
    const caller = trackerCaller(context)
    const all = jobsThrough(store, [integration])
    const readable = all.filter((job) => mayReadJob(store, caller, job))
    return readable.map((job) => watchJob(context, job))
  },
})

const read = operation({
  ...reading,
  ...one,
  id: 'tracker.bulkJob.read',
  summary: 'Returns the progress of a bulk job.',
  method: 'GET',
  path: `${base}/jobs/{jobId}`,
  exampleAfter: afterStart,
  success: { description: 'The job.', shape: jobShape },
  refusals: { ...one.refusals, 403: 'The caller did not start the job and may not read its project.' },
  authorise({ path }, context) {
    context.note(ledger.bulkJobResponses)
    const job = findJob(context, path)
    requireJobRead(context.store, trackerCaller(context), job)
    return job
  },
  handle: (_input, context, job) => watchJob(context, job),
})

const abort = operation({
  ...changing,
  ...one,
  id: 'tracker.bulkJob.abort',
  summary: 'Aborts a bulk job. Issues that it has changed stay.',
  method: 'POST',
  path: `${base}/jobs/{jobId}/abort`,
  exampleAfter: afterStart,
  success: { description: 'The aborted job.', shape: jobShape },
  refusals: { ...one.refusals, 409: 'The job has ended.' },
  authorise: ({ path }, context) => changeableJob(context, path),
  handle(_input, context, job) {
    context.note(ledger.bulkJobClock)
    return showJob(context, abortBulkJob(context.world, context.store, job))
  },
})

const clear = operation({
  ...changing,
  ...one,
  id: 'tracker.bulkJob.delete',
  summary: 'Deletes a bulk job that has ended.',
  method: 'DELETE',
  path: `${base}/jobs/{jobId}`,
  exampleAfter: [...afterStart, { operation: 'tracker.bulkJob.abort' }],
  success: { status: 204, description: 'The job was deleted.' },
  refusals: { ...one.refusals, 409: 'The job is running.' },
  authorise: ({ path }, context) => changeableJob(context, path),
  handle(_input, context, job) {
    context.note(ledger.bulkJobClock)
    clearBulkJob(context.store, job)
  },
})

export const trackerBulkJobOperations: readonly Operation[] = [start, list, read, abort, clear]

function bulkOperation() {
  const fields = () =>
    z.string().max(MAXIMUM_FIELDS_LENGTH).nullish().describe('Values of fields, as a JSON text.')
  const relationship = () => optionalGivenName().nullish()
  const link = z.object({
    spaceKey: z.string().max(255),
    key: z.string().max(255),
    baseline: z.int32().min(1).nullish(),
    relationship: relationship(),
  })
  return z.object({
    operation: z.enum(['CREATE', 'UPDATE']),
    issueTypeId: z.int().min(1).nullish().describe('Type of the issues to create.'),
    fields: fields(),
    relationship: relationship().describe(
      'The relationship of links without their own. Default: implements.',
    ),
    issues: z
      .array(
        z.object({
          key: z.string().min(1).max(255).nullish().describe('Key of the issue to change.'),
          fields: fields(),
          links: z.array(link).max(MAXIMUM_REQUIREMENTS).nullish(),
        }),
      )
      .min(1)
      .max(MAXIMUM_REQUIREMENTS),
  })
}
type BulkOperation = zod.infer<ReturnType<typeof bulkOperation>>

/** The work that a body describes. Throws INVALID with the name of a missing or malformed field. */
function workOf(context: Context, body: BulkOperation): IssueWork {
  const { issueTypeId, operation: wanted } = body
  const isCreating = wanted === 'CREATE'
  if (isCreating) {
    if (issueTypeId === undefined || issueTypeId === null)
      throw invalidRequest('issueTypeId', "operation 'CREATE' needs the type of its issues")
    requireIssueType(context.store, trackerSite(context), issueTypeId)
  }
  const relationship = relationshipOr(DEFAULT_ISSUE_RELATIONSHIP, body.relationship)
  const items = body.issues.map((issue, position): IssueItem => {
    const parameter = `issues[${position}]`
    const sent = issue.key ?? undefined
    const issueKey = sent && (issueOfKey(context, trackerSite(context), sent)?.key ?? sent)
    if (isCreating !== (issueKey === undefined)) {
      if (isCreating) throw invalid(`${parameter}.key`, issueKey, "operation 'CREATE' gives keys itself")
      throw invalidRequest(`${parameter}.key`, "operation 'UPDATE' names each issue")
    }
    const links = (issue.links ?? []).map(({ spaceKey, key, baseline, relationship: own }) => ({
      spaceKey,
      key,
      baseline: baseline ?? undefined,
      relationship: relationshipOr(relationship, own),
    }))
    const fields = issue.fields ?? undefined
    return {
      ...(issueKey === undefined ? {} : { issueKey }),
      name: issueKey ?? links[0]?.key ?? parameter,
      ...(fields === undefined ? {} : { fields: readFields(fields, `${parameter}.fields`) }),
      requirements: distinct(links),
    }
  })
  const count = items.reduce((sum, { requirements }) => sum + requirements.length, 0)
  if (count > MAXIMUM_REQUIREMENTS)
    throw invalidRequest('issues', `${countText(count, 'link')}, the maximum is ${MAXIMUM_REQUIREMENTS}`)
  return {
    askedBy: 'tracker',
    ...(isCreating && typeof issueTypeId === 'number' ? { issueTypeId } : {}),
    fields: readFields(body.fields ?? '{}', 'fields'),
    items,
  }
}

function projectOf(context: Context, projectId: number | bigint) {
  context.note(ledger.trackerPermissions)
  if (typeof projectId === 'bigint') throw notFound('project', projectId, IN_TRACKER)
  return requireTrackerProject(context.store, trackerCaller(context), trackerSite(context), projectId, 'edit')
}

interface JobPath {
  readonly applinkId: string
  readonly jobId: number
}

function findJob(context: Context, path: JobPath): BulkJobRecord {
  return findBulkJob(context.store, [findIntegration(context, path.applinkId)], path.jobId)
}

/** Throws FORBIDDEN unless the caller may edit the project of the job. */
function changeableJob(context: Context, path: JobPath): BulkJobRecord {
  context.note(ledger.bulkJobResponses)
  const job = findJob(context, path)
  requireJobProjectEdit(context.store, trackerCaller(context), job)
  return job
}
