/** Two records that each have one view of the same link become one (service §6.2). */
import type { Connected } from './connection.ts'
import { findTrackerView, findWikiView, type LinkFacts } from './views.ts'
import { issueLinks } from '../records/tracker/issue-links.ts'
import type { IssueRecord } from '../records/tracker/tracker.ts'

/** Merges the two views of a link if both products show it in separate records. The wiki may name it otherwise. */
export function joinViews(
  connection: Connected,
  issue: IssueRecord,
  facts: LinkFacts,
  wikiFacts: LinkFacts = facts,
): void {
  const shownByWiki = findWikiView(connection, wikiFacts)
  const shownByTracker = findTrackerView(connection, issue, facts)
  if (shownByWiki?.wiki === undefined || shownByTracker?.tracker === undefined) return
  if (shownByWiki.tracker !== undefined || shownByTracker.wiki !== undefined) return
  const [older, younger] =
    shownByWiki.id < shownByTracker.id ? [shownByWiki, shownByTracker] : [shownByTracker, shownByWiki]
  const table = connection.store.table(issueLinks)
  table.remove(younger.id)
  table.put({ ...older, wiki: shownByWiki.wiki, tracker: shownByTracker.tracker })
}
