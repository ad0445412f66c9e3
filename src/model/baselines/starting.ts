/** Starting to freeze a baseline: which requirements, and how many (service §2.2, §4.2). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { ContainerRecord } from '../containers/records.ts'
import type { RequirementRecord } from '../requirements/records.ts'
import { searchRequirements } from '../requirements/search.ts'
import type { TaskRecord } from '../tasks/records.ts'
import type { UserRecord } from '../users/records.ts'
import { startFreezing, statusAfter } from './freezing.ts'
import { type BaselineRecord, baselines } from './records.ts'

/** What a baseline freezes; see NewBaseline. */
interface Selection {
  readonly searchQuery?: string | undefined
  readonly fromPages?: readonly number[] | undefined
}

/** Starts to freeze a baseline that is in PREVIEW. `rows` replaces what its query selects. Throws CONFLICT otherwise. */
export function freezeBaseline(
  world: World,
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  baseline: BaselineRecord,
  rows: readonly RequirementRecord[] = rowsToFreeze(store, user, space, baseline),
  newPage?: TaskRecord['newPage'],
): TaskRecord {
  const status = statusAfter(baseline, 'FREEZE')
  const changed = store
    .table(baselines)
    .update(baseline.id, { status, ...expectedCounts(rows) }) as BaselineRecord
  return startFreezing(world, store, user, changed, rows, newPage)
}

/**
 * The ACTIVE requirements of a space's current variant that a query selects, or that pages define. Throws INVALID for a
 * query that cannot be read.
 */
export function rowsToFreeze(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  { searchQuery, fromPages }: Selection,
): RequirementRecord[] {
  const { rows } = searchRequirements(store, user, space.applicationId, {
    query: searchQuery,
    spaceKeys: [space.key as string],
  })
  const frozen = fromPages === undefined ? undefined : new Set(fromPages)
  return rows.filter(
    (row) =>
      row.status === 'ACTIVE' &&
      (frozen === undefined || (row.pageId !== undefined && frozen.has(row.pageId))),
  )
}

/** What freezing these rows would give: requirements, and the pages that they are from. */
export function expectedCounts(rows: readonly RequirementRecord[]) {
  const onPages = new Set(rows.flatMap(({ pageId }) => (pageId === undefined ? [] : [pageId])))
  return { expectedCount: rows.length, expectedPageCount: onPages.size }
}
