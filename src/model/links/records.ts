/** Tracker issues, the integration between a wiki and a tracker, and issue links with their two faces. */
import { defineTable } from '../../world/store/table.ts'

export interface IssueTypeRecord {
  readonly id: number
  readonly applicationId: number
  readonly name: string
}

/** An issue; its summary and key are those of its container. */
export interface IssueRecord {
  readonly id: number
  readonly containerId: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly key: string
  readonly issueTypeId: number
  readonly status: string
  /** Values of fields beside summary and status, by field: plain JSON. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** The template of a wiki that it was created from. */
  readonly templateId?: number
}

export type ApplicationLinkMode = 'AUTO' | 'MANUAL' | 'DISABLED'

/** A connection of a wiki to a tracker; each side has its own id of the application link. */
export interface IntegrationRecord {
  readonly serviceId: string
  readonly wikiApplicationId: number
  /** The tracker; absent where the address is of none that the world knows. */
  readonly trackerApplicationId?: number
  /** The wiki's id of the link to the tracker. */
  readonly wikiApplinkId: string
  /** The tracker's id of the link to the wiki. */
  readonly trackerApplinkId: string
  readonly label: string
  readonly mode: ApplicationLinkMode
  /** The accepted API version, as the wiki's descriptor says (service §9.2). */
  readonly version: number
  /** The version that the tracker goes by, where it is another: it could not be told of the descriptor's. */
  readonly trackerVersion?: number
  /** The wiki has deleted its descriptor: of the integration only the application link is left. */
  readonly detached?: true
  /** What the wiki's descriptor says; a DISABLED one is left out of synchronisation. */
  readonly status: 'ACTIVE' | 'DISABLED'
  readonly displayUrl: string
  readonly rpcUrl: string
  readonly endpoint: string
  readonly username?: string
  readonly userKey?: string
}

/** The face that the wiki shows. */
export interface WikiFace {
  readonly applinkId: string
  readonly applicationId: number
  readonly spaceKey: string
  readonly key: string
  readonly baseline?: number
  readonly issueKey: string
  readonly relationship: string
}

/** The face that the tracker shows; a link that lost its key has none. */
export interface TrackerFace {
  readonly applinkId: string
  readonly applicationId: number
  readonly issueId: number
  readonly spaceKey: string
  readonly key: string | null
  readonly baseline: number | null
  readonly relationship: string
}

/** One link between an issue and a requirement; a face may be missing where the products disagree. */
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
    /** Those that the wiki has a descriptor of. */
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
    /** The issue as the wiki names it; then what the link says, so that one of many is found at once. */
    wikiIssue: {
      keys: ({ wiki }) =>
        wiki === undefined
          ? undefined
          : [wiki.applinkId, wiki.issueKey, wiki.relationship, wiki.spaceKey, wiki.key],
    },
    /** The issue that the tracker shows the link on; then as above. */
    issue: {
      keys: ({ tracker }) =>
        tracker === undefined
          ? undefined
          : [tracker.issueId, tracker.relationship, tracker.spaceKey, tracker.key ?? ''],
    },
    /** By integration, as a face may name an application link of before; -1 is what the requirement is now. */
    trackerRequirement: {
      keys: ({ serviceId, tracker }) =>
        tracker === undefined || tracker.key === null
          ? undefined
          : [serviceId, tracker.spaceKey, tracker.key, tracker.baseline ?? -1, tracker.applinkId],
    },
    /** Links that the tracker shows to frozen copies. */
    trackerBaseline: {
      keys: ({ serviceId, tracker }) =>
        tracker === undefined || tracker.baseline === null
          ? undefined
          : [serviceId, tracker.spaceKey, tracker.baseline],
    },
    /** Links whose tracker face lost its key. */
    lostKey: {
      keys: ({ id, tracker }) => (tracker?.key === null ? [tracker.applicationId, id] : undefined),
    },
  },
})
