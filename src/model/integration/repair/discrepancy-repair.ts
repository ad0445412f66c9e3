/** Mending one link that wiki and tracker disagree on (service §4.6), in both products at once. */
import { recordLinkInWiki } from '../issues/wiki-history.ts'
import type { Writing } from '../../records/actor.ts'
import type { Connected, Connection } from '../../links/connection.ts'
import {
  addTrackerView,
  addWikiView,
  dropView,
  findTrackerView,
  findWikiView,
  type LinkFacts,
  trackerViewOf,
  wikiViewOf,
} from '../../links/views.ts'
import { joinViews } from '../../links/joining.ts'
import {
  type IssueLinkRecord,
  issueLinks,
  type TrackerView,
  type WikiView,
} from '../../records/tracker/issue-links.ts'
import { type IssueRecord, trackerTextId, trackerTexts } from '../../records/tracker/tracker.ts'
import { enqueueOutbound } from '../messages/messages.ts'
import { outboundMessages } from '../../records/tracker/outbound-messages.ts'
import { recordIssueHistory } from '../issues/history.ts'
import { forgetText, placeOf, removeView, sentenceOf } from '../issues/tracker-view.ts'
import { type Discrepancy, examine, factsNow, hasAgreedViews, isSame } from './discrepancies.ts'
import { isShownUnderOtherKey, requirementNow } from '../messages/names.ts'
import { supersedeContrary } from '../messages/superseding.ts'
import { doesWikiRespond, refreshText, wikiRequirement } from '../issues/tracker-texts.ts'

/** Who repairs, and which product decides about links that only one shows. */
export interface Repairing extends Writing {
  readonly right: 'both' | 'wiki'
}

/** Makes both products agree, unless only a person can decide what the link meant. */
export function heal(repairing: Repairing, { link: { id }, integration }: Discrepancy): void {
  const connection = { ...repairing, integration }
  const link = repairing.store.table(issueLinks).get(id)
  // Healing another discrepancy may have settled this one.
  const found = link && examine(connection, link)
  if (link === undefined || found === undefined) return
  switch (found.kind) {
    case 'LOST_KEY':
      return recover(connection, found)
    case 'UNKNOWN_ISSUE':
      return dropWiki(connection, found, link)
    case 'UNKNOWN_REQUIREMENT':
      return dropTracker(connection, found, link)
    case 'DIFFERENT':
      return unite(connection, found)
    case 'MISSING_IN_TRACKER':
      if (found.waitsIn === 'tracker' && repairing.right !== 'wiki') dropWiki(connection, found, link)
      else addInTracker(connection, found)
      return
    case 'MISSING_IN_WIKI':
      if (found.waitsIn === 'wiki' || repairing.right === 'wiki') dropTracker(connection, found, link)
      else addInWiki(connection, found)
  }
}

/** Removes a link from the only product that shows it. */
export function dropDiscrepancy(writing: Writing, found: Discrepancy): void {
  const { id, wiki, tracker } = found.link
  const connection = { ...writing, integration: found.integration }
  const table = writing.store.table(issueLinks)
  const link = table.get(id)
  if (link !== undefined && tracker !== undefined) dropTracker(connection, found, link)
  const rest = table.get(id)
  if (rest !== undefined && wiki !== undefined) dropWiki(connection, found, rest)
}

function addInTracker(connection: Connection, { link: { id, wiki }, issue }: Discrepancy): void {
  if (wiki === undefined || issue === undefined) return
  const facts = { ...wiki, issueKey: issue.key }
  if (addTrackerView(connection, issue, facts))
    recordIssueHistory(connection, issue.id, 'LINKED', sentenceOf(facts))
  agree(connection, issue, facts)
  dropDouble(connection, id, 'wiki', issue, facts)
  readText(connection, facts)
}

