/** The search for requirements of a wiki from the tracker (service §4.7). */
import { isBlank } from '../../model/input/blank.ts'
import { z } from '../framework/zod.ts'
import { containers } from '../../model/records/service/containers.ts'
import { invalid } from '../../model/input/errors.ts'
import type { IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import { issueLinks } from '../../model/records/tracker/issue-links.ts'
import { issues } from '../../model/records/tracker/tracker.ts'
import { quoted } from '../../model/input/refusal.ts'
import { type RequirementRecord } from '../../model/records/wiki/requirements.ts'
import { searchPage } from '../../model/searching/search.ts'
import { placesOfCondition, storedCondition } from '../../model/integration/tracker/baselines.ts'
import { containerLevel } from '../../model/finding/permissions.ts'
import { always, type Context, operation } from '../framework/operation.ts'
import { string } from '../framework/parameter.ts'
import { noteQuery, grammarOf, QUERY_ASSUMPTIONS } from '../shared/query-assumptions.ts'
import { canonicalUrl } from '../standalone/requirements/url.ts'
import { q } from '../wiki/search/request.ts'
import { searchPaging } from '../wiki/common.ts'
import * as ledger from '../framework/ledger-names.ts'
import {
  optionalApplinkId,
  SIGNED_IN,
  trackerCaller,
  trackerOperation,
  trackerSite,
  selectedIntegration,
  requireWiki,
} from './common.ts'

const foundRequirement = () =>
  z.object({
    applinkId: z.string().describe('UUID of the application link that a link to it needs.'),
    spaceKey: z.string(),
    key: z.string(),
    baseline: z.int().nullable(),
    status: z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']),
    text: z.string(),
    html: z.string(),
    url: z.string(),
    issues: z.array(z.string()).describe('Keys of the issues that link it and that the caller may read.'),
  })

export const trackerSearchOperation = operation({
  ...trackerOperation,
  permission: SIGNED_IN,
  group: 'Tracker data',
  id: 'tracker.data.search',
  summary: 'Searches the requirements of the wiki.',
  description: 'Returns only requirements that the caller may read in the wiki.',
  method: 'GET',
  path: '/search',
  query: {
    q,
    query: string({ description: 'An alias of q.' }),
    applinkId: optionalApplinkId,
    baselineCondition: string({
      maximumLength: 10_000,
      description: 'Pairs <space>-<baseline>. Default: the stored condition of the tracker. Blank for none.',
      example: 'ENG-1',
    }),
    ...searchPaging,
  },
  success: {
    description: 'A page of the matches.',
    shape: {
      name: 'TrackerSearchResult',
      schema: () =>
        z.object({
          results: z.array(foundRequirement()),
          count: z.int().min(0).describe('Number of all matches.'),
          offset: z.int().min(0),
          limit: z.int().min(1),
          explanation: z.string().describe('The interpretation of the query, in English.'),
        }),
      example: {
        results: [
          {
            applinkId: '99999999-8888-4777-8666-555555555555',
            spaceKey: 'ENG',
            key: 'REQ-002',
            baseline: null,
            status: 'ACTIVE',
            text: 'The drone shall hold its altitude.',
            html: '<p>The drone shall hold its altitude.</p>',
            url: 'https://wiki.northwind.test/wiki/requirements/ENG/REQ-002',
            issues: ['DRN-2'],
          },
        ],
        count: 1,
        offset: 0,
        limit: 20,
        explanation: "requirements whose key is 'REQ-002'; ACTIVE only",
      },
    },
  },
  refusals: { 404: 'No such application link.', 409: 'The wiki does not respond.' },
  assumptions: ['A33', ...QUERY_ASSUMPTIONS, ...always('A168'), 'A169'],
  authorise({ query }, context) {
    trackerCaller(context)
    return selectedIntegration(context, undefined, query.applinkId)
  },
  handle({ query }, context, integration) {
    requireWiki(context, integration)
    if (query.q !== undefined && query.query !== undefined && query.q !== query.query)
      throw invalid(
        "query parameter 'q'",
        query.q,
        `'query' is another name of it and has ${quoted(query.query)}: send one`,
      )
    const text = query.q ?? query.query
    const condition = conditionOf(context, integration, query.baselineCondition)
    const page = { offset: query.offset, limit: query.limit }
    const found = searchPage(
      context.store,
      trackerCaller(context),
      integration.wikiApplicationId,
      { query: text, grammar: grammarOf(context, text), baselineCondition: condition },
      page,
    )
    if (condition === undefined) context.note(ledger.listedRequirements)
    noteQuery(context, text, found.query)
    if (found.namesAbsent) context.note(ledger.queryFieldsWithoutData)
    if (found.readsDays) context.note(ledger.queryDays)
    const results = found.rows.map((row) => showRequirement(context, integration, row))
    return { results, count: found.count, ...page, explanation: found.explanation }
  },
})

/** The condition of a search: that of the call, or the stored one without baselines that no longer exist. */
function conditionOf(
  context: Context,
  integration: IntegrationRecord,
  sent: string | undefined,
): string | undefined {
  if (sent !== undefined) return isBlank(sent) ? undefined : sent
  const stored = storedCondition(context.store, trackerSite(context))
  if (stored === undefined) return undefined
  context.note(ledger.trackerBaselines)
  const places = placesOfCondition({ store: context.store, integration }, trackerCaller(context), stored)
  const pairs = places.map(({ project, number }) => `${project.key}-${number}`)
  return pairs.length === 0 ? undefined : pairs.join(',')
}

function showRequirement(context: Context, integration: IntegrationRecord, row: RequirementRecord) {
  const { store } = context
  const { spaceKey, key, baseline = null, status, text, html } = row
  if (text !== html) context.note(ledger.htmlText)
  const { trackerApplinkId, serviceId } = integration
  const linking = store
    .table(issueLinks)
    .range('trackerRequirement', [serviceId, spaceKey, key, baseline ?? -1])
  const keys = [...linking]
    .flatMap(({ tracker }) => store.table(issues).get(tracker?.issueId ?? 0) ?? [])
    .filter((issue) => {
      const project = store.table(containers).get(issue.projectContainerId)
      return project !== undefined && containerLevel(store, trackerCaller(context), project) !== undefined
    })
  return {
    applinkId: trackerApplinkId,
    spaceKey,
    key,
    baseline,
    status,
    text,
    html,
    url: canonicalUrl(store, row),
    issues: [...new Set(keys.map((issue) => issue.key))],
  }
}
