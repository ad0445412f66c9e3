/** What clients told of the features that their users use. It stays in the world: nothing leaves the machine. */
import type { Store } from '../../../world/store/store.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

export const featureUses = defineTable({
  name: 'featureUse',
  fields: {
    id: field.key(field.text),
    userId: field.ref('user'),
    feature: field.text,
    times: field.ordinal,
    firstAt: field.instant,
    lastAt: field.instant,
  },
  indexes: { user: { keys: (record) => [record.userId, record.feature] } },
})
export type FeatureUseRecord = RecordOf<typeof featureUses>

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
