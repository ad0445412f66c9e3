/** Finding baselines (service §2.2). */
import type { Store } from '../../world/store/store.ts'
import { isFrozen } from '../records/machines/baseline-machine.ts'
import { type BaselineRecord, baselines } from '../records/wiki/baselines.ts'

/** The baseline of this number or name in a space: digits are a number first, then a name. */
export function findBaseline(
  store: Store,
  projectContainerId: number,
  reference: string | number,
): BaselineRecord | undefined {
  const table = store.table(baselines)
  const number =
    typeof reference === 'number' ? reference : /^\d{1,15}$/.test(reference) ? Number(reference) : undefined
  const numbered = number === undefined ? undefined : table.find('number', [projectContainerId, number])
  return numbered ?? table.find('name', [projectContainerId, String(reference)])
}

/** `done` looks at frozen ones only. */
export function latestBaseline(
  store: Store,
  projectContainerId: number,
  done = false,
): BaselineRecord | undefined {
  const table = store.table(baselines)
  if (!done) return table.findLast('number', [projectContainerId])
  return table.findWhere('number', [projectContainerId], isFrozen, { reverse: true })
}

export function baselineSequence(projectContainerId: number): string {
  return `baseline/${projectContainerId}`
}

/** One more than the last number given, even if that baseline is gone. */
export function nextBaselineNumber(store: Store, projectContainerId: number): number {
  return store.next(baselineSequence(projectContainerId))
}
