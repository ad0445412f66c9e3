/** What happened to each requirement, and when (service §4.6: history). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

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
const fieldChange = field.object({
  field: field.text,
  before: field.optional(field.text),
  after: field.optional(field.text),
})
export type FieldChange = field.ValueOf<typeof fieldChange>

export const historyEntries = defineTable({
  name: 'historyEntry',
  fields: {
    id: field.key(),
    requirementId: field.ref('requirement'),
    at: field.instant,
    /** Absent for the service itself or a scenario. */
    by: field.optional(field.pastRef('user')),
    event: field.oneOf(HISTORY_EVENTS),
    changes: field.list(fieldChange),
  },
  indexes: { requirement: { keys: (record) => [record.requirementId] } },
})
export type HistoryRecord = RecordOf<typeof historyEntries>
