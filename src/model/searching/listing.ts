/** Lists of requirements of one variant: filters, default visibility, order (service §3, §4.1). */
import { isBlank } from '../input/blank.ts'
import type { Grammar } from '../../language/grammar.ts'
import type { FieldName } from '../../language/query/fields.ts'
import { fieldsOf } from '../../language/query/mentions.ts'
import { parseQuery } from '../../language/query/parse.ts'
import { planQuery } from '../../language/query/plan.ts'
import type { QueryNode } from '../../language/query/syntax.ts'
import { LanguageSyntaxError } from '../../language/syntax-error.ts'
import type { Store } from '../../world/store/store.ts'
import { readableContainers } from '../finding/containers.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { invalidParts } from '../input/errors.ts'
import type { UserRecord } from '../records/service/users.ts'
import type { VariantRecord } from '../records/wiki/variants.ts'
import { frozenRows } from '../finding/requirements/frozen.ts'
import { frozenSource, type QueryScope, requirementSource } from './query-source.ts'
import { refuseUnfitValues } from './query-values.ts'
import { setsToSearch } from './frozen-sets.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'

export interface RequirementFilter {
  readonly query?: string | undefined
  /** The grammar of the query; absent: it may use the words of both dialects. */
  readonly grammar?: Grammar | undefined
  readonly key?: ((key: string) => boolean) | undefined
  /** A key that every match has, so that an index finds it. */
  readonly exactKey?: string | undefined
  readonly originContainerId?: number | bigint | undefined
  readonly externalPropertyMetadataId?: number | bigint | undefined
}

export interface RequirementRows {
  readonly total: number
  /** The rows from a position on; what stands before it costs nothing. */
  readonly rowsFrom: (position: number) => Iterable<RequirementRecord>
  /** True when they are every ACTIVE row of the variant. */
  readonly unfiltered: boolean
  /** The query names fields of records that no world holds yet. */
  readonly namesAbsent: boolean
  /** See QueryPlan. */
  readonly readsDays: boolean
}

/** Reads a query; throws a Refusal (INVALID) whose message begins with the position of a syntax error. */
export function readQuery(text: string | undefined, grammar?: Grammar): QueryNode | undefined {
  if (isBlank(text)) return undefined
  try {
    return parseQuery(text, grammar)
  } catch (error) {
    if (error instanceof LanguageSyntaxError) throw invalidParts([error.message], 'syntax')
    throw error
  }
}

/** The requirements of a variant that pass a filter; ACTIVE ones, unless the query names status or baseline. Throws a Refusal. */
export function listRequirements(
  store: Store,
  user: UserRecord,
  project: ContainerRecord,
  variant: VariantRecord,
  filter: RequirementFilter,
): RequirementRows {
  const table = store.table(requirements)
  const query = readQuery(filter.query, filter.grammar)
  const { exactKey, key, originContainerId, externalPropertyMetadataId } = filter
  const active = [variant.id, 'ACTIVE']
  if (
    query === undefined &&
    key === undefined &&
    originContainerId === undefined &&
    externalPropertyMetadataId === undefined
  ) {
    return {
      total: table.count('status', active),
      rowsFrom: (skip) => table.range('status', active, { skip }),
      unfiltered: true,
      namesAbsent: false,
      readsDays: false,
    }
  }
  const scope = scopeOf(store, user, project)
  const plan = query === undefined ? undefined : planQuery(query, requirementSource(scope), filter.grammar)
  if (plan !== undefined) refuseUnfitValues(plan, filter.grammar)
  const everyStatus = plan !== undefined && (plan.mentions.status || plan.mentions.baseline)
  const passes = (row: RequirementRecord, matches = plan?.matches) =>
    row.variantId === variant.id &&
    (everyStatus || row.status === 'ACTIVE') &&
    (key === undefined || key(row.key)) &&
    (originContainerId === undefined || row.originContainerId === originContainerId) &&
    (externalPropertyMetadataId === undefined ||
      row.externalProperties.some((property) => property.metadataId === externalPropertyMetadataId)) &&
    (matches === undefined || matches(row))
  const start =
    (exactKey === undefined ? undefined : table.range('key', [project.id, exactKey])) ??
    byIdentifier(originContainerId, (id) => table.range('origin', [id])) ??
    byIdentifier(externalPropertyMetadataId, (id) => table.range('externalProperty', [id])) ??
    plan?.candidates() ??
    (everyStatus ? table.range('status', [variant.id]) : table.range('status', active))
  const passing: RequirementRecord[] = []
  for (const row of start) if (passes(row)) passing.push(row)
  if (everyStatus && query !== undefined) {
    const { matches } = planQuery(query, frozenSource(scope), filter.grammar)
    for (const set of setsToSearch(store, { places: [{ project }], named: undefined, query }))
      for (const copy of frozenRows(store, set)) if (passes(copy, matches)) passing.push(copy)
  }
  const rows = uniqueById(passing)
  return {
    total: rows.length,
    rowsFrom: (position) => rows.slice(position),
    unfiltered: false,
    namesAbsent: query !== undefined && namesAbsentFields(query),
    readsDays: plan?.readsDays === true,
  }
}

const ABSENT_FIELDS: readonly FieldName[] = ['suspect']

/** True for a query that names a field of records that no world holds yet, even at the end of a chain. */
export function namesAbsentFields(query: QueryNode): boolean {
  const named = fieldsOf(query, true)
  return ABSENT_FIELDS.some((field) => named.has(field))
}

/** The scope of a user's query over one project: links lead to every project of its application that they may read. */
function scopeOf(store: Store, user: UserRecord, project: ContainerRecord): QueryScope {
  return {
    store,
    user,
    applicationId: project.applicationId,
    projects: readableContainers(store, user, project.applicationId, 'PROJECT'),
    size: store.table(requirements).size,
  }
}

function byIdentifier<T>(
  id: number | bigint | undefined,
  find: (id: number) => Iterable<T>,
): Iterable<T> | undefined {
  if (id === undefined) return undefined
  return typeof id === 'number' ? find(id) : []
}

/** In order of id, each once: an index may list a row under several keys. */
function uniqueById(rows: RequirementRecord[]): RequirementRecord[] {
  const ordered = rows.sort((a, b) => a.id - b.id)
  return ordered.filter((row, position) => position === 0 || row !== ordered[position - 1])
}
