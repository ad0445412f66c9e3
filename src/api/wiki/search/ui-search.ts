/** The search of the wiki's own pages: results, and what the page around them shows (service §2.3, §4.3). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { invalid } from '../../../model/errors.ts'
import { requirements, testCaseLinks } from '../../../model/requirements/records/records.ts'
import {
  MAXIMUM_SUGGESTIONS,
  querySuggestions,
} from '../../../model/requirements/searching/query-suggestions.ts'
import { placesOf, readableProjects } from '../../../model/requirements/searching/search-places.ts'
import { containerLevel } from '../../../model/users/permissions.ts'
import { type Context, operation, type Operation, type Shape } from '../../framework/operation.ts'
import { boolean } from '../../framework/parameter.ts'
import { baselineShape, briefBaseline } from '../baselines/shape.ts'
import { identifier, isWikiAdministrator, spaceKey, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import { answerSearch, searchResultShape } from './response.ts'
import {
  ALL_SPACES,
  authoriseSearch,
  REQUIREMENT_SEARCH_ASSUMPTIONS,
  type SearchInput,
  searchParameters,
  toSearchRequest,
} from './request.ts'

const suggestions = <T extends zod.ZodType>(item: T) => z.array(item).max(2 * MAXIMUM_SUGGESTIONS)

const suggestionFilterShape = () =>
  z
    .object({
      spaces: suggestions(z.object({ spaceKey: z.string(), name: z.string() })),
      statuses: suggestions(z.enum(['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED'])),
      properties: suggestions(
        z.object({ name: z.string(), type: z.enum(['INLINE', 'EXTERNAL']), dataType: z.string() }),
      ),
      types: suggestions(z.object({ id: identifier(), name: z.string() })),
      pages: suggestions(z.object({ pageId: identifier(), title: z.string() })),
      baselines: suggestions(baselineShape.schema()),
    })
    .describe('What can complete a query in the spaces searched.')

const uiSearchResultShape: Shape = {
  name: 'RequirementSearchResult',
  schema: () =>
    z.object({
      searchResult: searchResultShape.schema(),
      suggestionFilter: suggestionFilterShape(),
      permissions: z.object({ read: z.boolean(), edit: z.boolean(), administrator: z.boolean() }),
      testManagementActive: z
        .boolean()
        .describe('Test cases are linked to requirements of the wiki that the caller may read.'),
    }),
  example: {
    searchResult: searchResultShape.example,
    suggestionFilter: {
      spaces: [{ spaceKey: 'ENG', name: 'Engineering' }],
      statuses: ['ACTIVE'],
      properties: [{ name: 'Category', type: 'INLINE', dataType: 'TEXT' }],
      types: [],
      pages: [{ pageId: 4001, title: 'Flight control' }],
      baselines: [baselineShape.example],
    },
    permissions: { read: true, edit: false, administrator: false },
    testManagementActive: true,
  },
}

/** Long enough for everything that a search can take; the language refuses more. */
const MAXIMUM_TEXT = 100_000

const uiSearchBody = () =>
  z.object({
    q: z.string().max(MAXIMUM_TEXT).nullish(),
    spaceKey: z.string().max(MAXIMUM_TEXT).nullish().describe('Keys joined by commas, or `*`.'),
    offset: z.int().nullish(),
    limit: z.int().nullish(),
    includeArchived: z.boolean().nullish(),
    includeBaselined: z.boolean().nullish(),
    baselineCondition: z.string().max(MAXIMUM_TEXT).nullish(),
    sort: z.string().max(MAXIMUM_TEXT).nullish(),
    order: z.string().max(255).nullish(),
  })

type UiSearchBody = zod.infer<ReturnType<typeof uiSearchBody>>

interface UiSearchInput extends SearchInput {
  readonly offset: number
  readonly limit: number
}

const uiSearching = {
  ...wikiOperation,
  group: 'Requirements',
  stability: 'internal',
  permission: { words: 'space read', assumed: true },
  section: '4.3',
  path: '/misc/{spaceKey}/uiSearch',
  pathParameters: { spaceKey: { ...spaceKey, description: 'Key of the space, or `*`.' } },
  query: {
    ...searchParameters,
    includeBaselined: boolean({ default: false, description: 'Frozen copies beside ACTIVE requirements.' }),
  },
  success: { description: 'The results and what surrounds them.', shape: uiSearchResultShape },
  refusals: { 404: 'No such space or baseline.' },
  assumptions: [...REQUIREMENT_SEARCH_ASSUMPTIONS, 'A71', 'A75'],
} as const

const uiSearch = operation({
  ...uiSearching,
  id: 'wiki.requirement.uiSearch',
  summary: 'Searches for requirements, with what the page around the results needs.',
  method: 'GET',
  authorise: ({ path, query }, context) => authoriseSearch(context, path.spaceKey, query),
  handle: ({ path, query }, context) => answerUiSearch(context, path.spaceKey, query),
})

