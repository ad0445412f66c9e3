/** Tracker issues, the integration between a wiki and a tracker, and issue links with their two faces. */
import { defineTable } from '../../world/store/table.ts'

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
}

export type ApplicationLinkMode = 'AUTO' | 'MANUAL' | 'DISABLED'

export interface IntegrationRecord {
  readonly serviceId: string
  readonly wikiApplicationId: number
  /** Absent if the world has no tracker at the address. */
  readonly trackerApplicationId?: number
  readonly wikiApplinkId: string
  readonly trackerApplinkId: string
  readonly label: string
  readonly mode: ApplicationLinkMode
  /** The accepted API version in the wiki's descriptor (service §9.2). */
  readonly version: number
  /** The tracker's version if it differs, because it could not be told of the descriptor's. */
  readonly trackerVersion?: number
  /** The wiki deleted its descriptor: only the application link is left of the integration. */
  readonly detached?: true
  /** The status in the wiki's descriptor; synchronisation skips DISABLED ones. */
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly displayUrl: string
  readonly rpcUrl: string
  readonly endpoint: string
  readonly username?: string
  readonly userKey?: string
}

export interface WikiFace {
  readonly applinkId: string
  readonly applicationId: number
  readonly spaceKey: string
  readonly key: string
  readonly baseline?: number
  readonly issueKey: string
  readonly relationship: string
}

/** A link that lost its key has no tracker face. */
export interface TrackerFace {
  readonly applinkId: string
  readonly applicationId: number
  readonly issueId: number
  readonly spaceKey: string
  readonly key: string | null
  readonly baseline: number | null
  readonly relationship: string
}

/** One link between an issue and a requirement; a face is missing if the products disagree. */
export interface IssueLinkRecord {
  readonly id: number
  readonly serviceId: string
  readonly wiki?: WikiFace
  readonly tracker?: TrackerFace
}

export const issueTypes = defineTable<IssueTypeRecord>()({
  name: 'issueType',
  key: (record) => record.id,
  indexes: { application: { keys: (record) => [record.applicationId, record.id] } },
})

export const issues = defineTable<IssueRecord>()({
  name: 'issue',
  key: (record) => record.id,
  indexes: {
    key: { keys: (record) => [record.applicationId, record.key], unique: true },
    project: { keys: (record) => [record.projectContainerId, record.id] },
    template: {
      keys: (record) => (record.templateId === undefined ? undefined : [record.templateId, record.id]),
    },
  },
})

export const integrations = defineTable<IntegrationRecord>()({
  name: 'integration',
  key: (record) => record.serviceId,
  indexes: {
    /** Integrations with a descriptor in the wiki. */
    wiki: {
      keys: (record) => (record.detached === true ? undefined : [record.wikiApplicationId, record.serviceId]),
    },
    applicationLink: { keys: (record) => [record.wikiApplicationId, record.wikiApplinkId] },
    tracker: {
      keys: (record) =>
        record.trackerApplicationId === undefined
          ? undefined
          : [record.trackerApplicationId, record.serviceId],
    },
    wikiApplink: { keys: (record) => [record.wikiApplinkId], unique: true },
    trackerApplink: { keys: (record) => [record.trackerApplinkId], unique: true },
  },
})

export const issueLinks = defineTable<IssueLinkRecord>()({
  name: 'issueLink',
  key: (record) => record.id,
  indexes: {
    requirement: {
      keys: ({ wiki }) => (wiki === undefined ? undefined : [wiki.applicationId, wiki.spaceKey, wiki.key]),
    },
    relationship: {
      keys: ({ wiki }) =>
        wiki === undefined ? undefined : [wiki.applicationId, wiki.spaceKey, wiki.relationship],
    },
    /** The wiki's name of the issue, then the facts of the link, so that one of many is found at once. */
    wikiIssue: {
      keys: ({ wiki }) =>
        wiki === undefined
          ? undefined
          : [wiki.applinkId, wiki.issueKey, wiki.relationship, wiki.spaceKey, wiki.key],
    },
    /** The issue that the tracker shows the link on, then the facts. */
    issue: {
      keys: ({ tracker }) =>
        tracker === undefined
          ? undefined
          : [tracker.issueId, tracker.relationship, tracker.spaceKey, tracker.key ?? ''],
    },
    /** By integration, as a face may name a former application link; -1 stands for the current requirement. */
    trackerRequirement: {
      keys: ({ serviceId, tracker }) =>
        tracker === undefined || tracker.key === null
          ? undefined
          : [serviceId, tracker.spaceKey, tracker.key, tracker.baseline ?? -1, tracker.applinkId],
    },
    trackerBaseline: {
      keys: ({ serviceId, tracker }) =>
        tracker === undefined || tracker.baseline === null
          ? undefined
          : [serviceId, tracker.spaceKey, tracker.baseline],
    },
    lostKey: {
      keys: ({ id, tracker }) => (tracker?.key === null ? [tracker.applicationId, id] : undefined),
    },
  },
})
