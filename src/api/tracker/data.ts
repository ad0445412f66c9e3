/** Data of the tracker, and of the wikis that it is connected to (service §4.7). */
import { z } from '../framework/zod.ts'
import { ISSUE_KEY_ASSUMPTIONS } from '../shared/issue-keys.ts'
import { issueNamed } from '../../model/integration/issue-links/bulk.ts'
import { obstacleTo } from '../../model/integration/queues/sending.ts'
import { trackerVersionOf } from '../../model/integration/versions.ts'
import { readableTrackerProjects } from '../../model/integration/issues/tracker-reading.ts'
import type { IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import { fieldsOfTracker, LINK_OPERATIONS, relationshipsInUse } from '../../model/integration/tracker/data.ts'
import { issueHistory } from '../../model/records/tracker/tracker.ts'
import { containerLevel } from '../../model/finding/permissions.ts'
import { users } from '../../model/records/service/users.ts'
import { formatInstant } from '../../world/time/duration.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { string } from '../framework/parameter.ts'
import {
  applinkId,
  findIntegration,
  identifier,
  instant,
  isTrackerAdministrator,
  requireIssue,
  SIGNED_IN,
  trackerCaller,
  trackerOperation,
  trackerSite,
} from './common.ts'
import { trackerBaselineOperations } from './baselines.ts'
import { trackerSearchOperation } from './search.ts'

const group = {
  ...trackerOperation,
  permission: SIGNED_IN,
  group: 'Tracker data',
  assumptions: [...always('A166')],
} as const

const relationships = operation({
  ...group,
  id: 'tracker.data.relationships',
  summary: 'Lists the relationships in use between issues and requirements.',
  method: 'GET',
  path: '/relationships',
  success: {
    description: 'The names, by code point.',
    shape: {
      name: 'RelationshipNames',
      schema: () => z.array(z.string()),
      example: ['implements', 'tests'],
    },
  },
  authorise: (_input, context) => trackerCaller(context),
  handle: (_input, context, user) => relationshipsInUse(context.store, user, trackerSite(context)),
})

const fields = operation({
  ...group,
  id: 'tracker.data.fields',
  summary: 'Lists the fields of issues, including custom fields.',
  method: 'GET',
  path: '/metadata/customfields',
  success: {
    description: 'The standard fields, then the custom fields by id.',
    shape: {
      name: 'TrackerFields',
      schema: () =>
        z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), custom: z.boolean() })),
      example: [{ id: 'summary', name: 'Summary', type: 'string', custom: false }],
    },
  },
  authorise: (_input, context) => void trackerCaller(context),
  handle: (_input, context) => fieldsOfTracker(context.store, trackerSite(context)),
})

const operations = operation({
  ...group,
  id: 'tracker.data.operations',
  summary: 'Lists the operations that can be called through an application link.',
  method: 'GET',
  path: '/operations/{applinkId}',
  pathParameters: { applinkId },
  success: {
    description: 'The operations, and whether the caller may call each.',
    shape: {
      name: 'LinkOperations',
      schema: () =>
        z.object({
          applinkId: z.string(),
          mode: z.enum(['AUTO', 'MANUAL', 'DISABLED']),
          version: z.int(),
          obstacle: z.string().optional().describe('Why the link sends no messages.'),
          operations: z.array(
            z.object({
              operation: z.string(),
              method: z.string(),
              path: z.string(),
              allowed: z.boolean().describe('Whether the caller may call it.'),
            }),
          ),
        }),
      example: {
        applinkId: '99999999-8888-4777-8666-555555555555',
        mode: 'AUTO',
        version: 8,
        operations: [
          {
            operation: 'rename',
            method: 'PUT',
            path: '/operations/99999999-8888-4777-8666-555555555555/rename',
            allowed: true,
          },
        ],
      },
    },
  },
  refusals: { 404: 'No such application link.' },
  authorise: ({ path }, context) => findIntegration(context, path.applinkId),
  handle({ path }, context, integration) {
    const obstacle = obstacleTo({ store: context.store, integration })
    const base = `/operations/${encodeURIComponent(path.applinkId)}`
    const listed = LINK_OPERATIONS.map(({ needs, path: below, operation: name, method }) => ({
      operation: name,
      method,
      path: `${base}${below}`,
      allowed: isAllowed(context, integration, needs),
    }))
    const { trackerApplinkId, mode } = integration
    return {
      applinkId: trackerApplinkId,
      mode,
      version: trackerVersionOf(integration),
      ...(obstacle === undefined ? {} : { obstacle }),
      operations: listed,
    }
  },
})

const history = operation({
  ...group,
  id: 'tracker.data.history',
  summary: 'Returns the history of an issue and its links.',
  method: 'GET',
  path: '/history/issue/{issueNumber}',
  pathParameters: {
    issueNumber: string({
      maximumLength: 255,
      description: 'Numeric id or key of the issue.',
      example: '30001',
    }),
  },
  success: {
    description: 'The events, oldest first.',
    shape: {
      name: 'IssueHistory',
      schema: () =>
        z.array(
          z.object({
            id: identifier(),
            issueId: identifier(),
            issueKey: z.string(),
            at: instant(),
            by: z.string().optional().describe('Name of the user.'),
            event: z.string(),
            detail: z.string(),
          }),
        ),
      example: [
        {
          id: 1,
          issueId: 30001,
          issueKey: 'DRN-1',
          at: '2026-01-05T09:00:00.000Z',
          by: 'alice',
          event: 'LINKED',
          detail: 'implements ENG/REQ-003',
        },
      ],
    },
  },
  refusals: { 403: 'The caller may not read the issue.', 404: 'No such issue.' },
  assumptions: ['A134', ...always('A167'), ...ISSUE_KEY_ASSUMPTIONS],
  authorise({ path }, context) {
    const named = issueNamed(context.store, trackerSite(context), path.issueNumber)
    return requireIssue(context, named?.key ?? path.issueNumber, 'read')
  },
  handle(_input, context, { id: issueId, key }) {
    const { store } = context
    const events = [...store.table(issueHistory).range('issue', [issueId])]
    return events.map(({ id, at, by, event, detail }) => {
      const name = by === undefined ? undefined : store.table(users).get(by)?.name
      const known = name === undefined ? {} : { by: name }
      return { id, issueId, issueKey: key, at: formatInstant(at), ...known, event, detail }
    })
  },
})

export const trackerDataOperations: readonly Operation[] = [
  relationships,
  fields,
  operations,
  history,
  trackerSearchOperation,
  ...trackerBaselineOperations,
]

function isAllowed(
  context: Context,
  { username }: IntegrationRecord,
  needs: (typeof LINK_OPERATIONS)[number]['needs'],
): boolean {
  const caller = trackerCaller(context)
  if (needs === 'signed-in' || isTrackerAdministrator(context)) return true
  if (needs === 'link') return caller.name === username
  return readableTrackerProjects(context.store, caller, trackerSite(context)).some(
    (project) => containerLevel(context.store, caller, project) === 'edit',
  )
}
