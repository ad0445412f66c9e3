/** Whether a query could run, for queries that are stored and run later (service §4.3). */
import type { Grammar } from '../../language/grammar.ts'
import { planQuery } from '../../language/query/plan.ts'
import type { Store } from '../../world/store/store.ts'
import type { Reader } from '../finding/permissions.ts'
import { requirements } from '../records/wiki/requirements.ts'
import { readQuery } from './listing.ts'
import { requirementSource } from './query-source.ts'
import { refuseUnfitValues } from './query-values.ts'
import { readableProjects } from './search-places.ts'

/** Throws INVALID for a query that cannot be parsed, or compares a property with a value that it cannot have. */
export function checkQuery(
  store: Store,
  user: Reader,
  applicationId: number,
  text: string | undefined,
  grammar: Grammar | undefined,
): void {
  const query = readQuery(text, grammar)
  if (query === undefined) return
  const projects = readableProjects(store, user, applicationId)
  const scope = { store, user, applicationId, projects, size: store.table(requirements).size }
  refuseUnfitValues(planQuery(query, requirementSource(scope), grammar), grammar)
}
