/** Types of requirements: a requirement has the type of its space whose pattern its key has. */
import { defineTable } from '../../../world/store/table.ts'

export interface RequirementTypeRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly name: string
  /** The form of keys, with zeros in braces for the number: `REQ-{000}`. */
  readonly pattern: string
  readonly description?: string
}

export const requirementTypes = defineTable<RequirementTypeRecord>()({
  name: 'requirementType',
  key: (record) => record.id,
  indexes: {
    project: { keys: (record) => [record.projectContainerId, record.id] },
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
  },
})
