/** Finding baselines (service §2.2). */
import { isIdentifier } from '../../language/values.ts'
import type { Store } from '../../world/store/store.ts'
import { isFrozen } from '../records/machines/baseline-machine.ts'
import { type BaselineRecord, baselines } from '../records/wiki/baselines.ts'
import { type TaskRecord, tasks } from '../records/wiki/tasks.ts'

/**
 * The baseline of this number or name in a space. Digits are a number first, then a name; with zeros before them, as in
 * `007`, they are a name first.
 */
export function findBaseline(
  store: Store,
  projectContainerId: number,
  reference: string | number,
): BaselineRecord | undefined {
  const table = store.table(baselines)
  const number =
    typeof reference === 'number' ? reference : /^\d{1,15}$/.test(reference) ? Number(reference) : undefined
  const numbered = () =>
    number === undefined ? undefined : table.find('number', [projectContainerId, number])
  const named = () => table.find('name', [projectContainerId, String(reference)])
  return isIdentifier(String(reference)) ? (numbered() ?? named()) : (named() ?? numbered())
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

/** The task that freezes a baseline right now. */
export function runningTask(store: Store, baseline: BaselineRecord): TaskRecord | undefined {
  const { projectContainerId, number } = baseline
  const isRunning = ({ status }: TaskRecord) => status === 'RUNNING'
  return store.table(tasks).findWhere('baseline', [projectContainerId, number], isRunning, { reverse: true })
}
