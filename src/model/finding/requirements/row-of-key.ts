/** The row that a key has, or had last, in a variant. */
import type { Store } from '../../../world/store/store.ts'
import { type RequirementRecord, requirements } from '../../records/wiki/requirements.ts'

type PlaceOfKey = Pick<RequirementRecord, 'projectContainerId' | 'variantId' | 'key'>

/** The live row of a key in a variant, else the latest former one. */
export function rowOfKey(store: Store, place: PlaceOfKey): RequirementRecord | undefined {
  const { projectContainerId, variantId, key } = place
  const live = store.table(requirements).findUnique('key', [projectContainerId, key], variantId)
  if (live !== undefined) return live
  for (const row of formerRows(store, place)) return row
  return undefined
}

/** The DELETED and MOVED rows of a key, the last one to become so first. A page can restore an older one, which can end again. */
export function formerRows(
  store: Store,
  { projectContainerId, key, variantId }: PlaceOfKey,
): Iterable<RequirementRecord> {
  return store.table(requirements).range('former', [projectContainerId, key, variantId], { reverse: true })
}
