/** The row that a key has, or had last, in a variant. */
import type { Store } from '../../../world/store/store.ts'
import type { HistoryEvent } from '../../history/records.ts'
import { historyOf } from '../../history/history.ts'
import { isLive, type RequirementRecord, requirements } from './records.ts'

type PlaceOfKey = Pick<RequirementRecord, 'projectContainerId' | 'variantId' | 'key'>

/** The live row of a key in a variant, else the latest former one. */
export function rowOfKey(store: Store, place: PlaceOfKey): RequirementRecord | undefined {
  const { projectContainerId, variantId, key } = place
  return (
    store.table(requirements).findUnique('key', [projectContainerId, key], variantId) ??
    latestFormerRow(store, place)
  )
}

/** The DELETED or MOVED row of a key that became so last; a page can restore a row that others have followed since. */
export function latestFormerRow(
  store: Store,
  { projectContainerId, variantId, key }: PlaceOfKey,
  wanted: (row: RequirementRecord) => boolean = () => true,
): RequirementRecord | undefined {
  const former: RequirementRecord[] = []
  for (const row of store.table(requirements).range('key', [projectContainerId, key], { reverse: true }))
    if (row.variantId === variantId && !isLive(row) && wanted(row)) former.push(row)
  if (former.length < 2) return former[0]
  // A row of a scenario has no history, and ended before all that have.
  const ended = former.map((row) => lastEnd(store, row))
  return former[ended.indexOf(Math.max(...ended))]
}

const ENDS: readonly HistoryEvent[] = ['REMOVED', 'DELETED', 'MOVED']

function lastEnd(store: Store, row: RequirementRecord): number {
  return historyOf(store, row.id).findLast(({ event }) => ENDS.includes(event))?.id ?? 0
}
