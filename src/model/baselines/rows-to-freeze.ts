/** Starting to freeze a baseline: which requirements, and how many (service §2.2, §4.2). */
import type { Author } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { findFrozenSet, frozenVersionOf } from '../finding/requirements/frozen.ts'
import { findLiveRequirement } from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { searchRequirements } from '../searching/search.ts'
import type { TaskRecord } from '../records/wiki/tasks.ts'
import type { Reader } from '../finding/permissions.ts'
import { users } from '../records/service/users.ts'
import type { VariantRecord } from '../records/wiki/variants.ts'
import { currentVariant } from '../finding/variants.ts'
import { isOpen } from '../records/machines/baseline-machine.ts'
import { startFreezing, statusAfter } from './freeze-task.ts'
import { type BaselineRecord, baselines, type ChosenVersions } from '../records/wiki/baselines.ts'

/** See NewBaseline. */
interface Selection {
  readonly searchQuery?: string | undefined
  readonly fromPages?: readonly number[] | undefined
  readonly fromVersions?: ChosenVersions | undefined
  readonly refreezeProperties?: boolean | undefined
}

/** Throws CONFLICT unless the baseline is PREVIEW. */
export function freezeBaseline(
  author: Author,
  space: ContainerRecord,
  baseline: BaselineRecord,
  newPage?: TaskRecord['newPage'],
): TaskRecord {
  const { store, user } = author
  const status = statusAfter(store, baseline, 'FREEZE')
  const variantId = baseline.fromVersions?.variantId ?? currentVariant(store, space.id).id
  const rows = rowsToFreeze(store, user, space, baseline)
  const changed = store
    .table(baselines)
    .update(baseline.id, { status, ...expectedCounts(rows) }) as BaselineRecord
  return startFreezing(author, changed, { variantId, rows }, newPage)
}

/**
 * The ACTIVE requirements of one variant that a query selects or pages define, or the chosen versions. Throws
 * INVALID.
 */
export function rowsToFreeze(
  store: Store,
  user: Reader,
  space: ContainerRecord,
  { searchQuery, fromPages, fromVersions, refreezeProperties }: Selection,
  variant: VariantRecord = currentVariant(store, space.id),
): RequirementRecord[] {
  if (fromVersions !== undefined) return rowsOfVersions(store, space, fromVersions, refreezeProperties)
  const { rows } = searchRequirements(store, user, space.applicationId, {
    query: searchQuery,
    spaceKeys: [space.key as string],
    ...(variant.current ? {} : { variantIds: [variant.id] }),
  })
  const frozen = fromPages === undefined ? undefined : new Set(fromPages)
  return rows.filter(
    (row) =>
      row.status === 'ACTIVE' &&
      row.variantId === variant.id &&
      (frozen === undefined || (row.pageId !== undefined && frozen.has(row.pageId))),
  )
}

/** With `propertiesOfNow`, copies get the properties of their live requirements. */
export function rowsOfVersions(
  store: Store,
  space: ContainerRecord,
  { variantId, versions }: ChosenVersions,
  propertiesOfNow = false,
): RequirementRecord[] {
  return versions.flatMap(({ key, baseline }) => {
    const live = findLiveRequirement(store, { projectContainerId: space.id, variantId }, key)
    if (baseline === undefined) return live ?? []
    const set = findFrozenSet(store, space.id, baseline)
    const copy = set?.variantId === variantId ? frozenVersionOf(set, key) : undefined
    if (copy === undefined) return []
    return propertiesOfNow && live !== undefined ? { ...copy, properties: live.properties } : copy
  })
}

/** How many requirements and pages freezing these rows would count. */
export function expectedCounts(rows: readonly RequirementRecord[]) {
  const onPages = new Set(rows.flatMap(({ pageId }) => (pageId === undefined ? [] : [pageId])))
  return { expectedCount: rows.length, expectedPageCount: onPages.size }
}

/** Counts what baselines of scenarios would freeze: what their creator may read, or everything without a creator. */
export function countPreviews(store: Store): void {
  for (const baseline of store.table(baselines).scan()) {
    const { id, status, expectedCount, projectContainerId, createdBy } = baseline
    if (expectedCount !== undefined || !isOpen({ status })) continue
    const space = store.table(containers).get(projectContainerId) as ContainerRecord
    const creator = createdBy === undefined ? undefined : store.table(users).get(createdBy)
    const rows = rowsToFreeze(store, creator ?? 'simulator', space, baseline)
    store.table(baselines).update(id, expectedCounts(rows))
  }
}
