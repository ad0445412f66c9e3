/** Which copies of requirements can be linked. */
import type { Store } from '../../../world/store/store.ts'
import { findBaseline } from '../../baselines/baselines.ts'
import { shown } from '../../refusal.ts'
import type { RequirementRecord } from './records.ts'

/** Why a row cannot be linked: it is the copy of a baseline that is not DONE, and may still vanish. */
export function complaintAboutCopy(
  store: Store,
  { projectContainerId, baseline: number, key }: RequirementRecord,
): string | undefined {
  if (number === undefined) return undefined
  const baseline = findBaseline(store, projectContainerId, number)
  if (baseline?.status === 'DONE') return undefined
  return baseline === undefined
    ? `baseline ${number} does not exist: its copy of ${shown(key)} cannot be linked`
    : `baseline ${number} is not frozen: its copy of ${shown(key)} can be linked once it is`
}
