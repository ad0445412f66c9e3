/** What a tracker keeps: issues, texts of requirements, templates, jobs and history (service §2.4, §4.7). */
import { isUnderWay } from '../world/job-steps.ts'
import { defineTable } from '../../../world/store/table.ts'

export interface IssueTypeRecord {
  readonly id: number
  readonly applicationId: number
  readonly name: string
}

export interface IssueRecord {
  readonly id: number
  readonly containerId: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly key: string
  readonly issueTypeId: number
  readonly status: string
  /** Values of further fields, by field: plain JSON. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly templateId?: number
  /** Keys that it had, the oldest first. They lead to it, unless another issue was given one of them. */
  readonly formerKeys?: readonly string[]
}

export const issueTypes = defineTable<IssueTypeRecord>()({
  name: 'issueType',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})

const NONE: readonly never[] = []

export const issues = defineTable<IssueRecord>()({
  name: 'issue',
  key: (record) => record.id,
  indexes: {
    key: { keys: (record) => [record.applicationId, record.key], unique: true },
    /** In lower case. */
    caselessKey: { keys: (record) => [record.applicationId, record.key.toLowerCase(), record.key] },
    /** In lower case, then as it was written. */
    formerKey: {
      keys: ({ applicationId, formerKeys = NONE }) =>
        formerKeys.map((key) => [applicationId, key.toLowerCase(), key]),
    },
    project: { keys: (record) => [record.projectContainerId, record.id] },
    template: {
      keys: (record) => (record.templateId === undefined ? undefined : [record.templateId, record.id]),
    },
  },
})

/** The tracker's own copy of a requirement's text, shared by all issues that link it. */
export interface TrackerTextRecord {
  readonly id: string
  readonly applinkId: string
  readonly spaceKey: string
  readonly key: string
  readonly baseline: number | null
  readonly html: string
  readonly refreshedAt: number
}

/** The id combines every part that names the requirement. */
export function trackerTextId(
  applinkId: string,
  spaceKey: string,
  key: string,
  baseline: number | null,
): string {
  return JSON.stringify([applinkId, spaceKey, key, baseline])
}

/** A template for issues that a wiki space creates (service §2.4). */
export interface IssueTemplateRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly title: string
  readonly applinkId: string
  readonly projectId: number
  readonly issueTypeId: number
  readonly relationship: string
  readonly fields: string
  /** One issue for all requirements instead of one each. */
  readonly groupAll: boolean
  readonly projectMetadata?: string
}

export const JOB_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ABORTED', 'ERROR'] as const
const JOB_KINDS = ['CREATE_ISSUES', 'UPDATE_ISSUES', 'RESYNCHRONISE'] as const

export interface JobError {
  /** The key of a requirement or issue. */
  readonly item: string
  readonly message: string
}

/** A bulk job of a tracker; it runs on the virtual clock. */
export interface BulkJobRecord {
  readonly id: number
  readonly applicationId: number
  /** The tracker's id of the link to the wiki, if the job works for one. */
  readonly applinkId?: string
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
  /** Fields that all items share, depending on the kind: plain JSON. */
  readonly shared?: Readonly<Record<string, unknown>>
  /** One item for each change, as plain JSON. The first `done + failed` are finished; empty once the job has ended. */
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly clockJobId?: number
}

export interface IssueHistoryRecord {
  readonly id: number
  readonly issueId: number
  readonly at: number
  readonly by?: number
  readonly event: string
  readonly detail: string
}

export interface CustomFieldRecord {
  readonly id: string
  readonly applicationId: number
  readonly name: string
  readonly type: string
}

/** The tracker user whom a wiki user acts as through an integration. */
export interface RemoteUserRecord {
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

export const issueTemplates = defineTable<IssueTemplateRecord>()({
  name: 'issueTemplate',
  key: (record) => record.id,
  indexes: { project: { keys: (record) => [record.projectContainerId, record.id] } },
})

export const bulkJobs = defineTable<BulkJobRecord>()({
  name: 'bulkJob',
  key: (record) => record.id,
  indexes: {
    application: { keys: (record) => [record.applicationId, record.id] },
    /** Jobs that have not ended. */
    underWay: {
      keys: (record) => (isUnderWay(record) ? [record.applicationId, record.kind, record.id] : undefined),
    },
  },
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
