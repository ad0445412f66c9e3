/** Deleting baselines (service §2.2, §4.2). */
import type { Writing } from '../actor.ts'
import type { Store } from '../../world/store/store.ts'
import { isFrozen } from './baseline-machine.ts'
import { abortFreezing, removeCopies } from './freezing.ts'
import { enqueueBaselineMessages } from './messages.ts'
import { type BaselineRecord, baselines } from './records.ts'

/** Deletes a baseline with its copies. Its number is not used again; baselines that followed it follow none. */
export function deleteBaseline(writing: Writing, baseline: BaselineRecord): void {
  const { store } = writing
  abortFreezing(writing, baseline)
  removeCopies(writing, baseline)
  const table = store.table(baselines)
  table.remove(baseline.id)
  for (const { parentBaseline: _deleted, ...follower } of followersOf(store, baseline)) table.put(follower)
  if (isFrozen(baseline)) enqueueBaselineMessages(writing, baseline)
}

export function followersOf(store: Store, { projectContainerId, number }: BaselineRecord): BaselineRecord[] {
  const ofSpace = [...store.table(baselines).range('number', [projectContainerId])]
  return ofSpace.filter(({ parentBaseline }) => parentBaseline === number)
}
