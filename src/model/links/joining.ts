/** Two records that each have one face of the same link become one (service §6.2). */
import type { Store } from '../../world/store/store.ts'
import { findTrackerFace, findWikiFace, type LinkFacts } from './faces.ts'
import { type IntegrationRecord, issueLinks, type IssueRecord } from './records.ts'

/** Joins the faces of the link that these facts name, where both products show it and neither record has both. */
export function joinFaces(
  store: Store,
  integration: IntegrationRecord,
  issue: IssueRecord,
  facts: LinkFacts,
): void {
  const shownByWiki = findWikiFace(store, integration, facts)
  const shownByTracker = findTrackerFace(store, integration, issue, facts)
  if (shownByWiki?.wiki === undefined || shownByTracker?.tracker === undefined) return
  if (shownByWiki.tracker !== undefined || shownByTracker.wiki !== undefined) return
  const [older, younger] =
    shownByWiki.id < shownByTracker.id ? [shownByWiki, shownByTracker] : [shownByTracker, shownByWiki]
  const table = store.table(issueLinks)
  table.remove(younger.id)
  table.put({ ...older, wiki: shownByWiki.wiki, tracker: shownByTracker.tracker })
}
