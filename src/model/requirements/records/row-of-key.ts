/** The row that a key has, or had last, in a variant. */
import type { Store } from '../../../world/store/store.ts'
import { type RequirementRecord, requirements } from './records.ts'

/**
 * The row of a key in a variant: the live one, else the latest one that was DELETED or MOVED. It carries the external
 * properties of the copies of its key, since these are not baselined; a scenario may make a copy of what never was.
 */
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
