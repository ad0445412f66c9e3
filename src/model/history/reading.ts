/** The history of a key: what happened to every row that had it, frozen copies included (service §4.6). */
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { frozenRowOf, frozenSetsOf } from '../finding/requirements/frozen.ts'
import { type RequirementRecord, requirements } from '../records/wiki/requirements.ts'
import { currentVariant } from '../finding/variants.ts'
import { historyOf } from './history.ts'
import type { FieldChange, HistoryEvent, HistoryRecord } from '../records/wiki/history.ts'

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
  const found: Positioned[] = []
  const addEntries = (row: RequirementRecord, entries: readonly HistoryRecord[]) => {
    for (const { id, event, at, by, changes } of entries)
      found.push({ position: id, event: { row, event, at, by, changes } })
  }
  for (const row of store.table(requirements).range('key', [space.id, key])) {
    if (row.variantId !== variantId) continue
    const entries = historyOf(store, row.id)
    addEntries(row, entries)
    if (entries[0] !== undefined && isBeginning(entries[0])) continue
    found.push({ position: 0, event: { row, event: 'CREATED', at: row.createdAt, changes: [] } })
  }
  for (const set of frozenSetsOf(store, space.id)) {
    const row = frozenRowOf(store, set, key)
    if (row === undefined) continue
    const event: RequirementEvent = { row, event: 'ARCHIVED', at: row.createdAt, changes: [] }
    found.push({ position: set.historyPosition ?? 0, event })
    addEntries(row, historyOf(store, row.id))
  }
  return found.sort((a, b) => a.event.at - b.event.at || a.position - b.position).map(({ event }) => event)
}

/** An event with its position among the ids of history entries; 0 for what a scenario wrote. */
interface Positioned {
  readonly position: number
  readonly event: RequirementEvent
}

function isBeginning({ event, changes }: HistoryRecord): boolean {
  const wasNothing = changes.some(({ field, before }) => field === 'status' && before === undefined)
  return event === 'ARRIVED' || event === 'ARCHIVED' || wasNothing
}
