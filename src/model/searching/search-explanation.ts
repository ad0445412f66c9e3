/** Says in English how a search was read (service §4.3). */
import { explainQuery } from '../../language/query/explain.ts'
import type { QueryNode } from '../../language/query/syntax.ts'
import { cut } from '../../language/syntax-error.ts'
import type { RequirementStatus } from '../records/wiki/requirements.ts'
import type { SearchPlace } from './search-places.ts'

/** Statuses that are shown; undefined for every one. */
export type Statuses = readonly RequirementStatus[] | undefined

interface Request {
  readonly keyPrefix?: string | undefined
  readonly spaceKeys?: readonly string[] | undefined
  readonly baselineCondition?: string | undefined
}

const MAXIMUM_NAMED = 5

interface Reading {
  readonly query: QueryNode | undefined
  readonly places: readonly SearchPlace[]
  readonly statuses: Statuses
}

/** One line: the query in English, where it ran, and which rows it could find. */
export function explainSearch(
  { spaceKeys, keyPrefix, baselineCondition }: Request,
  { query, places, statuses }: Reading,
): string {
  const parts = [explainQuery(query ?? { kind: 'all', start: 0, end: 0 })]
  if (keyPrefix !== undefined) parts.push(`whose key begins with '${cut(keyPrefix)}'`)
  parts.push(spaceKeys === undefined ? 'in all spaces' : explainPlaces(places))
  if (baselineCondition !== undefined && statuses?.[0] === 'ARCHIVED')
    parts.push(`as frozen in ${cut(baselineCondition)}`)
  else if (statuses === undefined) parts.push('of any status')
  else parts.push(statuses.length > 1 ? 'ACTIVE or frozen' : 'ACTIVE only')
  return parts.join('; ')
}

function explainPlaces(places: readonly SearchPlace[]): string {
  if (places.length === 0) return 'in no space'
  const named = places.slice(0, MAXIMUM_NAMED).map(({ project }) => `'${cut(project.key ?? '')}'`)
  const more = places.length > MAXIMUM_NAMED ? ` and ${places.length - MAXIMUM_NAMED} more` : ''
  return `in ${places.length === 1 ? 'space' : 'spaces'} ${named.join(', ')}${more}`
}
