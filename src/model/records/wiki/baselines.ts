/** Baselines: numbered, named snapshots of a space's requirements (service §2.2). The frozen copies are requirement rows. */
import { defineTable } from '../../../world/store/table.ts'

export const BASELINE_STATUSES = ['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR'] as const
export type BaselineStatus = (typeof BASELINE_STATUSES)[number]

/** The copy in the baseline of this number, or the live row if there is no number. */
export interface ChosenVersion {
  readonly key: string
  readonly baseline?: number
}

/** Versions of requirements of one variant, chosen by a refreeze. */
export interface ChosenVersions {
  readonly variantId: number
  readonly versions: readonly ChosenVersion[]
}

export interface BaselineRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly spaceKey: string
  /** Unique in its space; never given twice. */
  readonly number: number
  readonly name: string
  readonly status: BaselineStatus
  readonly searchQuery?: string
  /** Freezes the requirements of these pages instead of a query's. */
  readonly fromPages?: readonly number[]
  /** Freezes these versions instead of what query and pages select. */
  readonly fromVersions?: ChosenVersions
  readonly pageId?: number
  readonly parentBaseline?: number
  /** Copies get the current properties of requirements, with the text of the chosen versions. */
  readonly refreezeProperties?: boolean
  /** Counted when the baseline was created, reset or given another query. */
  readonly expectedCount?: number
  readonly expectedPageCount?: number
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
