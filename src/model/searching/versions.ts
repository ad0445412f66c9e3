/** One requirement of a space: what it is now, or what a baseline froze (service §4.3). */
import { isBlank } from '../input/blank.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import {
  currentVariantOf,
  findLiveRequirement,
  findRequirementByKey,
} from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { unknownRequirement } from '../finding/requirements/unknown-key.ts'
import { baselineNumber } from '../searching/search-places.ts'

/** The requirement of a key in a space, ACTIVE or former; with `baseline`, its frozen copy. Throws NOT_FOUND. */
export function requirementOfSpace(
  store: Store,
  space: ContainerRecord,
  key: string,
  baseline?: string,
): RequirementRecord {
  const number = isBlank(baseline) ? undefined : baselineNumber(store, space, baseline)
  const found = findVersion(store, space, key, number)
  if (found !== undefined) return found
  throw unknownRequirement(store, space, key, { baseline: number })
}

/** As `requirementOfSpace`, with the number of a baseline; undefined if there is none. */
export function findVersion(
  store: Store,
  space: ContainerRecord,
  key: string,
  baseline?: number,
): RequirementRecord | undefined {
  const variantId = currentVariantOf(store, space.applicationId, space.key ?? '')
  if (variantId === undefined) return undefined
  if (baseline === undefined) return findRequirementByKey(store, space, variantId, key)
  return findLiveRequirement(store, { projectContainerId: space.id, variantId }, key, baseline)
}