function addInWiki(connection: Connection, { link, issue }: Discrepancy): void {
  const { tracker } = link
  if (tracker === undefined || tracker.key === null || issue === undefined) return
  const facts = factsNow(connection, issue, { ...tracker, key: tracker.key })
  followRequirement(connection, link, issue, facts)
  const added = addWikiView(connection, issue, facts)
  agree(connection, issue, facts)
  dropDouble(connection, link.id, 'tracker', issue, facts)
  readText(connection, facts)
  if (added) recordLinkInWiki(connection, facts, undefined, facts)
}

/** Merges both views of a link into one record, and supersedes waiting messages that contradict it. */
function agree(connection: Connection, issue: IssueRecord, facts: LinkFacts): void {
  joinViews(connection, issue, facts)
  supersedeContrary(connection, facts, true, issue)
}

function followIssue(connection: Connection, id: number, wiki: WikiView, facts: LinkFacts): void {
  if (wiki.issueKey === facts.issueKey) return
  const table = connection.store.table(issueLinks)
  const link = table.get(id)
  if (link === undefined) return
  if (findWikiView(connection, facts) !== undefined) dropView(connection.store, link, 'wiki')
  else table.update(link.id, { wiki: wikiViewOf(connection.integration, facts) })
}

/** Merges a view into another record that shows the same link in both products. */
function dropDouble(
  { store, integration: { serviceId, wikiApplinkId } }: Connected,
  id: number,
  view: 'wiki' | 'tracker',
  issue: IssueRecord,
  facts: LinkFacts,
): void {
  const table = store.table(issueLinks)
  const record = table.get(id)
  if (record?.[view] === undefined) return
  const { issueKey, spaceKey, key, relationship } = facts
  const linkKey = [wikiApplinkId, issueKey, relationship, spaceKey, key]
  for (const { id: other, serviceId: through, wiki, tracker } of table.range('wikiIssue', linkKey)) {
    if (other === id || through !== serviceId || wiki === undefined || tracker?.issueId !== issue.id) continue
    if (!isSame(wiki, facts) || !hasAgreedViews(store, { id: other, serviceId, wiki, tracker })) continue
    dropView(store, record, view)
    return
  }
}

function followRequirement(
  connection: Connection,
  { id, tracker }: IssueLinkRecord,
  issue: IssueRecord,
  facts: LinkFacts,
): void {
  const { store, integration } = connection
  const known = findTrackerView(connection, issue, facts)
  const link = store.table(issueLinks).get(id)
  if (tracker === undefined || link === undefined || known?.id === id) return
  const view = trackerViewOf(integration, issue, facts)
  if (known === undefined) store.table(issueLinks).update(id, { tracker: view })
  else dropView(store, link, 'tracker')
  carryText(connection, tracker, view)
  forgetText(store, integration.serviceId, tracker)
}

/** Moves the text of a renamed requirement with its links: nobody may be able to read it again now. */
function carryText(
  connection: Connected,
  { spaceKey, key, baseline, ...from }: TrackerView,
  to: TrackerView,
): void {
  if (key === null || to.key === null || baseline !== null || to.baseline !== null) return
  const now = requirementNow(connection, { spaceKey, key })
  if (now.spaceKey !== to.spaceKey || now.key !== to.key) return
  const texts = connection.store.table(trackerTexts)
  const text = texts.get(trackerTextId(from.applinkId, spaceKey, key, null))
  const id = trackerTextId(to.applinkId, to.spaceKey, to.key, null)
  if (text === undefined || texts.has(id)) return
  texts.put({ ...text, id, applinkId: to.applinkId, spaceKey: to.spaceKey, key: to.key })
}

/** The tracker reads the text of a link; a wiki that does not answer sends it later. */
function readText(connection: Connection, { spaceKey, key, baseline }: LinkFacts): void {
  refreshText(connection, spaceKey, key, baseline ?? null)
  if (doesWikiRespond(connection)) return
  const { serviceId, wikiApplinkId: applinkId } = connection.integration
  const operation = 'REQUIREMENT_UPDATED'
  const waits = connection.store
    .table(outboundMessages)
    .findWhere(
      'waitingRequirement',
      [serviceId, spaceKey, key],
      (message) => message.operation === operation && message.baseline === baseline,
    )
  if (waits !== undefined) return
  enqueueOutbound(connection, { serviceId, operation, applinkId, spaceKey, key, baseline })
}

