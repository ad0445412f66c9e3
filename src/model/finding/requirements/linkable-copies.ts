/** Which copies of requirements can be linked. */
import type { Store } from '../../../world/store/store.ts'
import { isFrozen } from '../../records/machines/baseline-machine.ts'
import { findBaseline } from '../baselines.ts'
import { quoted } from '../../input/refusal.ts'
import type { RequirementRecord } from '../../records/wiki/requirements.ts'

/** Explains why a copy cannot be linked: its baseline is not DONE, and the copy may still vanish. */
export function problemOfCopy(
  store: Store,
  { projectContainerId, baseline: number, key }: RequirementRecord,
): string | undefined {
  if (number === undefined) return undefined
  const baseline = findBaseline(store, projectContainerId, number)
  if (baseline !== undefined && isFrozen(baseline)) return undefined
  return baseline === undefined
    ? `baseline ${number} does not exist: its copy of ${quoted(key)} cannot be linked`
    : `baseline ${number} is not frozen: its copy of ${quoted(key)} can be linked once it is`
}
