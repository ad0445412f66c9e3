/** Keys of issues as callers write them: in any letter case, and keys that an issue had (service §2.4, §4.7). */
import { issueNow } from '../../model/integration/messages/names.ts'
import type { IntegrationRecord } from '../../model/records/tracker/integrations.ts'
import { isResponding } from '../../model/records/world/outages.ts'
import { issueLinks } from '../../model/records/tracker/issue-links.ts'
import { containers } from '../../model/records/service/containers.ts'
import { findIssueByAnyKey } from '../../model/integration/issues/issue-keys.ts'
import { type IssueRecord, issues } from '../../model/records/tracker/tracker.ts'
import { containerLevel } from '../../model/finding/permissions.ts'
import * as ledger from '../framework/ledger-names.ts'
import type { Context } from '../framework/operation.ts'

/** The assumptions of operations that take the key of an issue. */
export const ISSUE_KEY_ASSUMPTIONS = [ledger.formerIssueKeys, ledger.issueKeyCase] as const

/** The issue of a tracker that a key leads to. Assumptions are reported only for keys that are no issue's own. */
export function issueOfKey(context: Context, trackerId: number, key: string): IssueRecord | undefined {
  const own = context.store.table(issues).find('key', [trackerId, key])
  if (own !== undefined) return own
  const formerKeys = context.choose(ledger.formerIssueKeys) === 'follow'
  const anyCase = context.choose(ledger.issueKeyCase) === 'any'
  return findIssueByAnyKey(context.store, trackerId, key, { formerKeys, anyCase })
}

/**
 * The key under which a wiki links the issue that a caller names. Keys that the wiki shows, and those that the tracker has not
 * reported yet, stay; others are those of the issue if the tracker responds and the caller may read it.
 */
export function keyForWiki(context: Context, integration: IntegrationRecord, key: string): string {
  const { store } = context
  const connected = { store, integration }
  const { trackerApplicationId: trackerId, wikiApplinkId } = integration
  const isShown = (name: string) =>
    store.table(issueLinks).find('wikiIssue', [wikiApplinkId, name]) !== undefined
  if (trackerId === undefined || !isResponding(store, trackerId)) return key
  if (isShown(key) || issueNow(connected, key) !== undefined) return key
  const found = issueOfKey(context, trackerId, key)
  const project = found && store.table(containers).get(found.projectContainerId)
  if (found === undefined || project === undefined || context.user === undefined) return key
  if (containerLevel(store, context.user, project) === undefined) return key
  // The wiki may show the issue by a key that a waiting message replaces.
  const names = [found.key, ...(found.formerKeys ?? []).toReversed()]
  const shownBy = names.find((name) => isShown(name) && issueNow(connected, name)?.id === found.id)
  return shownBy ?? found.key
}
