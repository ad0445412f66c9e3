/** Templates: texts whose placeholders are formulas over requirements (service §4.1 names the group). */
import { defineTable } from '../../../world/store/table.ts'
import type { SHARED_LEVELS } from './matrices.ts'

/** One text for each requirement, or one for a whole selection. */
export const TEMPLATE_TYPES = ['CALCULATION', 'AGGREGATION'] as const
export type TemplateType = (typeof TEMPLATE_TYPES)[number]

export interface TemplateRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly name: string
  readonly description?: string
  readonly type: TemplateType
  readonly content: string
  readonly sharedLevel: (typeof SHARED_LEVELS)[number]
  /** The id of the owner, who may be gone; absent if a scenario names none. */
  readonly ownedBy?: number
  readonly createdAt: number
  readonly updatedAt: number
}

export const templates = defineTable<TemplateRecord>()({
  name: 'template',
  key: (record) => record.id,
  indexes: { project: { keys: (record) => [record.projectContainerId, record.id] } },
})
