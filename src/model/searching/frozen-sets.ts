/** Which frozen copies a search looks into: no index leads to them, so that sets which cannot match are left out first. */
import type { QueryNode } from '../../language/query/syntax.ts'
import { isIdentifier } from '../../language/values.ts'
import type { Store } from '../../world/store/store.ts'
import { baselines } from '../records/wiki/baselines.ts'
import { type FrozenSetRecord, frozenSetsOf } from '../finding/requirements/frozen.ts'
import type { BaselinePlace, SearchPlace } from './search-places.ts'

interface FrozenScope {
  readonly places: readonly Pick<SearchPlace, 'project'>[]
  /** Absent: all baselines. */
  readonly named: readonly BaselinePlace[] | undefined
  readonly query: QueryNode | undefined
}

/** The sets that may hold a match, space by space and by number. */
export function setsToSearch(store: Store, { places, named, query }: FrozenScope): FrozenSetRecord[] {
  const pairs = named && new Set(named.map(({ project, number }) => `${project.id}/${number}`))
  const reference = query === undefined ? undefined : baselineOf(query)
  const found: FrozenSetRecord[] = []
  for (const { project } of places) {
    const only = reference === undefined ? undefined : numberOf(store, project.id, reference)
    if (only === 'none') continue
    for (const set of frozenSetsOf(store, project.id, only)) {
      if (pairs === undefined || pairs.has(`${project.id}/${set.number}`)) found.push(set)
    }
  }
  return found
}

/** A text is the name of a baseline, even if it is made of digits. */
function numberOf(store: Store, projectContainerId: number, reference: string | number): number | 'none' {
  if (typeof reference === 'number') return reference
  return store.table(baselines).find('name', [projectContainerId, reference])?.number ?? 'none'
}

/** The baseline that the query restricts every match to. */
function baselineOf(query: QueryNode): string | number | undefined {
  if (query.kind === 'and') {
    for (const operand of query.operands) {
      const named = baselineOf(operand)
      if (named !== undefined) return named
    }
    return undefined
  }
  if (query.kind !== 'comparison' || query.field.field !== 'baseline' || query.operator !== '=')
    return undefined
  const { value } = query
  // Another spelling may be a name.
  if (value.kind === 'number') return isIdentifier(value.text) ? value.number : undefined
  return value.kind === 'text' ? value.text : undefined
}
