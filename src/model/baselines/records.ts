/** Baselines: numbered, named snapshots of a space's requirements (service §2.2). The frozen copies are requirement rows. */
import { defineTable } from '../../world/table.ts'

export const BASELINE_STATUSES = ['PREVIEW', 'IN_CREATION', 'DONE', 'ERROR'] as const
export type BaselineStatus = (typeof BASELINE_STATUSES)[number]

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
  /** The page that describes the release. */
  readonly pageId?: number
  /** The number of the baseline that it follows. */
  readonly parentBaseline?: number
  /** Whether a refreeze takes the properties that requirements have now, with the text of the chosen versions. */
  readonly refreezeProperties?: boolean
  /** What freezing would freeze, as counted when it was created or reset; absent for what a scenario made. */
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
