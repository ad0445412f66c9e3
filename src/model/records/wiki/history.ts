/** What happened to each requirement, and when (service §4.6: history). */
import { defineTable } from '../../../world/store/table.ts'

/** The events of a requirement's life; see the state machine in requirement-machine.ts. */
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

/** The values as text; absent if the field had or has no value. */
export interface FieldChange {
  readonly field: string
  readonly before?: string
  readonly after?: string
}

export interface HistoryRecord {
  readonly id: number
  readonly requirementId: number
  readonly at: number
  /** Absent for the service itself or a scenario. */
  readonly by?: number
  readonly event: HistoryEvent
  readonly changes: readonly FieldChange[]
}

export const historyEntries = defineTable<HistoryRecord>()({
  name: 'historyEntry',
  key: (record) => record.id,
  indexes: { requirement: { keys: (record) => [record.requirementId] } },
})
