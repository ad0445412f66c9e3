/** Templates: texts whose placeholders are formulas over requirements (service §4.1 names the group). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import { SHARED_LEVELS } from './matrices.ts'

/** One text for each requirement, or one for a whole selection. */
export const TEMPLATE_TYPES = ['CALCULATION', 'AGGREGATION'] as const
export type TemplateType = (typeof TEMPLATE_TYPES)[number]

export const templates = defineTable({
  name: 'template',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    name: field.text,
    description: field.optional(field.text),
    type: field.oneOf(TEMPLATE_TYPES),
    content: field.text,
    sharedLevel: field.oneOf(SHARED_LEVELS),
    /** The id of the owner, who may be gone; absent if a scenario names none. */
    ownedBy: field.optional(field.looseRef('user')),
    createdAt: field.instant,
    updatedAt: field.instant,
  },
  indexes: { project: { keys: (record) => [record.projectContainerId, record.id] } },
})
export type TemplateRecord = RecordOf<typeof templates>
