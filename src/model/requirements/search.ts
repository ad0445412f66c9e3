/**
 * Searching the requirements of a wiki: every search of the wiki interface and of the hosted one, updates by query,
 * accumulators and matrices go through here (service §4.3).
 */
import { parseOrderBy, DEFAULT_ORDER_BY, type SortTerm } from '../../language/order-by/parse.ts'
import { orderByComparator } from '../../language/order-by/compare.ts'
import { explainQuery } from '../../language/query/explain.ts'
import { planQuery } from '../../language/query/plan.ts'
import { LanguageSyntaxError } from '../../language/syntax-error.ts'
import { fieldsOf } from '../../language/query/mentions.ts'
import type { Store } from '../../world/store.ts'
import { readableContainers } from '../containers/containers.ts'
import { containers } from '../containers/records.ts'
import { Refusal } from '../refusal.ts'
import type { UserRecord } from '../users/records.ts'
import { currentVariantOf } from './lookup.ts'
import { namesAbsentFields, readQuery } from './listing.ts'
import { requirementSource } from './query-source.ts'
import { type RequirementRecord, requirements } from './records.ts'

export interface SearchRequest {
  /** The query; absent or blank matches everything. */
  readonly query?: string | undefined
  /** Keys of the spaces to search; absent: every space that the caller may read. Unreadable ones give nothing. */
  readonly spaceKeys?: readonly string[] | undefined
  /** Rows of every status, instead of ACTIVE ones. */
  readonly includeArchived?: boolean | undefined
  /** ACTIVE rows and frozen copies. */
  readonly includeBaselined?: boolean | undefined
  /** `<space>-<baseline>` pairs joined by commas: frozen copies of these baselines instead of ACTIVE rows. */
  readonly baselineCondition?: string | undefined
  /** An ORDER BY clause. */
  readonly sort?: string | undefined
}

export interface SearchResult {
  /** Every match, in the order of the request. */
  readonly rows: readonly RequirementRecord[]
  /** In English, how the query was read. */
  readonly explanation: string
  /** The query names fields over records that no world holds yet. */
  readonly namesAbsent: boolean
}

/** Searches the current variants of a wiki's spaces. Throws a Refusal (INVALID) for a query or order that cannot be read. */
export function searchRequirements(
  store: Store,
  user: UserRecord,
  applicationId: number,
  request: SearchRequest,
): SearchResult {
  const query = readQuery(request.query)
  const terms = readOrder(request.sort)
  const projects = readableContainers(store, user, applicationId, 'PROJECT')
  const wanted = request.spaceKeys === undefined ? undefined : new Set(request.spaceKeys)
  const places = projects.filter((project) => wanted === undefined || wanted.has(project.key ?? ''))
  const table = store.table(requirements)
  const plan =
    query === undefined
      ? undefined
      : planQuery(query, requirementSource({ store, user, applicationId, projects, size: table.size }))
  const everyStatus =
    request.includeArchived === true || plan?.mentions.status === true || plan?.mentions.baseline === true
  const namesVariant = query !== undefined && fieldsOf(query, false).has('variant')
  const ids = new Set(places.map((place) => place.id))
  const current = new Set(places.map((place) => currentVariantOf(store, applicationId, place.key ?? '')))
  const passes = (row: RequirementRecord) =>
    ids.has(row.projectContainerId) &&
    (namesVariant || current.has(row.variantId)) &&
    (everyStatus ||
      row.status === 'ACTIVE' ||
      (request.includeBaselined === true && row.status === 'ARCHIVED')) &&
    (plan === undefined || plan.matches(row))
  const rows = new Map<number, RequirementRecord>()
  for (const row of plan?.candidates() ?? places.flatMap((place) => [...table.range('key', [place.id])]))
    if (passes(row)) rows.set(row.id, row)
  return {
    rows: [...rows.values()].sort(comparator(store, terms)),
    explanation: explainQuery(query ?? { kind: 'all', start: 0, end: 0 }),
    namesAbsent: query !== undefined && namesAbsentFields(query),
  }
}

/** Reads an ORDER BY clause. Throws a Refusal (INVALID) that begins with the position of what is wrong. */
export function readOrder(clause: string | undefined): readonly SortTerm[] {
  try {
    const terms = parseOrderBy(clause ?? DEFAULT_ORDER_BY)
    return terms.length === 0 ? parseOrderBy(DEFAULT_ORDER_BY) : terms
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) throw error
    throw new Refusal('INVALID', error.message, [`query parameter 'sort': ${error.message}`], ['syntax'])
  }
}

function comparator(store: Store, terms: readonly SortTerm[]) {
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
          return row.originContainerId === undefined
            ? undefined
            : store.table(containers).get(row.originContainerId)?.name
      }
    },
  })
}
