/** The search of the hosted wiki (service §4.3). */
import { z } from '../framework/zod.ts'
import { quoted } from '../../model/input/refusal.ts'
import { placesOf, readableProjects } from '../../model/searching/search-places.ts'
import { queryWarnings } from '../../model/searching/search-warnings.ts'
import { type Context, operation, type Operation } from '../framework/operation.ts'
import { list, string } from '../framework/parameter.ts'
import { searchPaging, wikiCaller, wikiSite } from '../wiki/common.ts'
import { grammarOf } from '../shared/query-assumptions.ts'
import { createRequirementView, requirementShape } from '../wiki/requirement-shape.ts'
import { namedSpaces, REQUIREMENT_SEARCH_ASSUMPTIONS, searchOnePage } from '../wiki/search/request.ts'
import { hostedWikiOperation } from './common.ts'
import { createRowView, ROW_ASSUMPTIONS, rowFlags } from './search-row.ts'
import * as ledger from '../framework/ledger-names.ts'
import { rowExample, rowSchema } from './search-row-schema.ts'

const hostedSearchResultShape = {
  name: 'HostedSearchResult',
  schema: () =>
    z.object({
      results: z.array(z.union([rowSchema(), requirementShape.schema()])),
      offset: z.int().min(0),
      limit: z.int().min(1),
      total: z.int().min(0).describe('Number of all matches.'),
      hasNext: z.boolean().describe('Whether there is another page.'),
      humanReadable: z.string().describe('The interpretation of the query, in English.'),
      messageBean: z.object({ warnings: z.array(z.string()) }),
    }),
  example: {
    results: [rowExample],
    offset: 0,
    limit: 20,
    total: 1,
    hasNext: false,
    humanReadable: "requirements whose key is 'REQ-002'; in all spaces; ACTIVE only",
    messageBean: { warnings: [] },
  },
}

const search = operation({
  ...hostedWikiOperation,
  id: 'hosted-wiki.requirement.search',
  group: 'Requirements',
  stability: 'public',
  provenance: 'documented',
  permission: { words: 'space read (rows without read are left out)', assumed: true },
  rate: 'high',
  summary: 'Searches for requirements.',
  description:
    "Released clients of the vendor read another form of the rows: they see a total and no rows, and report no error. The preset 'earlier-clients' has the form that they read: `config: { assumptions: { preset: 'earlier-clients' } }`.",
  method: 'GET',
  path: '/rest/search',
  query: {
    query: string({ description: 'Search expression. Default: everything.', example: "key ~ 'REQ-%'" }),
    ...searchPaging,
    spaceKey: list({
      maximumLength: 255,
      description: 'Keys of the spaces to search, joined by commas. Default: all spaces.',
    }),
    ...rowFlags,
  },
  success: { description: 'A page of the matches.', shape: hostedSearchResultShape },
  assumptions: [...REQUIREMENT_SEARCH_ASSUMPTIONS, 'A76', ...ROW_ASSUMPTIONS],
  authorise: (_input, context) => wikiCaller(context),
  handle({ query }, context) {
    const { offset, limit } = query
    const named = namedSpaces(query.spaceKey)
    const wanted = { query: query.query, spaceKeys: named }
    const { rows, count, explanation, warnings } = searchOnePage(context, wanted, { offset, limit }, 'warn')
    context.note(ledger.hostedSearch)
    const isEmbedded = context.choose(ledger.hostedRows) === 'embedded'
    const show = isEmbedded ? createRequirementView(context).show : createRowView(context, query)
    return {
      results: rows.map((row) => show(row)),
      offset,
      limit,
      total: count,
      hasNext: offset + limit < count,
      humanReadable: explanation,
      messageBean: { warnings: [...warningsOf(context, query.query, named), ...warnings] },
    }
  },
})

/** Spaces that were left out, then names in the query that do not exist. */
function warningsOf(
  context: Context,
  query: string | undefined,
  spaceKeys: readonly string[] | undefined,
): string[] {
  const { store } = context
  const site = wikiSite(context)
  const projects = readableProjects(store, wikiCaller(context), site)
  const places = placesOf(store, projects, spaceKeys)
  const searched = new Set(places.map(({ project }) => project.key))
  const leftOut = spaceKeys?.filter((key) => !searched.has(key)) ?? []
  const searchedPlaces = { places, readable: placesOf(store, projects, undefined) }
  return [
    ...leftOut.map((key) => `space ${quoted(key)} was left out: there is none that you may read`),
    ...queryWarnings(store, site, searchedPlaces, query, grammarOf(context, query)),
  ]
}

export const hostedSearchOperations: readonly Operation[] = [search]
