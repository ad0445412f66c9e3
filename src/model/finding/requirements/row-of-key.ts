/** The row that a key has, or had last, in a variant. */
import type { Store } from '../../../world/store/store.ts'
import { findProjectByKey } from '../containers.ts'
import { variants } from '../../records/wiki/variants.ts'
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

/** The row that continues a MOVED one, however often it was moved, ACTIVE or DELETED; another row itself. */
export function whereMoved(
  store: Store,
  first: RequirementRecord | undefined,
): RequirementRecord | undefined {
  const seen = new Set<number>()
  let row = first
  while (row?.status === 'MOVED' && !seen.has(row.id)) {
    seen.add(row.id)
    const { applicationId, newSpaceKey = '', newKey = '', projectContainerId } = row
    const space = findProjectByKey(store, applicationId, newSpaceKey)
    if (space === undefined) return undefined
    const variantId =
      space.id === projectContainerId ? row.variantId : store.table(variants).find('current', [space.id])?.id
    if (variantId === undefined) return undefined
    row = rowOfKey(store, { projectContainerId: space.id, variantId, key: newKey })
  }
  return row
}
