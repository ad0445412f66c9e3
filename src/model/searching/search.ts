/** Searching the requirements of a wiki (service §4.3): every search, update by query, accumulator and matrix. */
import { isBlank } from '../input/blank.ts'
import { once, oncePerKey } from '../../world/once.ts'
import type { Grammar } from '../../language/grammar.ts'
import { orderByComparator } from '../../language/order-by/compare.ts'
import { DEFAULT_ORDER_BY, parseOrderBy, type SortTerm } from '../../language/order-by/parse.ts'
import { fieldsOf } from '../../language/query/mentions.ts'
import { parseQuery } from '../../language/query/parse.ts'
import { planQuery, type QueryPlan } from '../../language/query/plan.ts'
import type { QueryNode } from '../../language/query/syntax.ts'
import { LanguageSyntaxError } from '../../language/syntax-error.ts'
import { foldCase } from '../../language/values.ts'
import type { Store } from '../../world/store/store.ts'
import type { Table } from '../../world/store/table.ts'
import { containers } from '../records/service/containers.ts'
import { invalidRequest } from '../input/errors.ts'
import type { Reader } from '../finding/permissions.ts'
import { frozenRows, type FrozenSetRecord } from '../finding/requirements/frozen.ts'
import { firstInOrder } from './first-in-order.ts'
import { mergeByKey } from './key-order.ts'
import { namesAbsentFields, readQuery } from './listing.ts'
import { frozenSource, requirementSource } from './query-source.ts'
import { refuseUnfitValues, warningsOfUnfitValues } from './query-values.ts'
import { setsToSearch } from './frozen-sets.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'
import { placesOf, readableProjects, readBaselineCondition, type SearchPlace } from './search-places.ts'
import { explainSearch, type Statuses } from './search-explanation.ts'

export interface SearchRequest {
  /** The query; absent or blank matches everything. */
  readonly query?: string | undefined
  /** The grammar of the query; absent: it may use the words of both dialects. */
  readonly grammar?: Grammar | undefined
  readonly keyPrefix?: string | undefined
  /** Keys of the spaces to search; absent: every space that the caller may read. Unreadable ones give nothing. */
  readonly spaceKeys?: readonly string[] | undefined
  /** Search these variants instead of the current ones. */
  readonly variantIds?: readonly number[] | undefined
  /** Rows of every status, instead of ACTIVE ones. */
  readonly includeArchived?: boolean | undefined
  /** ACTIVE rows and frozen copies. */
  readonly includeBaselined?: boolean | undefined
  /** `<space>-<baseline>` pairs joined by commas: frozen copies of these baselines instead of ACTIVE rows. */
  readonly baselineCondition?: string | undefined
  readonly sort?: string | undefined
  /** Which of these parts were body fields instead of query parameters, for messages. */
  readonly inBody?: readonly NamedPart[] | undefined
}

export type NamedPart = 'baselineCondition' | 'sort'

export function nameOfPart({ inBody }: Pick<SearchRequest, 'inBody'>, part: NamedPart): string {
  return `${inBody?.includes(part) === true ? 'body field' : 'query parameter'} '${part}'`
}

interface Findings {
  readonly query: QueryNode | undefined
  readonly explanation: string
  readonly namesAbsent: boolean
  /** What is compared with a value that it cannot have, so that the comparison is false. */
  readonly warnings: readonly string[]
  /** See QueryPlan. */
  readonly readsDays: boolean
}

export interface SearchResult extends Findings {
  readonly rows: readonly RequirementRecord[]
}

export interface SearchPage extends Findings {
  readonly rows: readonly RequirementRecord[]
  readonly count: number
}

/** Searches current variants, and baselines of any. Throws a Refusal: INVALID, NOT_FOUND or FORBIDDEN. */
export function searchRequirements(
  store: Store,
  user: Reader,
  applicationId: number,
  request: SearchRequest,
): SearchResult {
  return searchPage(store, user, applicationId, request, { offset: 0, limit: Number.MAX_SAFE_INTEGER })
}

