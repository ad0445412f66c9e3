/** Issue links with their two views: that of the wiki and that of the tracker (service §2.4). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

const wikiView = field.object({
  applinkId: field.text,
  applicationId: field.ref('application'),
  spaceKey: field.text,
  key: field.text,
  baseline: field.optional(field.count),
  issueKey: field.text,
  relationship: field.text,
})
export type WikiView = field.ValueOf<typeof wikiView>

/** A link that lost its key has no tracker view. */
const trackerView = field.object({
  applinkId: field.text,
  applicationId: field.ref('application'),
  issueId: field.ref('issue'),
  spaceKey: field.text,
  key: field.nullable(field.text),
  baseline: field.nullable(field.count),
  relationship: field.text,
})
export type TrackerView = field.ValueOf<typeof trackerView>

/** One link between an issue and a requirement; a view is missing if the products disagree. */
export const issueLinks = defineTable({
  name: 'issueLink',
  fields: {
    id: field.key(),
    serviceId: field.ref('integration', field.text),
    wiki: field.optional(wikiView),
    tracker: field.optional(trackerView),
  },
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
export type IssueLinkRecord = RecordOf<typeof issueLinks>
