/** Issue links with their two views: that of the wiki and that of the tracker (service §2.4). */
import { defineTable } from '../../../world/store/table.ts'

export interface WikiView {
  readonly applinkId: string
  readonly applicationId: number
  readonly spaceKey: string
  readonly key: string
  readonly baseline?: number
  readonly issueKey: string
  readonly relationship: string
}

/** A link that lost its key has no tracker view. */
export interface TrackerView {
  readonly applinkId: string
  readonly applicationId: number
  readonly issueId: number
  readonly spaceKey: string
  readonly key: string | null
  readonly baseline: number | null
  readonly relationship: string
}

/** One link between an issue and a requirement; a view is missing if the products disagree. */
export interface IssueLinkRecord {
  readonly id: number
  readonly serviceId: string
  readonly wiki?: WikiView
  readonly tracker?: TrackerView
}

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
    /** By integration, as a view may name a former application link; -1 stands for the current requirement. */
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
