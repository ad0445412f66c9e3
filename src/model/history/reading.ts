/** The history of a key: what happened to every row that had it, frozen copies included (service §4.6). */
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../containers/records.ts'
import { copiesOfKey } from '../requirements/records/frozen.ts'
import { type RequirementRecord, requirements } from '../requirements/records/records.ts'
import { currentVariant } from '../variants/variants.ts'
import { historyOf } from './history.ts'
import type { FieldChange, HistoryEvent, HistoryRecord } from './records.ts'

/** CREATED stands for the unknown origin of a row from a scenario. */
export interface RequirementEvent {
  readonly row: RequirementRecord
  readonly event: HistoryEvent | 'CREATED'
  readonly at: number
  readonly by?: number | undefined
  readonly changes: readonly FieldChange[]
}

/** The events of all rows of a key in the current variant, and of its frozen copies, oldest first. */
export function historyOfKey(store: Store, space: ContainerRecord, key: string): RequirementEvent[] {
  const variantId = currentVariant(store, space.id).id
  const beginnings: RequirementEvent[] = []
  const noted: { readonly entry: HistoryRecord; readonly row: RequirementRecord }[] = []
  for (const row of store.table(requirements).range('key', [space.id, key])) {
    if (row.variantId !== variantId) continue
    const entries = historyOf(store, row.id)
    noted.push(...entries.map((entry) => ({ entry, row })))
    if (entries[0] !== undefined && isBeginning(entries[0])) continue
    beginnings.push({ row, event: 'CREATED', at: row.createdAt, changes: [] })
  }
  for (const row of copiesOfKey(store, space.id, key)) {
    noted.push(...historyOf(store, row.id).map((entry) => ({ entry, row })))
    beginnings.push({ row, event: 'ARCHIVED', at: row.createdAt, changes: [] })
  }
  const rest = noted
    .sort((a, b) => a.entry.id - b.entry.id)
    .map(({ entry: { event, at, by, changes }, row }) => ({ row, event, at, by, changes }))
  // The sort is stable: at the same instant, beginnings come first, then entries in their order.
  return [...beginnings, ...rest].sort((a, b) => a.at - b.at)
}

function isBeginning({ event, changes }: HistoryRecord): boolean {
  const wasNothing = changes.some(({ field, before }) => field === 'status' && before === undefined)
  return event === 'ARRIVED' || event === 'ARCHIVED' || wasNothing
}
