/** Renaming requirements in the tracker's links, and creating links from outside (service §4.7). */
import type * as zod from 'zod'
import { z } from '../framework/zod.ts'
import { invalid, notFound } from '../../model/errors.ts'
import { issueOf } from '../../model/links/faces.ts'
import type { IntegrationRecord } from '../../model/links/records.ts'
import type { TrackerIssueLink } from '../../model/tracker/faces.ts'
import { addLinks, requireRequirements } from '../../model/tracker/links.ts'
import { renameRequirement } from '../../model/tracker/moving.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { applinkId, authorisedIntegration, IN_TRACKER, trackerOperation } from './common.ts'
import {
  chosenIntegration,
  DEFAULT_RELATIONSHIP,
  issueLink,
  issueLinkExample,
  parts,
  relationshipOr,
  showLink,
  writingOf,
} from './issue-link-shape.ts'

const group = {
  ...trackerOperation,
  permission: { words: 'application link or administrator', assumed: true },
  group: 'Operations of the wiki',
} as const

const renameBody = () =>
  z.object({
    applinkId: parts.applink().nullish(),
    spaceKey: parts.name('Key of the space where the requirement was.'),
    key: parts.name('Key that the requirement had.'),
    newSpaceKey: parts.name('Key of the space where it is now.').nullish(),
    newKey: parts.name('Key that it has now.').nullish(),
  })

const renaming = {
  ...group,
  summary: "Renames a requirement in the tracker's links and texts.",
  description: 'The wiki is not told, as a rename begins there.',
  method: 'PUT',
  body: {
    name: 'RequirementRename',
    schema: renameBody,
    example: { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-101' },
  },
  success: {
    description: 'How many links were renamed.',
    shape: {
      name: 'RequirementRenamed',
      schema: () => z.object({ status: z.literal('ok'), renamed: z.int().min(0) }),
      example: { status: 'ok', renamed: 2 },
    },
  },
  refusals: { 404: 'No such application link.' },
  assumptions: ['A134', ...always('A162')],
} as const

const linkBody = () =>
  z.object({
    applinkId: parts.applink().nullish(),
    issueKey: parts.name('Key of the issue.'),
    spaceKey: parts.name('Key of the space.'),
    key: parts.name('Key of the requirement.'),
    baseline: parts.baseline(),
    relationship: parts.name('How the issue is related to the requirement.').nullish(),
  })

const creating = {
  ...group,
  summary: 'Creates the remote issue link of an issue and a requirement.',
  description: 'The same as linking the issue to the one requirement, in the name of the application link.',
  method: 'POST',
  body: {
    name: 'RemoteIssueLinkCreation',
    schema: linkBody,
    example: { issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' },
  },
  success: {
    description: 'The link.',
    shape: {
      name: 'RemoteIssueLinkCreated',
      schema: () => z.object({ status: z.literal('ok'), link: issueLink() }),
      example: { status: 'ok', link: { ...issueLinkExample, id: 1, key: 'REQ-003' } },
    },
  },
  refusals: {
    404: 'No such application link, issue or requirement.',
    409: 'A baseline is not DONE, or the issue has the link already, where the scenario asks for that.',
  },
  assumptions: ['A134', 'A156', 'A158', ...always('A163')],
} as const

const renameAnywhere = operation({
  ...renaming,
  id: 'tracker.operations.rename',
  path: '/rename',
  authorise: ({ body }, context) => authorise(context, undefined, body),
  handle: ({ body }, context, integration) => rename(context, integration, body),
})

const renameThrough = operation({
  ...renaming,
  id: 'tracker.operations.renameThrough',
  path: '/operations/{applinkId}/rename',
  pathParameters: { applinkId },
  authorise: ({ path, body }, context) => authorise(context, path.applinkId, body),
  handle: ({ body }, context, integration) => rename(context, integration, body),
})

const createAnywhere = operation({
  ...creating,
  id: 'tracker.operations.createLink',
  path: '/createRIL',
  authorise: ({ body }, context) => authorise(context, undefined, body),
  handle: ({ body }, context, integration) => createLink(context, integration, body),
})

const createThrough = operation({
  ...creating,
  id: 'tracker.operations.createLinkThrough',
  path: '/operations/{applinkId}/createRIL',
  pathParameters: { applinkId },
  authorise: ({ path, body }, context) => authorise(context, path.applinkId, body),
  handle: ({ body }, context, integration) => createLink(context, integration, body),
})

export const trackerRemoteLinkOperations: readonly Operation[] = [
  renameAnywhere,
  renameThrough,
  createAnywhere,
  createThrough,
]

function authorise(
  context: Context,
  inPath: string | undefined,
  body: { readonly applinkId?: string | null | undefined },
): IntegrationRecord {
  return authorisedIntegration(context, chosenIntegration(context, inPath, body.applinkId))
}

function rename(
  context: Context,
  integration: IntegrationRecord,
  body: zod.infer<ReturnType<typeof renameBody>>,
) {
  const { spaceKey, key, newSpaceKey, newKey } = body
  const to = { spaceKey: newSpaceKey ?? spaceKey, key: newKey ?? key }
  const renamed = renameRequirement({ ...writingOf(context), integration }, { spaceKey, key }, to)
  return { status: 'ok', renamed }
}

function createLink(
  context: Context,
  integration: IntegrationRecord,
  body: zod.infer<ReturnType<typeof linkBody>>,
) {
  const { store } = context
  const issueKey = body.issueKey.trim()
  if (issueKey === '') throw invalid('issueKey', body.issueKey, 'name the issue, such as DRN-1')
  const issue = issueOf({ store, integration }, issueKey)
  if (issue === undefined) throw notFound('issue', issueKey, IN_TRACKER)
  const { spaceKey, key } = body
  const relationship = relationshipOr(DEFAULT_RELATIONSHIP, body.relationship)
  const wanted = { integration, spaceKey, key, relationship, baseline: body.baseline ?? undefined }
  if (context.assume('A156') === 'refuse') requireRequirements(store, [wanted])
  const repeated = context.assume('A158') === 'conflict' ? 'refuse' : 'keep'
  const links = addLinks(writingOf(context), issue, [wanted], repeated)
  return { status: 'ok', link: showLink(context, links[0] as TrackerIssueLink) }
}
