/** Which requirements have an external property (service §4.1). */
import { oncePerKey } from '../../world/once.ts'
import type { Store } from '../../world/store/store.ts'
import { frozenRowOf, frozenRows, frozenSets } from '../requirements/records/frozen.ts'
import {
  type ExternalPropertyMetadataRecord,
  type RequirementRecord,
  requirements,
} from '../requirements/records/records.ts'
import { typeFinder } from '../types/types.ts'
import type { RequirementTypeRecord } from '../types/records.ts'
import { type Reader, readingRights } from '../users/permissions.ts'

/** The ACTIVE requirements, of whichever variant, that have a value of a property and that the reader may read, by id. */
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

/** A type of requirements, and how many requirements of it there are among some. */
export interface TypeUsage {
  readonly type: RequirementTypeRecord
  readonly requirementCount: number
}

/** The types of requirements, by id; those that have the pattern of no type are left out. */
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

/** The number of baselines readable by the caller with a frozen requirement that has a value of a property. */
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

/** Whether a requirement of any status, or a frozen copy, has a value of a property. */
export function isInUse(store: Store, property: ExternalPropertyMetadataRecord): boolean {
  return rowsWithValue(store, property).length > 0
}

/** All rows and frozen copies that have a value of a property, whatever their status. */
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