/** The wiki decides requirement and relationship, the tracker decides the issue. */
function unite(connection: Connection, { integration, link, issue }: Discrepancy): void {
  const { wiki, tracker } = link
  if (wiki === undefined || tracker === undefined) return
  if (issue === undefined)
    return dropDiscrepancy(connection, { integration, link, kind: 'DIFFERENT', detail: '' })
  const facts = { ...wiki, issueKey: issue.key }
  forgetWaiting(connection, issue, tracker)
  followIssue(connection, link.id, wiki, facts)
  followRequirement(connection, link, issue, facts)
  agree(connection, issue, facts)
  readText(connection, facts)
  const detail = `${sentenceOf(tracker)} is now ${sentenceOf(facts)}`
  recordIssueHistory(connection, issue.id, 'LINK_RENAMED', detail)
}

/** Gives the link the key of the only requirement of its space that the wiki alone links to the issue in this way. */
function recover(connection: Connection, { link, issue }: Discrepancy): void {
  const { tracker } = link
  if (issue === undefined || tracker === undefined) return
  const { serviceId, wikiApplinkId } = connection.integration
  const ofIssue = connection.store.table(issueLinks).range('wikiIssue', [wikiApplinkId, issue.key])
  const candidates = [...ofIssue].filter(
    ({ serviceId: service, wiki, tracker: shownByTracker, id }) =>
      service === serviceId &&
      (shownByTracker === undefined || id === link.id) &&
      wiki?.spaceKey === tracker.spaceKey &&
      wiki.relationship === tracker.relationship &&
      (wiki.baseline ?? null) === tracker.baseline,
  )
  const [only] = candidates
  if (only?.wiki === undefined || candidates.length > 1) return
  const facts = only.wiki
  if (wikiRequirement(connection, facts.spaceKey, facts.key, facts.baseline ?? null) === undefined) return
  followRequirement(connection, link, issue, facts)
  agree(connection, issue, facts)
  readText(connection, facts)
  recordIssueHistory(connection, issue.id, 'LINK_RECOVERED', sentenceOf(facts))
}

function dropWiki(connection: Connection, { issue }: Discrepancy, link: IssueLinkRecord): void {
  const { wiki } = link
  if (wiki === undefined) return
  dropView(connection.store, link, 'wiki')
  // Then the waiting messages are about the link under another key of its issue.
  const doubled = issue !== undefined && isShownUnderOtherKey(connection, issue, wiki)
  if (!doubled) supersedeContrary(connection, wiki, false)
  recordLinkInWiki(connection, wiki, wiki, undefined)
}

/** Supersedes waiting messages that would add a link which the tracker no longer shows. */
function forgetWaiting(connection: Connection, issue: IssueRecord, { key, ...tracker }: TrackerView): void {
  if (key === null) return
  const facts = factsNow(connection, issue, { ...tracker, key })
  // Then the waiting messages are about the link under another name of its requirement.
  const shown = findTrackerView(connection, issue, facts)
  const doubled = shown?.tracker !== undefined && placeOf(shown.tracker) !== placeOf({ ...tracker, key })
  if (!doubled) supersedeContrary(connection, facts, false, issue)
}

function dropTracker(connection: Connection, { issue }: Discrepancy, link: IssueLinkRecord): void {
  const { tracker } = link
  if (tracker === undefined) return
  if (issue !== undefined) {
    forgetWaiting(connection, issue, tracker)
    return removeView(connection, issue, { ...link, tracker })
  }
  dropView(connection.store, link, 'tracker')
  forgetText(connection.store, connection.integration.serviceId, tracker)
}