/** One page of `searchRequirements`; if the order allows it, at the price of that page. */
export function searchPage(
  store: Store,
  user: Reader,
  applicationId: number,
  request: SearchRequest,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): SearchPage {
  const search = prepare(store, user, applicationId, request)
  const { query, explanation, namesAbsent, warnings, readsDays } = search
  const findings = { query, explanation, namesAbsent, warnings, readsDays }
  const end = Math.min(offset + limit, Number.MAX_SAFE_INTEGER)
  if (search.count !== undefined && offset >= search.count)
    return { rows: [], count: search.count, ...findings }
  const [first] = search.terms
  const inOrder =
    first?.column === 'KEY' &&
    (search.candidates === undefined || search.candidates === NONE) &&
    search.places.length + search.frozen.length <= MAXIMUM_MERGED
  const page = inOrder
    ? walkPage(store, search, first.descending, offset, end)
    : sortPage(store, search, offset, end)
  return { ...page, ...findings }
}

const NONE: readonly never[] = []

/** A search of more spaces and baselines than this sorts instead of merging. */
const MAXIMUM_MERGED = 32

interface Search extends Findings {
  readonly places: readonly SearchPlace[]
  readonly terms: readonly SortTerm[]
  readonly compare: (a: RequirementRecord, b: RequirementRecord) => number
  readonly passes: (row: RequirementRecord) => boolean
  /** Rows of the table that include every match, each once; absent: all rows of the places. */
  readonly candidates: Iterable<RequirementRecord> | undefined
  /** Every copy of these sets is tested. */
  readonly frozen: readonly FrozenSetRecord[]
  readonly passesFrozen: (copy: RequirementRecord) => boolean
  /** The number of matches, if it is known without testing any row. */
  readonly count: number | undefined
}

function prepare(store: Store, user: Reader, applicationId: number, request: SearchRequest): Search {
  const parsed = readQuery(request.query, request.grammar)
  const query = ofVariants(parsed, request.variantIds)
  const terms = readOrder(request.sort, nameOfPart(request, 'sort'))
  const projects = readableProjects(store, user, applicationId)
  const places = placesOf(store, projects, request.spaceKeys)
  const named = isBlank(request.baselineCondition)
    ? undefined
    : readBaselineCondition(
        store,
        user,
        applicationId,
        request.baselineCondition,
        nameOfPart(request, 'baselineCondition'),
      )
  const scope = { store, user, applicationId, projects, size: store.table(requirements).size }
  const plan = query === undefined ? undefined : planQuery(query, requirementSource(scope), request.grammar)
  if (plan !== undefined) refuseUnfitValues(plan, request.grammar)
  const statuses = statusesOf(request, plan)
  const anyVariant = query !== undefined && fieldsOf(query, false).has('variant')
  const frozen =
    statuses === undefined || statuses.includes('ARCHIVED')
      ? setsToSearch(store, { places, named, query })
      : []
  const frozenPlan =
    query === undefined || frozen.length === 0
      ? undefined
      : planQuery(query, frozenSource(scope), request.grammar)
  const filter = { places, anyVariant, statuses }
  const candidates = statuses?.[0] === 'ARCHIVED' ? NONE : plan?.candidates()
  const counts = request.keyPrefix === undefined && !anyVariant
  const exceptions =
    counts && candidates === undefined && frozen.length === 0 ? plan?.exceptions() : undefined
  const passes = filterOf(request, { ...filter, plan })
  return {
    places,
    terms,
    compare: comparator(store, terms),
    passes,
    candidates,
    frozen,
    passesFrozen: filterOf(request, { ...filter, plan: frozenPlan }),
    count:
      (plan === undefined && counts) || exceptions !== undefined
        ? countOf(store, places, statuses) +
          frozen.reduce((sum, { copied }) => sum + copied, 0) -
          countFailing(exceptions ?? NONE, filterOf(request, { ...filter, plan: undefined }), passes)
        : undefined,
    query: parsed,
    explanation: explainSearch(request, { query, places, statuses }),
    namesAbsent: query !== undefined && namesAbsentFields(query),
    warnings: plan === undefined ? NONE : warningsOfUnfitValues(plan, request.grammar),
    readsDays: plan?.readsDays === true,
  }
}

