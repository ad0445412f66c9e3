/** Which requirements have an external property (service §4.1). */
import { oncePerKey } from '../../world/once.ts'
import type { Store } from '../../world/store/store.ts'
import { frozenRowOf, frozenRows, frozenSets } from '../finding/requirements/frozen.ts'
import {
  type ExternalPropertyMetadataRecord,
  type RequirementRecord,
  requirements,
} from '../records/wiki/requirements.ts'
import { typeFinder } from '../finding/types.ts'
import type { RequirementTypeRecord } from '../records/wiki/types.ts'
import { type Reader, readingRights } from '../finding/permissions.ts'

/** ACTIVE requirements of any variant with a value of a property that the reader may read, by id. */
export function requirementsWith(
  store: Store,
  reader: Reader,
  property: ExternalPropertyMetadataRecord,
): RequirementRecord[] {
  const mayRead = readingRights(store, reader)
  return [...new Set(ownRows(store, property))]
    .filter(({ status, projectContainerId }) => status === 'ACTIVE' && mayRead(projectContainerId))
    .sort((a, b) => a.id - b.id)
}

export interface TypeUsage {
  readonly type: RequirementTypeRecord
  readonly requirementCount: number
}

/** By id; leaves out requirements without a type. */
export function typesOf(store: Store, rows: readonly RequirementRecord[]): TypeUsage[] {
  const finderOf = oncePerKey((projectContainerId: number) => typeFinder(store, projectContainerId))
  const counts = new Map<RequirementTypeRecord, number>()
  for (const { projectContainerId, key } of rows) {
    const type = finderOf(projectContainerId)(key)
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return Array.from(counts, ([type, requirementCount]) => ({ type, requirementCount })).sort(
    (a, b) => a.type.id - b.type.id,
  )
}

/** How many baselines that the caller may read have a copy with a value of a property. */
export function countBaselinesWith(
  store: Store,
  reader: Reader,
  property: ExternalPropertyMetadataRecord,
): number {
  const keys = new Set(Array.from(ownRows(store, property), ({ key }) => key))
  const mayRead = readingRights(store, reader)
  let count = 0
  for (const set of store.table(frozenSets).scan()) {
    if (!mayRead(set.projectContainerId)) continue
    const isFrozen = set.sources.slice(0, set.copied).some((source) => {
      // A copy has the values of its live requirement, if there is one.
      if (!keys.has(source.key) && !hasValue(source, property)) return false
      const copy = frozenRowOf(store, set, source.key)
      return copy !== undefined && hasValue(copy, property)
    })
    if (isFrozen) count++
  }
  return count
}

function hasValue({ externalProperties }: RequirementRecord, { id }: ExternalPropertyMetadataRecord) {
  return externalProperties.some(({ metadataId }) => metadataId === id)
}

export function isInUse(store: Store, property: ExternalPropertyMetadataRecord): boolean {
  return rowsWithValue(store, property).length > 0
}

/** Rows and frozen copies of any status. */
export function rowsWithValue(store: Store, property: ExternalPropertyMetadataRecord): RequirementRecord[] {
  const found = new Set(ownRows(store, property))
  for (const set of store.table(frozenSets).scan()) {
    for (const copy of frozenRows(store, set)) {
      if (hasValue(copy, property)) found.add(copy)
    }
  }
  return [...found]
}

function ownRows(store: Store, { id }: ExternalPropertyMetadataRecord): Iterable<RequirementRecord> {
  return store.table(requirements).range('externalProperty', [id])
}
