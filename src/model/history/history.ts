/** Writing and reading the history of requirements. */
import type { Writing } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import {
  type FieldChange,
  type HistoryEvent,
  historyEntries,
  type HistoryRecord,
} from '../records/wiki/history.ts'

export function recordHistory(
  { world, store, actor }: Writing,
  requirementId: number,
  event: HistoryEvent,
  changes: readonly FieldChange[],
): HistoryRecord {
  const by = actor === undefined ? {} : { by: actor.id }
  return store
    .table(historyEntries)
    .insert({ id: store.next('historyEntry'), requirementId, at: world.now, ...by, event, changes })
}

export interface HistoryNote {
  readonly requirementId: number
  readonly changes: readonly FieldChange[]
}

/** Records one event of many requirements, as `recordHistory` does for each. */
export function recordHistories(
  { world, store, actor }: Writing,
  event: HistoryEvent,
  notes: readonly HistoryNote[],
): void {
  const by = actor === undefined ? {} : { by: actor.id }
  const last = store.last('historyEntry')
  const entries = notes.map(({ requirementId, changes }, position): HistoryRecord => {
    return { id: last + 1 + position, requirementId, at: world.now, ...by, event, changes }
  })
  store.table(historyEntries).insertMany(entries)
  store.raise('historyEntry', last + entries.length)
}

/** The oldest first. */
export function historyOf(store: Store, requirementId: number): HistoryRecord[] {
  return [...store.table(historyEntries).range('requirement', [requirementId])]
}
