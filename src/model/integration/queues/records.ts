/** Messages that wait for the tracker (service §6.2). */
import { defineTable } from '../../../world/store/table.ts'
import { subjectsOf, waitingUnder, wholeSubjectsOf } from './subjects.ts'

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
    waiting: { keys: (record) => (record.status === 'DONE' ? undefined : [record.serviceId, record.id]) },
    /** Those of them about each thing; see order.ts. */
    waitingSubject: { keys: (record) => waitingUnder(record, subjectsOf(record)) },
    /** Those of them that change a thing as a whole: younger ones about it wait behind them. */
    waitingChange: { keys: (record) => waitingUnder(record, wholeSubjectsOf(record)) },
    /** Those of them that are about a requirement. */
    waitingRequirement: {
      keys: ({ status, serviceId, spaceKey, key }) =>
        status === 'DONE' || spaceKey === undefined || key === undefined
          ? undefined
          : [serviceId, spaceKey, key],
    },
    /** Those of them that rename or delete a requirement, by what it was called. */
    waitingDeparture: {
      keys: ({ status, operation, serviceId, spaceKey, key }) =>
        status === 'DONE' ||
        (operation !== 'REQUIREMENT_RENAMED' && operation !== 'REQUIREMENT_DELETED') ||
        spaceKey === undefined ||
        key === undefined
          ? undefined
          : [serviceId, spaceKey, key],
    },
    /** Those of them that add or remove a link. */
    waitingLink: {
      keys: ({ status, operation, serviceId, spaceKey, key, issueKey }) =>
        status === 'DONE' ||
        (operation !== 'LINK_ADDED' && operation !== 'LINK_REMOVED') ||
        spaceKey === undefined ||
        key === undefined ||
        issueKey === undefined
          ? undefined
          : [serviceId, spaceKey, key, issueKey],
    },
    /** Those of them that rename a requirement, by where it goes. */
    waitingArrival: {
      keys: ({ status, serviceId, newSpaceKey, newKey }) =>
        status === 'DONE' || newSpaceKey === undefined || newKey === undefined
          ? undefined
          : [serviceId, newSpaceKey, newKey],
    },
    /** Those of them that are about an issue. */
    waitingIssue: {
      keys: ({ status, serviceId, issueKey }) =>
        status === 'DONE' || issueKey === undefined ? undefined : [serviceId, issueKey],
    },
    /** Those of them that a user made. */
    creator: {
      keys: ({ status, createdBy, id }) =>
        status === 'DONE' || createdBy === undefined ? undefined : [createdBy, id],
    },
  },
})
