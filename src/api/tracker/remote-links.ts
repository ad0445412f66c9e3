/** Renaming requirements in the tracker's links, and creating links for the wiki (service §4.7). */
import { optionalGivenName } from '../shared/given-name.ts'
import { withoutBlank } from '../../model/input/blank.ts'
import type * as zod from 'zod'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import { z } from '../framework/zod.ts'
import { invalid, notFound } from '../../model/input/errors.ts'
import type { IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import type { TrackerIssueLink } from '../../model/integration/issues/tracker-view.ts'
import { addLinks } from '../../model/integration/tracker/links.ts'
import { renameRequirement } from '../../model/integration/tracker/moving.ts'
import { always, type Context, operation, type Operation } from '../framework/operation.ts'
import { ISSUE_KEY_ASSUMPTIONS, issueOfKey } from '../shared/issue-keys.ts'
import {
  applinkId,
  authorisedIntegration,
  IN_TRACKER,
  LINK_OR_ADMINISTRATOR,
  trackerOperation,
  trackerSite,
  writingOf,
  selectedIntegration,
} from './common.ts'
import * as ledger from '../framework/ledger-names.ts'
import {
  linkShape,
  OK,
  okShape,
  parts,
  relationshipOr,
  requireLinkable,
  showLink,
} from './issue-link-shape.ts'

const group = {
  ...trackerOperation,
  permission: LINK_OR_ADMINISTRATOR,
  group: 'Operations of the wiki',
  authorise: ({ path, body }: OnLink, context: Context) =>
    authorisedIntegration(context, selectedIntegration(context, path.applinkId, body.applinkId)),
} as const

/** The application link is in the path, in the body, or the only one of the tracker. */
interface OnLink {
  readonly path: { readonly applinkId?: string }
  readonly body: { readonly applinkId?: string | null | undefined }
}

const renameBody = () =>
  z.object({
    applinkId: parts.optionalApplink(),
    spaceKey: parts.name('Previous key of the space.'),
    key: parts.name('Previous key of the requirement.'),
    newSpaceKey: parts.optionalName('New key of the space.'),
    newKey: parts.optionalName('New key of the requirement.'),
  })

type Rename = zod.infer<ReturnType<typeof renameBody>>

const renaming = {
  ...group,
  summary: "Renames a requirement in the tracker's links and texts.",
  description: 'Does not report the change to the wiki, which starts such a rename.',
  method: 'PUT',
  body: {
    name: 'RequirementRename',
    schema: renameBody,
    example: { spaceKey: 'ENG', key: 'REQ-001', newKey: 'REQ-101' },
  },
  success: {
    description: 'The number of renamed links.',
    shape: okShape('RequirementRenamed', () => ({ renamed: z.int().min(0) }), { renamed: 2 }),
  },
  refusals: { 404: 'No such application link.' },
  assumptions: ['A134', ...always('A162')],
  handle: ({ body }: { readonly body: Rename }, context: Context, integration: IntegrationRecord) => {
    const { spaceKey, key, newSpaceKey, newKey } = body
    const to = { spaceKey: withoutBlank(newSpaceKey) ?? spaceKey, key: withoutBlank(newKey) ?? key }
    const renamed = renameRequirement({ ...writingOf(context), integration }, { spaceKey, key }, to)
    return { ...OK, renamed }
  },
} as const

const linkBody = () =>
  z.object({
    applinkId: parts.optionalApplink(),
    issueKey: parts.name('Key of the issue.'),
    spaceKey: parts.name('Key of the space.'),
    key: parts.name('Key of the requirement.'),
    baseline: parts.baseline(),
    relationship: optionalGivenName().nullish().describe('The relationship of the issue to the requirement.'),
  })

type NewLink = zod.infer<ReturnType<typeof linkBody>>

const creating = {
  ...group,
  summary: 'Creates a remote issue link between an issue and a requirement.',
  description: 'The same as linking the issue to the requirement, as the user of the application link.',
  method: 'POST',
  body: {
    name: 'RemoteIssueLinkCreation',
    schema: linkBody,
    example: { issueKey: 'DRN-3', spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' },
  },
  success: {
    description: 'The link.',
    shape: linkShape('RemoteIssueLinkCreated', { id: 1, key: 'REQ-003' }),
  },
  refusals: {
    404: 'No such application link, issue or requirement.',
    409: 'A baseline is not DONE, or, under the alternative conflict of A158, the link already exists.',
  },
  assumptions: ['A134', 'A156', 'A158', ...always('A163'), ...ISSUE_KEY_ASSUMPTIONS],
  handle: ({ body }: { readonly body: NewLink }, context: Context, integration: IntegrationRecord) =>
    createLink(context, integration, body),
} as const

const renameAnywhere = operation({ ...renaming, id: 'tracker.operations.rename', path: '/rename' })

const renameThrough = operation({
  ...renaming,
  id: 'tracker.operations.renameThrough',
  path: '/operations/{applinkId}/rename',
  pathParameters: { applinkId },
})

const createAnywhere = operation({ ...creating, id: 'tracker.operations.createLink', path: '/createRIL' })

const createThrough = operation({
  ...creating,
  id: 'tracker.operations.createLinkThrough',
  path: '/operations/{applinkId}/createRIL',
  pathParameters: { applinkId },
})

export const trackerRemoteLinkOperations: readonly Operation[] = [
  renameAnywhere,
  renameThrough,
  createAnywhere,
  createThrough,
]

function createLink(context: Context, integration: IntegrationRecord, body: NewLink) {
  const issueKey = body.issueKey.trim()
  if (issueKey === '') throw invalid('issueKey', body.issueKey, 'name the issue, such as DRN-1')
  const issue = issueOfKey(context, trackerSite(context), issueKey)
  if (issue === undefined) throw notFound('issue', issueKey, IN_TRACKER)
  const { spaceKey, key } = body
  const relationship = relationshipOr(DEFAULT_ISSUE_RELATIONSHIP, body.relationship)
  const wanted = { integration, spaceKey, key, relationship, baseline: body.baseline ?? undefined }
  if (context.choose(ledger.danglingLinks) === 'refuse') requireLinkable(context, [wanted])
  const repeated = context.choose(ledger.linkMessages) === 'conflict' ? 'refuse' : 'keep'
  const links = addLinks(writingOf(context), issue, [wanted], repeated)
  return { ...OK, link: showLink(context, links[0] as TrackerIssueLink) }
}
