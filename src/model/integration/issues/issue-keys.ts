/** Finding an issue by any key that leads to it, and the keys that it had (service §2.4, §4.7). */
import type { Writing } from '../../records/actor.ts'
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { readConfig } from '../../records/world/config.ts'
import { quoted } from '../../input/refusal.ts'
import { recordIssueHistory } from './history.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'

/** Which keys lead to an issue besides its own. */
export interface KeyReading {
  readonly formerKeys: boolean
  readonly anyCase: boolean
}

/** The presets that select the earlier alternatives; a test compares them with the ledger, which the model does not read. */
const EARLIER: ReadonlySet<string> = new Set(['reqsim-0.1', 'reqsim-0.2'])

/** What the alternatives of A269 and A270 say, for what happens outside of an exchange. */
export function keyReadingOf({ system }: World): KeyReading {
  const { A269, A270, preset = '' } = readConfig(system).assumptions
  const isEarlier = EARLIER.has(preset)
  return {
    formerKeys: (A269 ?? (isEarlier ? 'unknown' : 'follow')) === 'follow',
    anyCase: (A270 ?? (isEarlier ? 'exact' : 'any')) === 'any',
  }
}

/** The issue of a key: its own key first, then in other letter case, then one that it had. */
export function findIssueByAnyKey(
  store: Store,
  trackerId: number,
  key: string,
  { formerKeys, anyCase }: KeyReading,
): IssueRecord | undefined {
  const table = store.table(issues)
  const own = table.find('key', [trackerId, key])
  if (own !== undefined) return own
  const caseless = [trackerId, key.toLowerCase()]
  const otherCase = anyCase ? table.find('caselessKey', caseless) : undefined
  if (otherCase !== undefined || !formerKeys) return otherCase
  return (
    table.find('formerKey', [...caseless, key]) ?? (anyCase ? table.find('formerKey', caseless) : undefined)
  )
}

/** True for a key that an issue of the tracker had. */
export function isFormerKey(store: Store, trackerId: number, key: string): boolean {
  return store.table(issues).find('formerKey', [trackerId, key.toLowerCase(), key]) !== undefined
}

/** The keys that an issue had once it gets another one. */
export function formerKeysWith({ key, formerKeys = [] }: IssueRecord, newKey: string): readonly string[] {
  return [...formerKeys.filter((each) => each !== newKey && each !== key), key]
}

/** Another issue gets a key: it no longer leads to those that had it, which their history says. */
export function takeFormerKey(writing: Writing, by: IssueRecord, key: string): void {
  const { store } = writing
  const table = store.table(issues)
  for (const issue of table.range('formerKey', [by.applicationId, key.toLowerCase(), key])) {
    if (issue.id === by.id) continue
    const { formerKeys = [], ...rest } = issue
    const kept = formerKeys.filter((each) => each !== key)
    table.put(kept.length === 0 ? rest : { ...rest, formerKeys: kept })
    const detail = `former key ${quoted(key)} is now the key of issue ${by.id}`
    recordIssueHistory(writing, issue.id, 'UPDATED', detail)
  }
}
