/** What clients told of the features that their users use. It stays in the world: nothing leaves the machine. */
import type { Store } from '../../../world/store/store.ts'
import { defineTable } from '../../../world/store/table.ts'

export interface FeatureUseRecord {
  readonly id: string
  readonly userId: number
  readonly feature: string
  readonly times: number
  readonly firstAt: number
  readonly lastAt: number
}

export const featureUses = defineTable<FeatureUseRecord>()({
  name: 'featureUse',
  key: (record) => record.id,
  indexes: { user: { keys: (record) => [record.userId, record.feature] } },
})

export function featureUseId(userId: number, feature: string): string {
  return `${userId}/${feature}`
}

export function countFeature(store: Store, userId: number, feature: string, now: number): void {
  const table = store.table(featureUses)
  const id = featureUseId(userId, feature)
  const before = table.get(id)
  table.put(
    before === undefined
      ? { id, userId, feature, times: 1, firstAt: now, lastAt: now }
      : { ...before, times: before.times + 1, lastAt: now },
  )
}
