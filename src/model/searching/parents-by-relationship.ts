/** The parents that a set of requirements depends on, by relationship (service §4.6: dependency). */
import { readingRights } from '../finding/permissions.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { Store } from '../../world/store/store.ts'
import type { UserRecord } from '../records/service/users.ts'
import { findParent } from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'

export interface ReferencedParent {
  readonly relationship: string
  readonly spaceKey: string
  readonly key: string
  /** Absent if there is no such requirement, or none that the user may read. */
  readonly record: RequirementRecord | undefined
}

/** Each parent once for a relationship, by space and key. */
export function parentsByRelationship(
  store: Store,
  user: UserRecord,
  rows: Iterable<RequirementRecord>,
): Map<string, ReferencedParent[]> {
  const mayRead = readingRights(store, user)
  const byRelationship = new Map<string, Map<string, ReferencedParent>>()
  for (const row of rows) {
    for (const dependency of row.dependencies) {
      const { relationship, spaceKey, key } = dependency
      const known = byRelationship.get(relationship) ?? new Map<string, ReferencedParent>()
      byRelationship.set(relationship, known)
      // No key has a line break, so these names are unambiguous.
      const name = `${spaceKey}\n${key}`
      if (known.has(name)) continue
      const parent = findParent(store, row, dependency)
      const record = parent !== undefined && mayRead(parent.projectContainerId) ? parent : undefined
      known.set(name, { relationship, spaceKey, key, record })
    }
  }
  return new Map(
    [...byRelationship]
      .sort(([a], [b]) => compareCodePoints(a, b))
      .map(([relationship, references]) => [
        relationship,
        [...references.values()].sort(
          (a, b) => compareCodePoints(a.spaceKey, b.spaceKey) || compareCodePoints(a.key, b.key),
        ),
      ]),
  )
}
