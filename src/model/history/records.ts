/** What happened to each requirement, and when (service §4.6: history). */
import { defineTable } from '../../world/store/table.ts'

/** The events of a requirement's life; the state machine of requirements (lifecycle.ts) says what each does. */
export const HISTORY_EVENTS = [
  'RESERVED',
  'DEFINED',
  'WRITTEN',
  'GATHERED',
  'REINDEXED',
  'REMOVED',
  'DELETED',
  'RESTORED',
  'MOVED',
  'ARRIVED',
  'ARCHIVED',
  'PROPERTY_SET',
  'LINKED',
  'UNLINKED',
] as const
export type HistoryEvent = (typeof HISTORY_EVENTS)[number]

/** One field that an event changed, as text; absent where the field had or has no value. */
export interface FieldChange {
  readonly field: string
  readonly before?: string
  readonly after?: string
}

export interface HistoryRecord {
  readonly id: number
  readonly requirementId: number
  readonly at: number
  /** The user who did it; absent for what the service or a scenario did. */
  readonly by?: number
  readonly event: HistoryEvent
  readonly changes: readonly FieldChange[]
}

export const historyEntries = defineTable<HistoryRecord>()({
  name: 'historyEntry',
  key: (record) => record.id,
  indexes: { requirement: { keys: (record) => [record.requirementId] } },
})
