/** Which keys requirements of a space may have. */
import type { Store } from '../../world/store/store.ts'
import { containers } from '../records/service/containers.ts'
import { requirements } from '../records/wiki/requirements.ts'
import { isExtendedMode } from '../settings/settings.ts'
import { checkRequirementKey, isPlainKey } from '../finding/requirement-keys.ts'

/** The container of a space or workspace. */
export interface KeyPlace {
  readonly id: number
  readonly applicationId: number
}

/** Throws a Refusal (INVALID) for a bad key. Keys of ACTIVE requirements stay valid without extended mode. */
export function checkKeyOfSpace(
  store: Store,
  { id, applicationId }: KeyPlace,
  key: string,
  parameter: string,
): void {
  if (isPlainKey(key)) return checkRequirementKey(key, parameter)
  const extended = isExtendedMode(store, applicationId, id)
  if (!extended && hasKey(store, id, key)) return
  const place = store.table(containers).get(id)
  checkRequirementKey(key, parameter, extended, place?.type === 'SPACE' ? place.key : undefined)
}

function hasKey(store: Store, projectContainerId: number, key: string): boolean {
  const isActive = ({ status }: { readonly status: string }) => status === 'ACTIVE'
  return store.table(requirements).findWhere('key', [projectContainerId, key], isActive) !== undefined
}
