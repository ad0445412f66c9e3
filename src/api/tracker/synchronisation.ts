/** Resynchronising links, and changing their baseline (service §4.7). */
import { ISSUE_KEY_ASSUMPTIONS } from '../shared/issue-keys.ts'
import { z } from '../framework/zod.ts'
import { invalidRequest } from '../../model/input/errors.ts'
import { changeBaseline } from '../../model/integration/tracker/moving.ts'
import {
  findResynchronisation,
  resynchronisationsOf,
  startResynchronisation,
} from '../../model/integration/tracker/resynchronisation.ts'
import { isUnderWay } from '../../model/records/world/job-steps.ts'
import { JOB_ASSUMPTIONS, jobShape, showJob, watchJob } from '../shared/bulk-job-shape.ts'
import { always, operation, type Operation } from '../framework/operation.ts'
import { int64, list } from '../framework/parameter.ts'
import {
  authorisedIntegration,
  LINK_OR_ADMINISTRATOR,
  requireIssue,
  SIGNED_IN,
  trackerCaller,
  trackerOperation,
  trackerSite,
  writingOf,
  selectedIntegration,
} from './common.ts'
import * as ledger from '../framework/ledger-names.ts'
import { OK, okShape, parts } from './issue-link-shape.ts'

const group = { ...trackerOperation, group: 'Synchronisation' } as const

const start = operation({
  ...group,
  id: 'tracker.sync.start',
  startsJob: true,
  summary: 'Resynchronises all links of all requirements linked to issues.',
  description:
    'Starts a job on the virtual clock. It reads the texts from the wiki and compares the links of both products.',
  method: 'PUT',
  path: '/sync',
  permission: { words: 'project edit', assumed: true },
  query: {
    issues: list({
      required: true,
      maximumLength: 255,
      description: 'Issue keys, joined by commas.',
      example: 'DRN-1,DRN-2',
    }),
  },
  success: { description: 'The job.', shape: jobShape },
  refusals: { 404: 'No such issue. No job was started.' },
  assumptions: ['A134', ...JOB_ASSUMPTIONS, 'A159', 'A160', 'A186', ...ISSUE_KEY_ASSUMPTIONS],
  authorise: ({ query }, context) => [
    ...new Set(query.issues.map((key) => requireIssue(context, key, 'edit'))),
  ],
  handle(_input, context, linked) {
    if (linked.length === 0)
      throw invalidRequest("query parameter 'issues'", 'list at least one issue key, such as DRN-1')
    context.note(ledger.resynchronisationJob)
    context.note(ledger.resynchronisationEffect)
    context.note(ledger.formerApplicationLinks)
    return showJob(context, startResynchronisation(writingOf(context), trackerSite(context), linked))
  },
})

const manage = operation({
  ...group,
  permission: SIGNED_IN,
  id: 'tracker.sync.manage',
  summary: 'Returns the status of the resynchronisation.',
  method: 'GET',
  path: '/sync',
  success: {
    description: 'Whether a job is running, how many jobs are waiting, and the running or last job.',
    shape: {
      name: 'Resynchronisation',
      schema: () =>
        z.object({
          status: z.enum(['IDLE', 'RUNNING']),
          waiting: z.int().min(0).describe('Number of waiting jobs.'),
          job: jobShape.schema().optional(),
        }),
      example: { status: 'IDLE', waiting: 0 },
    },
  },
  assumptions: [...JOB_ASSUMPTIONS, ...always('A159')],
  authorise: (_input, context) => void trackerCaller(context),
  handle(_input, context) {
    const all = [...resynchronisationsOf(context.store, trackerSite(context))]
    const underWay = all.filter(isUnderWay)
    const job = underWay.at(-1) ?? all[0]
    return {
      status: underWay.length === 0 ? ('IDLE' as const) : ('RUNNING' as const),
      waiting: Math.max(0, underWay.length - 1),
      ...(job === undefined ? {} : { job: watchJob(context, job) }),
    }
  },
})

const readJob = operation({
  ...group,
  permission: SIGNED_IN,
  id: 'tracker.sync.readJob',
  summary: 'Returns the progress of a resynchronisation.',
  method: 'GET',
  path: '/sync/job/{jobId}',
  exampleAfter: [{ operation: 'tracker.sync.start', parameters: { jobId: '$response.body#/jobId' } }],
  pathParameters: {
    jobId: int64({ minimum: 1, description: 'The id of the job.', example: '1' }),
  },
  success: { description: 'The job.', shape: jobShape },
  refusals: { 404: 'No such resynchronisation.' },
  assumptions: [...JOB_ASSUMPTIONS, ...always('A159')],
  authorise: (_input, context) => void trackerCaller(context),
  handle: ({ path }, context) =>
    watchJob(context, findResynchronisation(context.store, trackerSite(context), path.jobId)),
})

const updateBaseline = operation({
  ...group,
  id: 'tracker.sync.updateBaseline',
  summary: 'Changes the baseline of the links of a space.',
  method: 'POST',
  path: '/sync/updatebaseline2',
  permission: LINK_OR_ADMINISTRATOR,
  body: {
    name: 'LinkBaselineUpdate',
    schema: () =>
      z.object({
        applinkId: parts.optionalApplink(),
        spaceKey: parts.name('Key of the space.'),
        keys: z
          .array(parts.name('Key of a requirement.'))
          .max(10_000)
          .nullish()
          .describe('Changes only links of these requirements.'),
        oldBaseline: parts.baseline().describe('The current baseline of the links, or null for none.'),
        newBaseline: z
          .int()
          .min(0)
          .max(2_147_483_647)
          .nullable()
          .describe('The new baseline of the links, or null for none.'),
      }),
    example: { spaceKey: 'ENG', keys: ['REQ-001', 'REQ-002'], oldBaseline: null, newBaseline: 1 },
  },
  success: {
    description: 'The number of changed links.',
    shape: okShape('LinkBaselineUpdated', () => ({ updated: z.int().min(0) }), { updated: 3 }),
  },
  refusals: {
    404: 'No such application link, or the new baseline lacks a requirement.',
    409: 'The new baseline is not DONE.',
  },
  assumptions: ['A134', ...always('A161')],
  authorise: ({ body }, context) =>
    authorisedIntegration(context, selectedIntegration(context, undefined, body.applinkId)),
  handle({ body }, context, integration) {
    const { spaceKey, keys, oldBaseline, newBaseline: to } = body
    const change = { spaceKey, keys: keys ?? undefined, from: oldBaseline ?? null, to }
    return { ...OK, updated: changeBaseline({ ...writingOf(context), integration }, change) }
  },
})

export const trackerSynchronisationOperations: readonly Operation[] = [start, manage, readJob, updateBaseline]
