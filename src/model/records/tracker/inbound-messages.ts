/** Messages from a tracker to the wiki: the tracker's queue, and what the wiki received (service §4.5, §4.7). */
import { defineTable } from '../../../world/store/table.ts'
import type { MessageStatus } from './outbound-messages.ts'
import { subjectsOf, waitingUnder, whileWaiting, wholeSubjectsOf } from './message-subjects.ts'

export const INBOUND_OPERATIONS = [
  'ADD_LINK',
  'REMOVE_LINK',
  'RESET_LINKS',
  'ISSUE_RENAMED',
  'ISSUE_MOVED',
] as const
export type InboundOperation = (typeof INBOUND_OPERATIONS)[number]

/** A message to the wiki; its operation decides which fields it has. */
export interface InboundMessage {
  readonly title?: string
  readonly templateId?: number
  readonly spaceKey?: string
  readonly key?: string
  readonly baseline?: number
  readonly issueKey?: string
  readonly newIssueKey?: string
  readonly relationship?: string
  readonly operation: InboundOperation
}

/** A message that waits in the tracker for the next synchronisation. */
export interface TrackerMessageRecord extends InboundMessage {
  readonly id: number
  readonly serviceId: string
  readonly applinkId: string
  readonly createdBy?: number
  readonly createdAt: number
  readonly status: MessageStatus
  readonly lastResponse?: string
  readonly attempts: number
}

/** A message that the wiki received, with its response. */
export interface InboundAnswerRecord extends InboundMessage {
  readonly id: number
  readonly serviceId: string
  readonly receivedAt: number
  readonly status: Exclude<MessageStatus, 'PENDING'>
  readonly message: string
}

export const trackerMessages = defineTable<TrackerMessageRecord>()({
  name: 'trackerMessage',
  key: (record) => record.id,
  indexes: {
    service: { keys: (record) => [record.serviceId, record.id] },
    /** Messages that the next synchronisation sends. */
    waiting: { keys: (record) => whileWaiting(record, record.serviceId, record.id) },
    /** Waiting messages by subject; see message-order.ts. */
    waitingSubject: { keys: (record) => waitingUnder(record, subjectsOf(record)) },
    /** Waiting messages that change a subject as a whole: younger ones about it wait behind them. */
    waitingChange: { keys: (record) => waitingUnder(record, wholeSubjectsOf(record)) },
    waitingRequirement: {
      keys: (record) => whileWaiting(record, record.serviceId, record.spaceKey, record.key),
    },
    waitingBaseline: {
      keys: (record) => whileWaiting(record, record.serviceId, record.spaceKey, record.baseline),
    },
    waitingIssue: { keys: (record) => whileWaiting(record, record.serviceId, record.issueKey) },
    waitingLink: {
      keys: (record) =>
        record.operation === 'ADD_LINK' || record.operation === 'REMOVE_LINK'
          ? whileWaiting(record, record.serviceId, record.issueKey, record.spaceKey, record.key)
          : undefined,
    },
    /** Waiting messages that reset the links of an issue, rename or move it. */
    waitingIssueChange: {
      keys: (record) =>
        record.operation === 'ADD_LINK' || record.operation === 'REMOVE_LINK'
          ? undefined
          : whileWaiting(record, record.serviceId, record.issueKey, record.operation),
    },
    /** Waiting messages that rename or move an issue, by its new key. */
    waitingArrival: { keys: (record) => whileWaiting(record, record.serviceId, record.newIssueKey) },
  },
})

export const inboundAnswers = defineTable<InboundAnswerRecord>()({
  name: 'inboundAnswer',
  key: (record) => record.id,
  indexes: { service: { keys: (record) => [record.serviceId, record.id] } },
})
