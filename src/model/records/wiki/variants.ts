/** Variants of project containers (service §2.1); the one that is current answers to the path segment `current`. */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const variants = defineTable({
  name: 'variant',
  fields: {
    id: field.key(),
    projectContainerId: field.ref('container'),
    name: field.text,
    current: field.flag,
    createdAt: field.instant,
  },
  indexes: {
    project: { keys: (record) => [record.projectContainerId, record.id] },
    current: { keys: (record) => (record.current ? [record.projectContainerId] : undefined), unique: true },
    /** Variants called `current` in any letter case, the exact spelling first. */
    namedCurrent: {
      keys: ({ projectContainerId, name, id }) =>
        /^current$/i.test(name) ? [projectContainerId, name === 'current' ? 0 : 1, id] : undefined,
    },
  },
})
export type VariantRecord = RecordOf<typeof variants>
