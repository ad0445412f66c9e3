/** Types of requirements: a requirement has the type of its space whose pattern its key has. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const requirementTypes = defineTable({
  name: 'requirementType',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    name: field.text,
    /** The form of keys, with zeros in braces for the number: `REQ-{000}`. */
    pattern: field.text,
    description: field.optional(field.text),
  },
  indexes: {
    project: { keys: (record) => [record.projectContainerId, record.id] },
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
  },
})
export type RequirementTypeRecord = RecordOf<typeof requirementTypes>
