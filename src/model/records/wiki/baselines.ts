/** Baselines: numbered, named snapshots of a space's requirements (service §2.2). The frozen copies are requirement rows. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const BASELINE_STATUSES = ['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR'] as const
export type BaselineStatus = (typeof BASELINE_STATUSES)[number]

/** The copy in the baseline of this number, or the live row if there is no number. */
const chosenVersion = field.object({
  key: field.text,
  baseline: field.optional(field.ordinal),
})
export type ChosenVersion = field.ValueOf<typeof chosenVersion>

/** Versions of requirements of one variant, chosen by a refreeze. */
const chosenVersions = field.object({
  variantId: field.ref('variant'),
  versions: field.list(chosenVersion),
})
export type ChosenVersions = field.ValueOf<typeof chosenVersions>

export const baselines = defineTable({
  name: 'baseline',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    spaceKey: field.text,
    /** Unique in its space; never given twice. */
    number: field.ordinal,
    name: field.text,
    status: field.oneOf(BASELINE_STATUSES),
    searchQuery: field.optional(field.text),
    /** Freezes the requirements of these pages instead of a query's. */
    fromPages: field.optional(field.list(field.looseRef('page'))),
    /** Freezes these versions instead of what query and pages select. */
    fromVersions: field.optional(chosenVersions),
    pageId: field.optional(field.looseRef('page')),
    parentBaseline: field.optional(field.ordinal),
    /** Copies get the current properties of requirements, with the text of the chosen versions. */
    refreezeProperties: field.optional(field.flag),
    /** Counted when the baseline was created, reset or given another query. */
    expectedCount: field.optional(field.count),
    expectedPageCount: field.optional(field.count),
    message: field.optional(field.text),
    createdAt: field.instant,
    createdBy: field.optional(field.pastRef('user')),
    frozenAt: field.optional(field.instant),
  },
  indexes: {
    number: { keys: (record) => [record.projectContainerId, record.number], unique: true },
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
  },
})
export type BaselineRecord = RecordOf<typeof baselines>
