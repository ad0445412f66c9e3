/** Messages that wait for the tracker (service §6.2). */
import { defineTable } from '../../../world/store/table.ts'
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

export const MESSAGE_STATUSES = ['PENDING', 'DONE', 'FAILED', 'NOT_EXECUTED'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

export interface OutboundMessageRecord {
  readonly id: number
  readonly serviceId: string
  readonly operation: OutboundOperation
  readonly title?: string
  readonly templateId?: number
  readonly applinkId: string
  readonly spaceKey?: string
  readonly key?: string
  readonly baseline?: number
  /** The new name of a renamed requirement; `spaceKey` and `key` are the former one. */
  readonly newSpaceKey?: string
  readonly newKey?: string
  readonly issueKey?: string
  readonly relationship?: string
  readonly createdBy?: number
  readonly createdAt: number
  readonly status: MessageStatus
  readonly lastResponse?: string
  readonly attempts: number
}

export const outboundMessages = defineTable<OutboundMessageRecord>()({
  name: 'outboundMessage',
  key: (record) => record.id,
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
