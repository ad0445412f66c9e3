/** Messages from a tracker to the wiki: the tracker's queue, and what the wiki received (service §4.5, §4.7). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import { FINAL_STATUSES, MESSAGE_STATUSES } from './outbound-messages.ts'
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
const messageFields = {
  title: field.optional(field.text),
  templateId: field.optional(field.looseRef('issueTemplate', field.count)),
  spaceKey: field.optional(field.text),
  key: field.optional(field.text),
  baseline: field.optional(field.count),
  issueKey: field.optional(field.text),
  newIssueKey: field.optional(field.text),
  relationship: field.optional(field.text),
  operation: field.oneOf(INBOUND_OPERATIONS),
}
export type InboundMessage = field.ObjectOf<typeof messageFields>

/** A message that waits in the tracker for the next synchronisation. */
export const trackerMessages = defineTable({
  name: 'trackerMessage',
  fields: {
    ...messageFields,
    id: field.key(),
    serviceId: field.ref('integration', field.text),
    applinkId: field.text,
    createdBy: field.optional(field.pastRef('user')),
    createdAt: field.instant,
    status: field.oneOf(MESSAGE_STATUSES),
    lastResponse: field.optional(field.text),
    attempts: field.count,
  },
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
export type TrackerMessageRecord = RecordOf<typeof trackerMessages>

/** A message that the wiki received, with its response. */
export const inboundAnswers = defineTable({
  name: 'inboundAnswer',
  fields: {
    ...messageFields,
    id: field.key(),
    serviceId: field.ref('integration', field.text),
    receivedAt: field.instant,
    status: field.oneOf(FINAL_STATUSES),
    message: field.text,
  },
  indexes: { service: { keys: (record) => [record.serviceId, record.id] } },
})
export type InboundAnswerRecord = RecordOf<typeof inboundAnswers>
