/** Linking many requirements to many issues at once, on the hosted wiki (service §4.3). */
import type * as zod from 'zod'
import { z } from '../framework/zod.ts'
import { reachTracker } from '../../model/integration/issues/tracker-reading.ts'
import { DEFAULT_ISSUE_RELATIONSHIP } from '../../model/links/views.ts'
import { relationshipIdOf } from '../../model/links/relationships-of-application.ts'
import { notFound } from '../../model/input/errors.ts'
import {
  type BulkLink,
  type BulkSelection,
  issueNamed,
  linkPairs,
  MAXIMUM_PAIRS,
  PAIR_STATUSES,
  type PairOutcome,
  selectForLinking,
} from '../../model/integration/issue-links/bulk.ts'
import { integrationWith } from '../../model/integration/links-of-requirement.ts'
import { type Context, operation, type Operation, Reply } from '../framework/operation.ts'
import { ISSUE_KEY_ASSUMPTIONS, issueOfKey } from '../shared/issue-keys.ts'
import { noteQuery, grammarOf, QUERY_ASSUMPTIONS } from '../shared/query-assumptions.ts'
import { relationshipsFor } from '../standalone/requirements/relationships.ts'
import { identifier, wikiCaller, wikiSite, writingOf } from '../wiki/common.ts'
import * as ledger from '../framework/ledger-names.ts'
import { hostedWikiOperation } from './common.ts'

const ids = () => z.array(identifier().min(1)).max(MAXIMUM_PAIRS)

const bodySchema = () =>
  z.object({
    selection: z.object({
      query: z.string().nullish().describe('With selectAll: selects requirements. Default: all.'),
      containerId: identifier()
        .min(1)
        .nullish()
        .describe('With selectAll: only requirements of this space or page.'),
      variantId: identifier().min(1).nullish().describe('With selectAll: only requirements of this variant.'),
      selectedRequirementIds: ids().nullish().describe('Without selectAll: the requirements.'),
      excludedRequirementIds: ids().nullish().describe('Requirements to leave out.'),
      selectAll: z.boolean().nullish().describe('Whether to link all requirements that the query finds.'),
    }),
    jiraApplicationId: identifier().min(1).nullish().describe('The tracker. Required if there are several.'),
    issueIds: z
      .array(
        z.union([identifier().min(1), z.string().min(1).max(255)], {
          error: 'must be the id of an issue, from 1, or its key, of 1 to 255 characters',
        }),
      )
      .min(1)
      .max(MAXIMUM_PAIRS)
      .describe('Ids or keys of the issues.'),
    relationshipId: identifier()
      .min(1)
      .nullish()
      .describe(
        `The relationship, as GET /relationships lists it. Default: that of ${DEFAULT_ISSUE_RELATIONSHIP}.`,
      ),
  })
type BulkBody = zod.infer<ReturnType<typeof bodySchema>>

const outcome = () =>
  z.object({
    requirementId: identifier(),
    key: z.string().describe('Key of the requirement.').optional(),
    issueId: z.union([identifier(), z.string()]).describe('As sent if the caller may read no such issue.'),
    issueKey: z.string().optional(),
    status: z.enum(PAIR_STATUSES),
    message: z.string().describe('Why the pair was not linked.').optional(),
  })

const resultShape = {
  name: 'BulkIssueLinksResult',
  schema: () =>
    z.object({
      linkedCount: z.int().min(0),
      skippedCount: z.int().min(0).describe('Number of links that already existed.'),
      unauthorizedCount: z
        .int()
        .min(0)
        .describe(
          'Number of pairs that do not exist, that the caller may not read or that cannot be linked.',
        ),
      results: z.array(outcome()).describe('The result for each pair, by requirement, then by issue.'),
    }),
  example: {
    linkedCount: 1,
    skippedCount: 1,
    unauthorizedCount: 0,
    results: [
      {
        requirementId: 6002,
        key: 'REQ-002',
        issueId: 30002,
        issueKey: 'DRN-2',
        status: 'SKIPPED',
        message: "linked as 'implements' already",
      },
      { requirementId: 6003, key: 'REQ-003', issueId: 30002, issueKey: 'DRN-2', status: 'LINKED' },
    ],
  },
}