const uiSearchByBody = operation({
  ...uiSearching,
  id: 'wiki.requirement.uiSearchByBody',
  summary: 'The same with the parameters in the body, for queries that are too long for an address.',
  method: 'PUT',
  body: {
    name: 'RequirementSearchParameters',
    schema: uiSearchBody,
    example: { q: "@Category = 'Safety'", limit: 5 },
  },
  authorise({ path, query, body }, context) {
    const input = bodyOver(context, query, body)
    authoriseSearch(context, path.spaceKey, input)
    return input
  },
  handle: ({ path }, context, input) => answerUiSearch(context, path.spaceKey, input),
})

/** What the body gives wins over what the query gives. */
function bodyOver(context: Context, query: UiSearchInput, body: UiSearchBody): UiSearchInput {
  const keys = body.spaceKey?.split(',').map((key) => key.trim())
  return {
    q: body.q ?? query.q,
    spaceKey: keys?.filter((key) => key !== '') ?? query.spaceKey,
    offset: bounded(context, 'offset', body.offset ?? query.offset),
    limit: bounded(context, 'limit', body.limit ?? query.limit),
    includeArchived: body.includeArchived ?? query.includeArchived,
    includeBaselined: body.includeBaselined ?? query.includeBaselined,
    baselineCondition: body.baselineCondition ?? query.baselineCondition,
    sort: body.sort ?? query.sort,
    inBody: (['baselineCondition', 'sort'] as const).filter(
      (name) => (body[name] ?? undefined) !== undefined,
    ),
  }
}

/** A number within the bounds of the parameter of its name. Throws a Refusal (INVALID) unless the ledger clamps it. */
function bounded(context: Context, name: 'offset' | 'limit', value: number): number {
  const { minimum, maximum } = BOUNDS[name]
  const nearest = Math.min(Math.max(value, minimum), maximum)
  if (nearest === value || context.assume('A04') === 'clamp') return nearest
  throw invalid(`body field '${name}'`, value, `must be from ${minimum} to ${maximum}`, 'bounds')
}

/** Those of the parameters. */
const BOUNDS = {
  offset: { minimum: 0, maximum: 2_147_483_647 },
  limit: { minimum: 1, maximum: 200 },
} as const

function answerUiSearch(context: Context, pathSpaceKey: string, input: UiSearchInput) {
  const request = toSearchRequest(context, pathSpaceKey, input)
  const { offset, limit } = input
  const searchResult = answerSearch(context, request, { offset, limit })
  context.assume('A75')
  return {
    searchResult,
    suggestionFilter: suggestionFilter(context, request.spaceKeys),
    permissions: permissions(context, pathSpaceKey),
    testManagementActive: hasTestCases(context),
  }
}

function suggestionFilter(context: Context, spaceKeys: readonly string[] | undefined) {
  const { store } = context
  const site = wikiSite(context)
  const projects = readableProjects(store, wikiCaller(context), site)
  const readable = placesOf(store, projects, undefined)
  const found = querySuggestions(store, site, placesOf(store, projects, spaceKeys), readable)
  return {
    spaces: found.spaces.map(({ key, name }) => ({ spaceKey: key, name })),
    statuses: found.statuses,
    properties: found.properties,
    types: found.types.map(({ id, name }) => ({ id, name })),
    pages: found.pages.map(({ pageId, name }) => ({ pageId, title: name })),
    baselines: found.baselines.map((record) => briefBaseline(context, record)),
  }
}

/** What the caller may do in the space of the path; for `*`, in any. */
function permissions(context: Context, pathSpaceKey: string) {
  const { store } = context
  const caller = wikiCaller(context)
  const named = pathSpaceKey === ALL_SPACES ? undefined : [pathSpaceKey]
  const places = placesOf(store, readableProjects(store, caller, wikiSite(context)), named)
  return {
    read: places.length > 0,
    edit: places.some(({ project }) => containerLevel(store, caller, project) === 'edit'),
    administrator: isWikiAdministrator(context),
  }
}

/** True when a test case is linked to a requirement of the wiki that the caller may read. */
function hasTestCases(context: Context): boolean {
  const { store } = context
  const readable = new Set(
    readableProjects(store, wikiCaller(context), wikiSite(context)).map(({ id }) => id),
  )
  const rows = store.table(requirements)
  for (const { requirementId } of store.table(testCaseLinks).scan()) {
    const row = rows.get(requirementId)
    if (row !== undefined && readable.has(row.projectContainerId)) return true
  }
  return false
}

export const uiSearchOperations: readonly Operation[] = [uiSearch, uiSearchByBody]