/** Restricts a query to these variants; the limit on the length of a query does not count this part. */
function ofVariants(query: QueryNode | undefined, ids: readonly number[] | undefined): QueryNode | undefined {
  if (ids === undefined) return query
  const variants = parseQuery(`variant IN (${ids.join(', ')})`)
  if (query === undefined) return variants
  const operands = query.kind === 'and' ? query.operands : [query]
  return { kind: 'and', operands: [...operands, variants], start: query.start, end: query.end }
}

function statusesOf(request: SearchRequest, plan: QueryPlan<RequirementRecord> | undefined): Statuses {
  if (!isBlank(request.baselineCondition)) return ['ARCHIVED']
  if (request.includeArchived === true || plan?.mentions.status === true || plan?.mentions.baseline === true)
    return undefined
  return request.includeBaselined === true ? ['ACTIVE', 'ARCHIVED'] : ['ACTIVE']
}

interface Filter {
  readonly places: readonly SearchPlace[]
  readonly anyVariant: boolean
  readonly statuses: Statuses
  readonly plan: QueryPlan<RequirementRecord> | undefined
}

function filterOf(
  { keyPrefix }: SearchRequest,
  { places, anyVariant, statuses, plan }: Filter,
): (row: RequirementRecord) => boolean {
  const spaces = new Set(places.map(({ project }) => project.id))
  const current = new Set(places.map(({ variantId }) => variantId))
  const prefix = keyPrefix === undefined ? undefined : foldCase(keyPrefix)
  return (row) =>
    spaces.has(row.projectContainerId) &&
    (anyVariant || row.baseline !== undefined || current.has(row.variantId)) &&
    (statuses === undefined || statuses.includes(row.status)) &&
    (prefix === undefined || foldCase(row.key).startsWith(prefix)) &&
    (plan === undefined || plan.matches(row))
}

function countOf(store: Store, places: readonly SearchPlace[], statuses: Statuses): number {
  const table = store.table(requirements)
  let count = 0
  for (const { variantId } of places) {
    if (variantId === undefined) continue
    if (statuses === undefined) count += table.count('status', [variantId])
    else for (const status of statuses) count += table.count('status', [variantId, status])
  }
  return count
}

/** How many rows of the search do not match its query. */
function countFailing(
  rows: Iterable<RequirementRecord>,
  isSearched: (row: RequirementRecord) => boolean,
  passes: (row: RequirementRecord) => boolean,
): number {
  let count = 0
  for (const row of rows) if (isSearched(row) && !passes(row)) count++
  return count
}

/** A page in order of key, which the index gives. */
function walkPage(store: Store, search: Search, descending: boolean, offset: number, end: number) {
  const walks =
    search.count === undefined
      ? countedWalks(store, search, descending, end)
      : { count: search.count, rows: walksOf(store, search, descending) }
  const rows: RequirementRecord[] = []
  let position = 0
  for (const row of mergeByKey(walks.rows, descending, search.compare)) {
    if (position >= end) break
    if (position >= offset) rows.push(row)
    position++
  }
  return { rows, count: walks.count }
}

/** The matches of each space and baseline, read only as far as the page needs them. */
function walksOf(store: Store, search: Search, descending: boolean): Iterable<RequirementRecord>[] {
  const table = store.table(requirements)
  const live = search.candidates === undefined ? search.places : []
  return [
    ...live.map(({ project }) =>
      only(table.range('key', [project.id], { reverse: descending }), search.passes),
    ),
    ...search.frozen.map((set) => only(frozenRows(store, set, descending), search.passesFrozen)),
  ]
}

