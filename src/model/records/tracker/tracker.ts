/** What a tracker keeps: issues, texts of requirements, templates, jobs and history (service §2.4, §4.7). */
import { isUnderWay } from '../world/job-steps.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const issueTypes = defineTable({
  name: 'issueType',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    name: field.text,
  },
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})
export type IssueTypeRecord = RecordOf<typeof issueTypes>

const NONE: readonly never[] = []

export const issues = defineTable({
  name: 'issue',
  fields: {
    id: field.key(),
    containerId: field.ref('container'),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    key: field.text,
    issueTypeId: field.ref('issueType'),
    status: field.text,
    /** Values of further fields, by field: plain JSON. */
    fields: field.optional(field.map(field.json)),
    templateId: field.optional(field.looseRef('issueTemplate')),
    /** Keys that it had, the oldest first. They lead to it, unless another issue was given one of them. */
    formerKeys: field.optional(field.list(field.text)),
  },
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
export type IssueRecord = RecordOf<typeof issues>

/** The id combines every part that names the requirement. */
export function trackerTextId(
  applinkId: string,
  spaceKey: string,
  key: string,
  baseline: number | null,
): string {
  return JSON.stringify([applinkId, spaceKey, key, baseline])
}

export const JOB_STATUSES = ['PENDING', 'RUNNING', 'DONE', 'ABORTED', 'ERROR'] as const
const JOB_KINDS = ['CREATE_ISSUES', 'UPDATE_ISSUES', 'RESYNCHRONISE'] as const

const jobError = field.object({
  /** The key of a requirement or issue. */
  item: field.text,
  message: field.text,
})
export type JobError = field.ValueOf<typeof jobError>

/** The tracker's own copy of a requirement's text, shared by all issues that link it. */
export const trackerTexts = defineTable({
  name: 'trackerText',
  fields: {
    id: field.key(field.text),
    applinkId: field.text,
    spaceKey: field.text,
    key: field.text,
    baseline: field.nullable(field.count),
    html: field.text,
    refreshedAt: field.instant,
  },
  indexes: {},
})
export type TrackerTextRecord = RecordOf<typeof trackerTexts>

/** A template for issues that a wiki space creates (service §2.4). */
export const issueTemplates = defineTable({
  name: 'issueTemplate',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    title: field.text,
    applinkId: field.text,
    projectId: field.id,
    issueTypeId: field.ref('issueType'),
    relationship: field.text,
    fields: field.text,
    /** One issue for all requirements instead of one each. */
    groupAll: field.flag,
    projectMetadata: field.optional(field.text),
  },
  indexes: { project: { keys: (record) => [record.projectContainerId, record.id] } },
})
export type IssueTemplateRecord = RecordOf<typeof issueTemplates>

/** Values of the fields of an issue. */
const fieldValues = field.object({
  summary: field.optional(field.text),
  status: field.optional(field.text),
  others: field.map(field.json),
})
export type FieldValues = field.ValueOf<typeof fieldValues>

/** A requirement that an issue is linked to. */
const linkedRequirement = field.object({
  spaceKey: field.text,
  key: field.text,
  baseline: field.optional(field.count),
  relationship: field.text,
  /** The row that had the name when the job began: the job keeps to it even if it is renamed. */
  requirementId: field.optional(field.ref('requirement')),
})

/** An issue that a job creates or changes. */
const issueItem = field.object({
  issueKey: field.optional(field.text),
  name: field.text,
  fields: field.optional(fieldValues),
  requirements: field.list(linkedRequirement),
})

/** A requirement to resynchronise, through the integration of its links. */
const resynchronisationItem = field.object({
  serviceId: field.ref('integration', field.text),
  spaceKey: field.text,
  key: field.text,
  /** Other names by which a product links it. */
  formerNames: field.optional(field.list(field.object({ spaceKey: field.text, key: field.text }))),
})
export type ResynchronisationItem = field.ValueOf<typeof resynchronisationItem>

/** A bulk job of a tracker; it runs on the virtual clock. */
export const bulkJobs = defineTable({
  name: 'bulkJob',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    /** The tracker's id of the link to the wiki, if the job works for one. */
    applinkId: field.optional(field.text),
    projectContainerId: field.optional(field.ref('container')),
    kind: field.oneOf(JOB_KINDS),
    status: field.oneOf(JOB_STATUSES),
    total: field.count,
    done: field.count,
    failed: field.count,
    errors: field.list(jobError),
    startedBy: field.optional(field.pastRef('user')),
    startedAt: field.instant,
    finishedAt: field.optional(field.instant),
    /** What the items of a job that creates or changes issues share. */
    shared: field.optional(
      field.object({
        askedBy: field.oneOf(['wiki', 'tracker']),
        issueTypeId: field.optional(field.ref('issueType')),
        templateId: field.optional(field.looseRef('issueTemplate')),
        title: field.optional(field.text),
        fields: fieldValues,
      }),
    ),
    /** One item for each change. The first `done + failed` are finished; empty once the job has ended. */
    items: field.list(field.either(issueItem, resynchronisationItem)),
    clockJobId: field.optional(field.looseRef('job')),
  },
  indexes: {
    application: { keys: (record) => [record.applicationId, record.id] },
    /** Jobs that have not ended. */
    underWay: {
      keys: (record) => (isUnderWay(record) ? [record.applicationId, record.kind, record.id] : undefined),
    },
  },
})
export type BulkJobRecord = RecordOf<typeof bulkJobs>

export const issueHistory = defineTable({
  name: 'issueHistory',
  fields: {
    id: field.key(),
    issueId: field.ref('issue'),
    at: field.instant,
    by: field.optional(field.pastRef('user')),
    event: field.text,
    detail: field.text,
  },
  indexes: { issue: { keys: (record) => [record.issueId, record.id] } },
})
export type IssueHistoryRecord = RecordOf<typeof issueHistory>

export const customFields = defineTable({
  name: 'customField',
  fields: {
    id: field.key(field.text),
    applicationId: field.ref('application'),
    name: field.text,
    type: field.text,
  },
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})
export type CustomFieldRecord = RecordOf<typeof customFields>

/** The tracker user whom a wiki user acts as through an integration. */
export const remoteUsers = defineTable({
  name: 'remoteUser',
  fields: {
    id: field.key(field.text),
    serviceId: field.ref('integration', field.text),
    userId: field.ref('user'),
    username: field.text,
    authenticatedAt: field.instant,
  },
  indexes: { service: { keys: (record) => [record.serviceId, record.userId] } },
})
export type RemoteUserRecord = RecordOf<typeof remoteUsers>
