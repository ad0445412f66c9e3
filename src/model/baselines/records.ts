/** Baselines: numbered, named snapshots of a space's requirements (service §2.2). The frozen copies are requirement rows. */
import { defineTable } from '../../world/store/table.ts'

export const BASELINE_STATUSES = ['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR'] as const
export type BaselineStatus = (typeof BASELINE_STATUSES)[number]

/** A version of a requirement: the copy in the baseline of this number, or the live row if there is no number. */
export interface ChosenVersion {
  readonly key: string
  readonly baseline?: number
}

/** The versions that a refreeze chose, all of one variant. */
export interface ChosenVersions {
  readonly variantId: number
  readonly versions: readonly ChosenVersion[]
}

export interface BaselineRecord {
  readonly id: number
  readonly applicationId: number
  /** The space. */
  readonly projectContainerId: number
  readonly spaceKey: string
  /** Unique in its space; never given twice. */
  readonly number: number
  readonly name: string
  readonly status: BaselineStatus
  /** What it freezes, as a query. */
  readonly searchQuery?: string
  /** The pages whose requirements it freezes, instead of what a query selects in the space. */
  readonly fromPages?: readonly number[]
  /** The versions that it is to freeze instead of what query and pages select: what a refreeze chose. */
  readonly fromVersions?: ChosenVersions
  /** The page that describes the release. */
  readonly pageId?: number
  /** The number of the baseline that it follows. */
  readonly parentBaseline?: number
  /** Whether a refreeze takes the properties that requirements have now, with the text of the chosen versions. */
  readonly refreezeProperties?: boolean
  /** How many requirements freezing would freeze, counted when it was created, reset or given another query. */
  readonly expectedCount?: number
  readonly expectedPageCount?: number
  /** What went wrong, in status ERROR. */
  readonly message?: string
  readonly createdAt: number
  readonly createdBy?: number
  readonly frozenAt?: number
}

export const baselines = defineTable<BaselineRecord>()({
  name: 'baseline',
  key: (record) => record.id,
  indexes: {
    number: { keys: (record) => [record.projectContainerId, record.number], unique: true },
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
  },
})