const linkMany = operation({
  ...hostedWikiOperation,
  id: 'hosted-wiki.issueLinks.bulk',
  group: 'Issue links',
  summary: 'Links many requirements to many issues.',
  description: 'The wiki shows the links at once. Queue messages report them to the tracker.',
  method: 'POST',
  path: '/rest/jira-bulk/links',
  permission: { words: 'space read and issue read', assumed: true },
  body: {
    name: 'BulkIssueLinks',
    schema: bodySchema,
    example: {
      selection: { selectedRequirementIds: [6002, 6003], selectAll: false },
      jiraApplicationId: 102,
      issueIds: [30002],
      relationshipId: relationshipIdOf(DEFAULT_ISSUE_RELATIONSHIP),
    },
  },
  success: { description: 'The result for each pair.', shape: resultShape },
  refusals: {
    204: 'The pairs were processed. Returned only under the alternative no-content of A235.',
    404: 'No such container, variant, tracker or relationship.',
    409: 'The tracker does not respond, or rejects the wiki.',
  },
  assumptions: [
    'A33',
    ...QUERY_ASSUMPTIONS,
    'A181',
    'A214',
    'A235',
    'A248',
    'A249',
    ...ISSUE_KEY_ASSUMPTIONS,
  ],
  authorise: (_input, context) => wikiCaller(context),
  handle({ body }, context) {
    const hasBody = context.choose(ledger.bulkLinking) !== 'no-content'
    const wikiId = wikiSite(context)
    const integration = integrationWith(context.store, wikiId, body.jiraApplicationId ?? undefined)
    context.note(ledger.unreachableTracker)
    const trackerId = reachTracker(context.store, integration)
    const relationship = relationshipOf(context, [wikiId, trackerId], body.relationshipId ?? undefined)
    const wanted = selected(context, wikiId, body)
    const absent = context.choose(ledger.bulkLinkingSkips) === 'skipped' ? 'SKIPPED' : 'UNAUTHORIZED'
    const issueLevel = context.choose(ledger.bulkLinkingRights) === 'edit' ? 'edit' : 'read'
    const findIssue = (named: number | string) =>
      issueNamed(context.store, trackerId, named) ?? issueOfKey(context, trackerId, String(named))
    const link: BulkLink = { integration, findIssue, relationship, issueLevel, absent }
    const outcomes = linkPairs(writingOf(context), wikiCaller(context), wanted, body.issueIds, link)
    if (!hasBody) return new Reply({ status: 204 })
    const count = (wantedStatus: PairOutcome['status']) =>
      outcomes.filter(({ status }) => status === wantedStatus).length
    return {
      linkedCount: count('LINKED'),
      skippedCount: count('SKIPPED'),
      unauthorizedCount: count('UNAUTHORIZED'),
      results: outcomes.map(showOutcome),
    }
  },
})

/** The requirements that a body selects. Reports the assumptions behind the selection. */
function selected(context: Context, wikiId: number, body: BulkBody) {
  const { query, containerId, variantId, selectedRequirementIds, excludedRequirementIds, selectAll } =
    body.selection
  const byIds = !(selectAll ?? selectedRequirementIds === undefined)
  const selection: BulkSelection = {
    query: query ?? undefined,
    grammar: byIds ? undefined : grammarOf(context, query),
    containerId: containerId ?? undefined,
    variantId: variantId ?? undefined,
    ids: byIds ? (selectedRequirementIds ?? []) : undefined,
    excludedIds: new Set(excludedRequirementIds),
  }
  if (!byIds) {
    context.note(ledger.listedRequirements)
    noteQuery(context, selection.query)
  }
  return selectForLinking(context.store, wikiCaller(context), wikiId, selection, body.issueIds.length)
}

/** The name of a relationship of one of the applications. Throws NOT_FOUND for any other id. */
function relationshipOf(context: Context, applicationIds: readonly number[], id: number | undefined): string {
  if (id === undefined || id === relationshipIdOf(DEFAULT_ISSUE_RELATIONSHIP))
    return DEFAULT_ISSUE_RELATIONSHIP
  context.note(ledger.applicationRelationships)
  const found = applicationIds
    .flatMap((applicationId) => relationshipsFor(context, applicationId))
    .find((one) => one.id === id)
  if (found !== undefined) return found.name
  throw notFound('relationship', id, { at: "body field 'relationshipId'", in: 'the wiki and the tracker' })
}

function showOutcome({ requirement, issueId, issue, status, message }: PairOutcome) {
  return {
    requirementId: requirement.id,
    key: requirement.row?.key,
    issueId: issue?.id ?? issueId,
    issueKey: issue?.key,
    status,
    message,
  }
}

export const hostedIssueLinkOperations: readonly Operation[] = [linkMany]
