/** What a tracker keeps besides its issues: texts of requirements, messages for the wiki, templates, jobs and history (service §2.4, §4.7). */
import { MESSAGE_STATUSES, type MessageStatus } from '../integration/queues/records.ts'
import { defineTable } from '../../world/store/table.ts'
import { subjectsOf, waitingUnder, whileWaiting, wholeSubjectsOf } from '../integration/queues/subjects.ts'

export { MESSAGE_STATUSES }

/** The tracker's own copy of a requirement's text, shared by all issues that link it. */
export interface TrackerTextRecord {
  /** See trackerTextId. */
  readonly id: string
  /** The tracker's id of the link to the wiki. */
  readonly applinkId: string
  readonly spaceKey: string
  readonly key: string
  readonly baseline: number | null
  readonly html: string
  readonly refreshedAt: number
}

/** The id of a text: every part that names its requirement. */
export function trackerTextId(
  applinkId: string,
  spaceKey: string,
  key: string,
  baseline: number | null,
): string {
  return JSON.stringify([applinkId, spaceKey, key, baseline])
}

export const INBOUND_OPERATIONS = [
  'ADD_LINK',
  'REMOVE_LINK',
  'RESET_LINKS',
  'ISSUE_RENAMED',
  'ISSUE_MOVED',
] as const
export type InboundOperation = (typeof INBOUND_OPERATIONS)[number]

/** What a message to the wiki says; which fields it has depends on its operation. */
export interface InboundMessage {
  readonly title?: string
  readonly templateId?: number
  readonly spaceKey?: string
  readonly key?: string
  readonly baseline?: number
  readonly issueKey?: string
  /** The key that an issue has from now on. */
  readonly newIssueKey?: string
  readonly relationship?: string
  readonly operation: InboundOperation
}

/** A message that waits in the tracker for the next synchronisation. */
export interface TrackerMessageRecord extends InboundMessage {
  readonly id: number
  readonly serviceId: string
  /** The tracker's id of the link to the wiki. */
  readonly applinkId: string
  readonly createdBy?: number
  readonly createdAt: number
  readonly status: MessageStatus
  readonly lastResponse?: string
  readonly attempts: number
}

/** A message that the wiki received, with the answer that it gave. */
export interface InboundAnswerRecord extends InboundMessage {
  readonly id: number
  readonly serviceId: string
  readonly receivedAt: number
  readonly status: Exclude<MessageStatus, 'PENDING'>
  readonly message: string
}

/** A template for issues that a wiki space creates (service §2.4). */
export interface IssueTemplateRecord {
  readonly id: number
  readonly applicationId: number
  /** The space. */
  readonly projectContainerId: number
  readonly title: string
  /** The wiki's id of the link to the tracker. */
  readonly applinkId: string
  /** The tracker's id of the project. */
  readonly projectId: number
  readonly issueTypeId: number
  readonly relationship: string
  /** Values of issue fields, as stringified JSON. */
  readonly fields: string
  /** One issue for all requirements instead of one for each. */
  readonly groupAll: boolean
  /** Stringified JSON. */
  readonly projectMetadata?: string
}

export const JOB_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ABORTED', 'ERROR'] as const
export const JOB_KINDS = ['CREATE_ISSUES', 'UPDATE_ISSUES', 'RESYNCHRONISE'] as const

export interface JobError {
  /** What the error is about: a requirement's or an issue's key. */
  readonly item: string
  readonly message: string
}

/** A bulk job of a tracker; it runs on the virtual clock. */
export interface BulkJobRecord {
  readonly id: number
  /** The tracker. */
  readonly applicationId: number
  /** The tracker's id of the link to the wiki that it works for, where it works for one. */
  readonly applinkId?: string
  /** The project that it works in. */
  readonly projectContainerId?: number
  readonly kind: (typeof JOB_KINDS)[number]
  readonly status: (typeof JOB_STATUSES)[number]
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly errors: readonly JobError[]
  readonly startedBy?: number
  readonly startedAt: number
  readonly finishedAt?: number
  /** What all items have in common, as its kind understands it: plain JSON. */
  readonly shared?: Readonly<Record<string, unknown>>
  /** What it does, one after the other: plain JSON. The first `done + failed` are behind it; none once it has ended. */
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** The job of the virtual clock that takes its next step. */
  readonly clockJobId?: number
}

/** One change of an issue. */
export interface IssueHistoryRecord {
  readonly id: number
  readonly issueId: number
  readonly at: number
  readonly by?: number
  readonly event: string
  readonly detail: string
}

export interface CustomFieldRecord {
  /** `customfield_10100`. */
  readonly id: string
  readonly applicationId: number
  readonly name: string
  readonly type: string
}

/** The user of the tracker that a user of the wiki acts as through an integration. */
export interface RemoteUserRecord {
  /** Service id and user: `svc-0001-demo/3`. */
  readonly id: string
  readonly serviceId: string
  readonly userId: number
  readonly username: string
  readonly authenticatedAt: number
}

export const trackerTexts = defineTable<TrackerTextRecord>()({
  name: 'trackerText',
  key: (record) => record.id,
  indexes: {},
})

export const trackerMessages = defineTable<TrackerMessageRecord>()({
  name: 'trackerMessage',
  key: (record) => record.id,
  indexes: {
    service: { keys: (record) => [record.serviceId, record.id] },
    /** Those that the next synchronisation sends. */
    waiting: { keys: (record) => whileWaiting(record, record.serviceId, record.id) },
    /** Those of them about each thing; see order.ts. */
    waitingSubject: { keys: (record) => waitingUnder(record, subjectsOf(record)) },
    /** Those of them that change a thing as a whole: younger ones about it wait behind them. */
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
    /** Those of them that reset the links of an issue, rename or move it. */
    waitingIssueChange: {
      keys: (record) =>
        record.operation === 'ADD_LINK' || record.operation === 'REMOVE_LINK'
          ? undefined
          : whileWaiting(record, record.serviceId, record.issueKey, record.operation),
    },
    /** Those of them that rename or move an issue, by the key that it gets. */
    waitingArrival: { keys: (record) => whileWaiting(record, record.serviceId, record.newIssueKey) },
  },
})

export const inboundAnswers = defineTable<InboundAnswerRecord>()({
  name: 'inboundAnswer',
  key: (record) => record.id,
  indexes: { service: { keys: (record) => [record.serviceId, record.id] } },
})

export const issueTemplates = defineTable<IssueTemplateRecord>()({
  name: 'issueTemplate',
  key: (record) => record.id,
  indexes: { project: { keys: (record) => [record.projectContainerId, record.id] } },
})

export const bulkJobs = defineTable<BulkJobRecord>()({
  name: 'bulkJob',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})

export const issueHistory = defineTable<IssueHistoryRecord>()({
  name: 'issueHistory',
  key: (record) => record.id,
  indexes: { issue: { keys: (record) => [record.issueId, record.id] } },
})

export const customFields = defineTable<CustomFieldRecord>()({
  name: 'customField',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})

export const remoteUsers = defineTable<RemoteUserRecord>()({
  name: 'remoteUser',
  key: (record) => record.id,
  indexes: { service: { keys: (record) => [record.serviceId, record.userId] } },
})
