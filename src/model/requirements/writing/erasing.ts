/** Taking rows out of the world altogether, with what hangs on them: their variant or workspace goes. */
import type { Store } from '../../../world/store/store.ts'
import { historyEntries } from '../../records/wiki/history.ts'
import { linkIdentities } from '../../records/tracker/link-identities.ts'
import { type RequirementRecord, requirements, testCaseLinks } from '../../records/wiki/requirements.ts'

/** Erases rows of any status. Trackers hear nothing: they know rows of current variants only. */
export function eraseRequirements(store: Store, rows: Iterable<RequirementRecord>): void {
  // Read everything before writing: a table that is being walked copies what is written.
  const ids = [...rows].map(({ id }) => id)
  const history = ids.flatMap((id) => [...store.table(historyEntries).range('requirement', [id])])
  const tests = ids.flatMap((id) => [...store.table(testCaseLinks).range('requirement', [id])])
  const identities = ids.flatMap((id) => [...store.table(linkIdentities).range('requirement', [id])])
  for (const { id } of history) store.table(historyEntries).remove(id)
  for (const { id } of tests) store.table(testCaseLinks).remove(id)
  for (const { id } of identities) store.table(linkIdentities).remove(id)
  for (const id of ids) store.table(requirements).remove(id)
}
