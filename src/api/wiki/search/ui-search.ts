/** The search of the wiki's user interface: results, suggestions and permissions (service §2.3, §4.3). */
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { requirements, testCaseLinks } from '../../../model/records/wiki/requirements.ts'
import { MAXIMUM_SUGGESTIONS, querySuggestions } from '../../../model/searching/query-suggestions.ts'
import { placesOf, readableProjects } from '../../../model/searching/search-places.ts'
import { containerLevel } from '../../../model/finding/permissions.ts'
import { type Context, operation, type Operation } from '../../framework/operation.ts'
import { boolean } from '../../framework/parameter.ts'
import { baselineShape, briefBaseline } from '../baselines/baseline-shape.ts'
import { identifier, isWikiAdministrator, spaceKey, wikiCaller, wikiOperation, wikiSite } from '../common.ts'
import { bounded } from '../traceability/request.ts'
import { searchResponse, searchResultShape } from './response.ts'
import * as ledger from '../../framework/ledger-names.ts'
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
    .describe('Suggestions for a query in the searched spaces.')

const uiSearchResultShape = {
  name: 'RequirementSearchResult',
  schema: () =>
    z.object({
      searchResult: searchResultShape.schema(),
      suggestionFilter: suggestionFilterShape(),
      permissions: z.object({ read: z.boolean(), edit: z.boolean(), administrator: z.boolean() }),
      testManagementActive: z
        .boolean()
        .describe('Whether test cases are linked to requirements that the caller may read.'),
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

/** Longer than any valid query. The parser of queries rejects long ones itself. */
const MAXIMUM_TEXT = 100_000

const uiSearchBody = () =>
  z.object({
    q: z.string().max(MAXIMUM_TEXT).nullish(),
    spaceKey: z.string().max(MAXIMUM_TEXT).nullish().describe('Keys joined by commas, or `*`.'),
    offset: z.int32().nullish(),
    limit: z.int32().nullish(),
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
    includeBaselined: boolean({ default: false, description: 'Adds frozen copies to ACTIVE requirements.' }),
  },
  success: { description: 'The results, suggestions and permissions.', shape: uiSearchResultShape },
  refusals: { 404: 'No such space or baseline.' },
  assumptions: [...REQUIREMENT_SEARCH_ASSUMPTIONS, 'A71', 'A75'],
} as const

const uiSearch = operation({
  ...uiSearching,
  id: 'wiki.requirement.uiSearch',
  summary: 'Searches for requirements, with suggestions and permissions for the user interface.',
  method: 'GET',
  authorise: ({ path, query }, context) => authoriseSearch(context, path.spaceKey, query),
  handle: ({ path, query }, context) => uiSearchResponse(context, path.spaceKey, query),
})

const uiSearchByBody = operation({
  ...uiSearching,
  id: 'wiki.requirement.uiSearchByBody',
  summary: 'The same search with its parameters in the body, for long queries.',
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
  handle: ({ path }, context, input) => uiSearchResponse(context, path.spaceKey, input),
})

/** The parameters of the body override those of the query. */
function bodyOver(context: Context, query: UiSearchInput, body: UiSearchBody): UiSearchInput {
  const keys = body.spaceKey?.split(',').map((key) => key.trim())
  return {
    q: body.q ?? query.q,
    spaceKey: keys?.filter((key) => key !== '') ?? query.spaceKey,
    offset: bounded(context, "body field 'offset'", body.offset, OFFSETS) ?? query.offset,
    limit: Math.min(
      bounded(context, "body field 'limit'", body.limit, LIMITS) ?? query.limit,
      context.pageSize,
    ),
    includeArchived: body.includeArchived ?? query.includeArchived,
    includeBaselined: body.includeBaselined ?? query.includeBaselined,
    baselineCondition: body.baselineCondition ?? query.baselineCondition,
    sort: body.sort ?? query.sort,
    inBody: (['baselineCondition', 'sort'] as const).filter(
      (name) => (body[name] ?? undefined) !== undefined,
    ),
  }
}

/** The bounds of the parameters. */
const OFFSETS = { minimum: 0, maximum: 2_147_483_647 } as const
const LIMITS = { minimum: 1, maximum: 200 } as const

function uiSearchResponse(context: Context, pathSpaceKey: string, input: UiSearchInput) {
  const request = toSearchRequest(context, pathSpaceKey, input)
  const { offset, limit } = input
  const searchResult = searchResponse(context, request, { offset, limit })
  context.note(ledger.uiSearchRules)
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
    spaces: found.spaces.map(({ key, name }) => ({ spaceKey: key ?? '', name })),
    statuses: found.statuses,
    properties: found.properties,
    types: found.types.map(({ id, name }) => ({ id, name })),
    pages: found.pages.flatMap(({ pageId, name }) => (pageId === undefined ? [] : [{ pageId, title: name }])),
    baselines: found.baselines.map((record) => briefBaseline(context, record)),
  }
}

/** The permissions of the caller in the space of the path, or in any space for `*`. */
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

/** Whether a test case is linked to a requirement of the wiki that the caller may read. */
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