/** Counts the matches of a search that tests everything; merging just to count would take longer. */
function countedWalks(store: Store, search: Search, descending: boolean, end: number) {
  const table = store.table(requirements)
  const live = search.candidates === undefined ? search.places : []
  const { rows, count: counted } =
    end <= MAXIMUM_SELECTED && areMostRows(table, live)
      ? scannedRows(table, search, end)
      : indexedRows(table, live, search, descending)
  let count = counted
  for (const set of search.frozen) {
    const copies: RequirementRecord[] = []
    for (const copy of frozenRows(store, set, descending)) {
      if (!search.passesFrozen(copy)) continue
      count++
      // A baseline has no key twice, so its later copies cannot be on a page that ends here.
      if (copies.length < end) copies.push(copy)
    }
    rows.push(copies)
  }
  return { count, rows }
}

type RequirementTable = Table<RequirementRecord, keyof (typeof requirements)['indexes']>

/** A page that ends later sorts more than reading in order costs. */
const MAXIMUM_SELECTED = 1000

/** Whether at least half of the table belongs to these places. */
function areMostRows(table: RequirementTable, places: readonly SearchPlace[]): boolean {
  let count = 0
  for (const { variantId } of places) if (variantId !== undefined) count += table.count('status', [variantId])
  return count * 2 >= table.size
}

/** The first matches, read in the order of the table, which is faster than looking up each row of an index. */
function scannedRows(table: RequirementTable, { passes, compare }: Search, end: number) {
  const matches: RequirementRecord[] = []
  table.forEachRecord((row) => {
    if (passes(row)) matches.push(row)
  })
  return { count: matches.length, rows: [firstInOrder(matches, compare, end)] }
}

function indexedRows(
  table: RequirementTable,
  places: readonly SearchPlace[],
  search: Search,
  descending: boolean,
) {
  const rows = places.map((place) => matchesOf(table, place, search))
  if (descending) for (const matches of rows) matches.reverse()
  return { count: rows.reduce((sum, { length }) => sum + length, 0), rows }
}

function matchesOf(
  table: RequirementTable,
  { project }: SearchPlace,
  { passes }: Search,
): RequirementRecord[] {
  const matches: RequirementRecord[] = []
  table.forEach('key', [project.id], (row) => {
    if (passes(row)) matches.push(row)
  })
  return matches
}

function* only<T>(rows: Iterable<T>, passes: (row: T) => boolean): Generator<T> {
  for (const row of rows) if (passes(row)) yield row
}

/** A page in any other order: tests all matches and sorts only the beginning. */
function sortPage(store: Store, search: Search, offset: number, end: number) {
  const table = store.table(requirements)
  const matches =
    search.candidates === undefined
      ? search.places.flatMap((place) => matchesOf(table, place, search))
      : [...search.candidates].filter(search.passes)
  for (const set of search.frozen)
    for (const copy of frozenRows(store, set)) if (search.passesFrozen(copy)) matches.push(copy)
  return { rows: firstInOrder(matches, search.compare, end).slice(offset), count: matches.length }
}

/** True for blank text, too. */
export function isQuery(text: string | undefined, grammar?: Grammar): boolean {
  try {
    parseQuery(text ?? '', grammar)
    return true
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return false
    throw error
  }
}

const defaultOrder = once(() => parseOrderBy(DEFAULT_ORDER_BY))

/**
 * Reads an ORDER BY clause; `named` is its name in messages. Throws a Refusal (INVALID) with the position of the
 * error.
 */
function readOrder(clause: string | undefined, named = "query parameter 'sort'"): readonly SortTerm[] {
  try {
    const terms = parseOrderBy(clause ?? '')
    return terms.length === 0 ? defaultOrder() : terms
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) throw error
    throw invalidRequest(named, error.message)
  }
}

function comparator(store: Store, terms: readonly SortTerm[]) {
  const titleOf = oncePerKey((containerId: number) => store.table(containers).get(containerId)?.name)
  return orderByComparator<RequirementRecord>(terms, {
    identity: (row) => row.id,
    column(row, column) {
      switch (column) {
        case 'KEY':
          return row.key
        case 'BASELINE':
          return row.baseline
        case 'SPACEKEY':
          return row.spaceKey
        case 'STATUS':
          return row.status
        case 'ID':
          return row.id
        case 'TITLE':
          return row.originContainerId === undefined ? undefined : titleOf(row.originContainerId)
      }
    },
  })
}
