/** Variants of project containers (service §2.1); the one that is current answers to the path segment `current`. */
import { defineTable } from '../../../world/store/table.ts'

export interface VariantRecord {
  readonly id: number
  readonly projectContainerId: number
  readonly name: string
  readonly current: boolean
  readonly createdAt: number
}

export const variants = defineTable<VariantRecord>()({
  name: 'variant',
  key: (record) => record.id,
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
