/** Messages that wait for the tracker (service §6.2). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import { subjectsOf, waitingUnder, whileWaiting, wholeSubjectsOf } from './message-subjects.ts'

export const OUTBOUND_OPERATIONS = [
  'REQUIREMENT_UPDATED',
  'REQUIREMENT_RENAMED',
  'REQUIREMENT_DELETED',
  'LINK_ADDED',
  'LINK_REMOVED',
  'BASELINE_UPDATED',
  'CREATE_ISSUE',
] as const
export type OutboundOperation = (typeof OUTBOUND_OPERATIONS)[number]

/** The statuses of a message that the other product has answered. */
export const FINAL_STATUSES = ['DONE', 'FAILED', 'NOT_EXECUTED'] as const
export const MESSAGE_STATUSES = ['PENDING', ...FINAL_STATUSES] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export const outboundMessages = defineTable({
  name: 'outboundMessage',
  fields: {
    id: field.key(),
    serviceId: field.ref('integration', field.text),
    operation: field.oneOf(OUTBOUND_OPERATIONS),
    title: field.optional(field.text),
    templateId: field.optional(field.looseRef('issueTemplate')),
    applinkId: field.text,
    spaceKey: field.optional(field.text),
    key: field.optional(field.text),
    baseline: field.optional(field.count),
    /** The new name of a renamed requirement; `spaceKey` and `key` are the former one. */
    newSpaceKey: field.optional(field.text),
    newKey: field.optional(field.text),
    issueKey: field.optional(field.text),
    relationship: field.optional(field.text),
    createdBy: field.optional(field.pastRef('user')),
    createdAt: field.instant,
    status: field.oneOf(MESSAGE_STATUSES),
    lastResponse: field.optional(field.text),
    attempts: field.count,
  },
  indexes: {
    service: { keys: (record) => [record.serviceId, record.status, record.id] },
    /** Messages that the next synchronisation sends. */
    waiting: { keys: (record) => whileWaiting(record, record.serviceId, record.id) },
    /** Waiting messages by subject; see message-order.ts. */
    waitingSubject: { keys: (record) => waitingUnder(record, subjectsOf(record)) },
    /** Waiting messages that change a subject as a whole: younger ones about it wait behind them. */
    waitingChange: { keys: (record) => waitingUnder(record, wholeSubjectsOf(record)) },
    waitingRequirement: {
      keys: (record) => whileWaiting(record, record.serviceId, record.spaceKey, record.key),
    },
    /** Waiting messages that rename or delete a requirement, by its former name. */
    waitingDeparture: {
      keys: (record) =>
        record.operation === 'REQUIREMENT_RENAMED' || record.operation === 'REQUIREMENT_DELETED'
          ? whileWaiting(record, record.serviceId, record.spaceKey, record.key)
          : undefined,
    },
    waitingLink: {
      keys: (record) =>
        record.operation === 'LINK_ADDED' || record.operation === 'LINK_REMOVED'
          ? whileWaiting(record, record.serviceId, record.spaceKey, record.key, record.issueKey)
          : undefined,
    },
    /** Waiting messages that rename a requirement, by its new name. */
    waitingArrival: {
      keys: (record) => whileWaiting(record, record.serviceId, record.newSpaceKey, record.newKey),
    },
    waitingIssue: { keys: (record) => whileWaiting(record, record.serviceId, record.issueKey) },
    creator: { keys: (record) => whileWaiting(record, record.createdBy, record.id) },
  },
})
export type OutboundMessageRecord = RecordOf<typeof outboundMessages>
