/** Names of inline properties that a space knows, with the type that their values have. */
import { EXTERNAL_DATA_TYPES } from './requirements.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const propertyNames = defineTable({
  name: 'propertyName',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    name: field.text,
    dataType: field.oneOf(EXTERNAL_DATA_TYPES),
    description: field.optional(field.text),
  },
  indexes: {
    name: { keys: (record) => [record.projectContainerId, record.name], unique: true },
    site: { keys: (record) => [record.applicationId, record.name, record.id] },
  },
})
export type PropertyNameRecord = RecordOf<typeof propertyNames>
