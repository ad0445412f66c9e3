/** The row that a key has, or had last, in a variant. */
import type { Store } from '../../../world/store/store.ts'
import { type RequirementRecord, requirements } from './records.ts'

/** The live row of a key in a variant, else the latest former one. */
export function rowOfKey(
  store: Store,
  { projectContainerId, variantId, key }: Pick<RequirementRecord, 'projectContainerId' | 'variantId' | 'key'>,
): RequirementRecord | undefined {
  const table = store.table(requirements)
  const indexKey = [projectContainerId, key]
  return (
    table.findUnique('key', indexKey, variantId) ??
    table.findWhere('key', indexKey, (row) => row.variantId === variantId, { reverse: true })
  )
}
