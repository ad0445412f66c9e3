/** The deprecated links between a requirement and an issue (service §4.3): replaced by the inbound queue. */
import { remarkMoved } from '../../shared/former-keys.ts'
import { optionalGivenName } from '../../shared/given-name.ts'
import { withoutBlank } from '../../../model/input/blank.ts'
import { z } from '../../framework/zod.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../../model/links/views.ts'
import type { ContainerRecord } from '../../../model/records/service/containers.ts'
import { invalid } from '../../../model/input/errors.ts'
import { unknownRequirement } from '../../../model/finding/requirements/unknown-key.ts'
import { quoted } from '../../../model/input/refusal.ts'
import {
  chooseIntegration,
  linkIssue,
  unlinkIssue,
} from '../../../model/integration/issue-links/issue-links.ts'
import type { RequirementRecord } from '../../../model/records/wiki/requirements.ts'
import { findVersion } from '../../../model/searching/versions.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { int32, string } from '../../framework/parameter.ts'
import { ISSUE_KEY_ASSUMPTIONS, keyForWiki } from '../../shared/issue-keys.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { editsSpace, requirementKey, spaceKey, wikiOperation, wikiSite, writingOf } from '../common.ts'

const issue = string({ maximumLength: 255, description: 'Key of the issue.', example: 'DRN-3' })

const linking = {
  ...wikiOperation,
  ...editsSpace,
  group: 'Requirements',
  stability: 'deprecated',
  section: '4.3',
  path: '/requirement2/{spaceKey}/{key}/link/issue/{issue}',
  query: {
    baseline: int32({
      minimum: 0,
      description: 'Number of the baseline, for a frozen copy.',
    }),
    jiraUrl: string({
      maximumLength: 1000,
      description: 'Base address of the tracker; default: the only tracker of the wiki.',
      example: 'https://tracker.northwind.test',
    }),
    relationship: string({
      isName: true,
      maximumLength: 255,
      description: 'Relationship of the link.',
      example: 'implements',
    }),
  },
} as const

const add = operation({
  ...linking,
  id: 'wiki.issueLink.add',
  summary: 'Links an issue to a requirement.',
  description: 'The wiki shows the link at once and sends a queue message to the tracker.',
  method: 'PUT',
  pathParameters: { spaceKey, key: requirementKey, issue },
  body: {
    name: 'IssueLinkDetails',
    required: false,
    schema: () =>
      z.object({
        title: z.string().max(255).nullish().describe('Title of the message to the tracker.'),
        relationship: optionalGivenName().nullish().describe('Used if the parameter of this name is absent.'),
      }),
    example: { title: 'DRN-3 implements REQ-001', relationship: 'implements' },
  },
  success: {
    status: 201,
    description: 'The link in the wiki.',
    shape: {
      name: 'WikiIssueLink',
      schema: () =>
        z.object({
          applinkId: z.string().describe("The wiki's id of the application link."),
          spaceKey: z.string(),
          key: z.string(),
          baseline: z.int().optional(),
          issueKey: z.string(),
          relationship: z.string(),
        }),
      example: {
        applinkId: '11111111-2222-4333-8444-555555555555',
        spaceKey: 'ENG',
        key: 'REQ-001',
        issueKey: 'DRN-3',
        relationship: 'implements',
      },
    },
  },
  refusals: {
    404: 'No such space, requirement, frozen copy or tracker.',
    409: 'The requirement is DELETED or MOVED.',
  },
  assumptions: ['A51', 'A64', 'A65', ...ISSUE_KEY_ASSUMPTIONS],
  handle({ path, query, body }, context, space) {
    const issueKey = withoutBlank(path.issue)
    if (issueKey === undefined)
      throw invalid("path parameter 'issue'", path.issue, 'must be the key of an issue')
    const row = rowOf(context, space, path.key, query.baseline)
    context.note(ledger.deprecatedIssueLinks)
    const integration = chooseIntegration(context.store, wikiSite(context), withoutBlank(query.jiraUrl))
    const relationship =
      withoutBlank(query.relationship) ?? withoutBlank(body?.relationship) ?? DEFAULT_ISSUE_RELATIONSHIP
    const link = {
      integration,
      issueKey: keyForWiki(context, integration, issueKey),
      relationship,
      title: withoutBlank(body?.title),
    }
    const refusesRepeated = () => context.choose(ledger.repeatedLink) === 'conflict'
    const { applicationId: _site, ...view } = linkIssue(writingOf(context), row, link, refusesRepeated)
    return view
  },
})

const remove = operation({
  ...linking,
  id: 'wiki.issueLink.remove',
  summary: 'Removes the links between an issue and a requirement.',
  description:
    'Without `relationship`, removes all links of the issue. The wiki sends a queue message to the tracker.',
  method: 'DELETE',
  pathParameters: { spaceKey, key: requirementKey, issue: { ...issue, example: 'DRN-1' } },
  success: { status: 204, description: 'The link is removed.' },
  refusals: { 404: 'No such space, requirement, frozen copy, tracker or link.' },
  assumptions: ['A51', 'A64', ...ISSUE_KEY_ASSUMPTIONS],
  handle({ path, query }, context, space) {
    const row = rowOf(context, space, path.key, query.baseline)
    context.note(ledger.deprecatedIssueLinks)
    const integration = chooseIntegration(context.store, wikiSite(context), withoutBlank(query.jiraUrl))
    const relationship = withoutBlank(query.relationship)
    const issueKey = keyForWiki(context, integration, withoutBlank(path.issue) ?? path.issue)
    unlinkIssue(writingOf(context), row, { integration, issueKey, relationship })
  },
})

function rowOf(
  context: Context,
  space: ContainerRecord,
  key: string,
  baseline: number | undefined,
): RequirementRecord {
  const { store } = context
  const row = findVersion(store, space, key, baseline)
  remarkMoved(context, row)
  if (row !== undefined) return row
  const place = `space ${quoted(space.key)}`
  throw unknownRequirement(store, space, key, {
    in: baseline === undefined ? place : `baseline ${baseline} of ${place}`,
    baseline,
  })
}

export const wikiIssueLinkOperations: readonly Operation[] = [add, remove]
