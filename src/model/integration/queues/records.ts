/** Messages that wait for the tracker (service §6.2). */
import { defineTable } from '../../../world/store/table.ts'
import { subjectsOf, waitingUnder, whileWaiting, wholeSubjectsOf } from './subjects.ts'

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
  /** The integration that it goes through. */
  readonly serviceId: string
  readonly operation: OutboundOperation
  readonly title?: string
  readonly templateId?: number
  /** The wiki's id of the link to the tracker. */
  readonly applinkId: string
  readonly spaceKey?: string
  readonly key?: string
  readonly baseline?: number
  /** Where a renamed requirement went; `spaceKey` and `key` are those of before. */
  readonly newSpaceKey?: string
  readonly newKey?: string
  readonly issueKey?: string
  readonly relationship?: string
  /** The user whose action made it. */
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
    /** Those that the next synchronisation sends. */
    waiting: { keys: (record) => whileWaiting(record, record.serviceId, record.id) },
    /** Those of them about each thing; see order.ts. */
    waitingSubject: { keys: (record) => waitingUnder(record, subjectsOf(record)) },
    /** Those of them that change a thing as a whole: younger ones about it wait behind them. */
    waitingChange: { keys: (record) => waitingUnder(record, wholeSubjectsOf(record)) },
    waitingRequirement: {
      keys: (record) => whileWaiting(record, record.serviceId, record.spaceKey, record.key),
    },
    /** Those of them that rename or delete a requirement, by what it was called. */
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
    /** Those of them that rename a requirement, by where it goes. */
    waitingArrival: {
      keys: (record) => whileWaiting(record, record.serviceId, record.newSpaceKey, record.newKey),
    },
    waitingIssue: { keys: (record) => whileWaiting(record, record.serviceId, record.issueKey) },
    creator: { keys: (record) => whileWaiting(record, record.createdBy, record.id) },
  },
})
