/** Searches of the wiki interface: their parameters, and the search request of the model (service §4.3). */
import { isBlank } from '../../../model/input/blank.ts'
import { readBaselineCondition } from '../../../model/searching/search-places.ts'
import {
  nameOfPart,
  type SearchPage,
  searchPage,
  searchRequirements,
  type SearchRequest,
  type SearchResult,
} from '../../../model/searching/search.ts'
import { storedSetting } from '../../../model/settings/settings.ts'
import { chosenAlternative } from '../../framework/ledger.ts'
import type { Context } from '../../framework/operation.ts'
import { boolean, list, string } from '../../framework/parameter.ts'
import { noteQuery, grammarOf, QUERY_ASSUMPTIONS } from '../../shared/query-assumptions.ts'
import { readableSpace, searchPaging, wikiCaller, wikiSite } from '../common.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { REQUIREMENT_ASSUMPTIONS } from '../requirement-shape.ts'

export const SEARCH_ASSUMPTIONS = ['A33', ...QUERY_ASSUMPTIONS, 'A51', 'A68', 'A69', 'A70'] as const

/** The assumptions of a search that returns requirements. */
export const REQUIREMENT_SEARCH_ASSUMPTIONS = [
  ...new Set([...REQUIREMENT_ASSUMPTIONS, ...SEARCH_ASSUMPTIONS]),
] as const

/** All spaces, in a path and in `spaceKey`. */
export const ALL_SPACES = '*'

export const q = string({
  description: 'Search expression; default: everything.',
  example: "@Category = 'Safety'",
})

export const searchParameters = {
  q,
  spaceKey: list({
    maximumLength: 255,
    description: 'Keys of the spaces to search, joined by commas, or `*` for all of them.',
  }),
  ...searchPaging,
  includeArchived: boolean({ default: false, description: 'Includes requirements of every status.' }),
  baselineCondition: string({
    description:
      'Returns the frozen copies of these baselines: pairs `<space>-<baseline>`, joined by commas.',
    example: 'ENG-1',
  }),
  sort: string({ description: 'An SQL ORDER BY clause.', example: 'KEY ASC, BASELINE DESC' }),
  order: string({ maximumLength: 255, description: 'Has no effect.' }),
} as const

/** The parameters of a search. */
export interface SearchInput {
  readonly q?: string | undefined
  readonly spaceKey?: readonly string[] | undefined
  readonly includeArchived?: boolean | undefined
  readonly includeBaselined?: boolean | undefined
  readonly baselineCondition?: string | undefined
  readonly sort?: string | undefined
  readonly inBody?: SearchRequest['inBody']
}

/**
 * Throws NOT_FOUND or FORBIDDEN unless the caller may read the space of the path (`*` stands for all) and every space
 * named in `spaceKey`.
 */
export function authoriseSearch(context: Context, pathSpaceKey: string, { spaceKey }: SearchInput): void {
  if (pathSpaceKey !== ALL_SPACES) readableSpace(context, pathSpaceKey)
  for (const key of namedSpaces(spaceKey) ?? []) readableSpace(context, key)
}

/** The search request of the model, for the path of a space or of `*`; see `authoriseSearch`. */
export function toSearchRequest(context: Context, pathSpaceKey: string, input: SearchInput): SearchRequest {
  const { q: query, includeArchived, includeBaselined, baselineCondition, sort, inBody } = input
  return {
    query,
    spaceKeys: spacesToSearch(context, pathSpaceKey, input),
    includeArchived,
    includeBaselined,
    baselineCondition,
    sort,
    inBody,
  }
}

/** Every match of a search, in order; tells the entries of the ledger that shaped it. */
export function searchAll(context: Context, request: SearchRequest): SearchResult {
  const found = searchRequirements(
    context.store,
    wikiCaller(context),
    wikiSite(context),
    inGrammar(context, request),
  )
  noteForSearch(context, request, found)
  return found
}

/**
 * One page of a search and the number of all matches; tells the entries of the ledger that shaped it. `onUnfitDays` is what
 * happens when a property of days is compared with what is none.
 */
export function searchOnePage(
  context: Context,
  request: SearchRequest,
  page: { readonly offset: number; readonly limit: number },
  onUnfitDays: 'refuse' | 'warn' = 'refuse',
): SearchPage {
  const { store } = context
  const read = inGrammar(context, request, onUnfitDays)
  const found = searchPage(store, wikiCaller(context), wikiSite(context), read, page)
  noteForSearch(context, request, found)
  return found
}

/** The request with the grammar of the called interface. */
function inGrammar(
  context: Context,
  request: SearchRequest,
  onUnfitDays: 'refuse' | 'warn' = 'refuse',
): SearchRequest {
  const grammar = grammarOf(context, request.query)
  const warns =
    onUnfitDays === 'warn' && chosenAlternative(context.config, ledger.queryDays) === 'by-operation'
  if (grammar === undefined || !warns) return { ...request, grammar }
  const { days: _days, ...lenient } = grammar
  return { ...request, grammar: lenient }
}

function noteForSearch(context: Context, request: SearchRequest, found: SearchResult | SearchPage): void {
  context.note(ledger.searchedSpaces)
  context.note(ledger.searchOrder)
  const { query, baselineCondition, includeArchived, includeBaselined } = request
  if (includeArchived === true || includeBaselined === true || baselineCondition !== undefined)
    context.note(ledger.searchedStatuses)
  if (includeArchived !== true && baselineCondition === undefined) context.note(ledger.listedRequirements)
  noteQuery(context, query, found.query)
  if (found.namesAbsent) context.note(ledger.queryFieldsWithoutData)
  if (found.readsDays) context.note(ledger.queryDays)
}

/**
 * Spaces named in the query; else, where spaces are isolated, those that a baseline condition names or the space of the
 * path; undefined for all.
 */
function spacesToSearch(
  context: Context,
  pathSpaceKey: string,
  input: SearchInput,
): readonly string[] | undefined {
  const { spaceKey, baselineCondition } = input
  if (spaceKey !== undefined && spaceKey.length > 0) return namedSpaces(spaceKey)
  if (pathSpaceKey === ALL_SPACES || !isolatesSpaces(context)) return undefined
  if (isBlank(baselineCondition)) return [pathSpaceKey]
  const part = nameOfPart(input, 'baselineCondition')
  const pairs = readBaselineCondition(
    context.store,
    wikiCaller(context),
    wikiSite(context),
    baselineCondition,
    part,
  )
  return [...new Set(pairs.flatMap(({ project: { key } }) => key ?? []))]
}

/** The spaces of a list, each once; undefined where it is absent, blank, or stands for all. */
export function namedSpaces(spaceKey: readonly string[] | undefined): readonly string[] | undefined {
  if (spaceKey === undefined || spaceKey.length === 0 || spaceKey.includes(ALL_SPACES)) return undefined
  return [...new Set(spaceKey)]
}

/** The option to isolate spaces: the wiki's own setting, else that of the world. */
export function isolatesSpaces(context: Context): boolean {
  const stored = storedSetting(context.store, wikiSite(context), 'isolateSpaces')
  return typeof stored === 'boolean' ? stored : context.config.isolateSpaces
}
