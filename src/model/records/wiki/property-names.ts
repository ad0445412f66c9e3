/** Names of inline properties that a space knows, with the type that their values have. */
import type { PropertyDataType } from './requirements.ts'
import { defineTable } from '../../../world/store/table.ts'

export interface PropertyNameRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly name: string
  readonly dataType: PropertyDataType
  readonly description?: string
}

export const propertyNames = defineTable<PropertyNameRecord>()({
  name: 'propertyName',
  key: (record) => record.id,
  indexes: {
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
    site: { keys: (record) => [record.applicationId, record.name, record.id] },
  },
})
