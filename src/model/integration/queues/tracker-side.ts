/** What a tracker does with a message from the wiki (service §6.2, §4.7). */
import type { Connected, Connection } from '../../links/connection.ts'
import { findBaseline } from '../../finding/baselines.ts'
import { findProjectByKey } from '../../finding/containers.ts'
import { addTrackerView, dropView, findTrackerView } from '../../links/views.ts'
import { joinViews } from '../../links/joining.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { type IssueLinkRecord, issueLinks } from '../../records/tracker/issue-links.ts'
import { findIssueByAnyKey, keyReadingOf } from '../issues/issue-keys.ts'
import { type IssueRecord, issues, trackerTextId, trackerTexts } from '../../records/tracker/tracker.ts'
import type { Writing } from '../../records/actor.ts'
import { recordIssueHistory } from '../issues/history.ts'
import { forgetText, placeOf, removeView, sentenceOf } from '../issues/tracker-view.ts'
import { createIssueFromMessage } from '../issues/create-issue.ts'
import { done, enqueueInbound, failed, type OutboundMessage, type Outcome } from '../messages/messages.ts'
import { isShownUnderOtherKey, issueNow, requirementNow } from '../messages/names.ts'
import { forgetLinksToBaseline, forgetNewLinks, supersedeTrackerMessages } from '../messages/superseding.ts'
import { doesWikiRespond, moveText, refreshText, trackerLinks } from '../issues/tracker-texts.ts'
import { countText } from '../../../world/count-text.ts'

/** Applies a message in the tracker, with the histories of its issues; a message that fails changes nothing. */
export function applyToTracker(connection: Connection, message: OutboundMessage): Outcome {
  const { world, store, integration, actor } = connection
  const { spaceKey, key } = message
  const writing = { world, store, actor }
  switch (message.operation) {
    case 'BASELINE_UPDATED':
      return baselineUpdated({ ...writing, integration }, message)
    case 'CREATE_ISSUE':
      return createIssueFromMessage(connection, message)
    default:
  }
  if (spaceKey === undefined || key === undefined)
    return failed(`${message.operation} needs 'spaceKey' and 'key'`)
  switch (message.operation) {
    case 'REQUIREMENT_UPDATED':
      return refreshed(connection, spaceKey, key)
    case 'REQUIREMENT_RENAMED':
      return renamed({ ...writing, integration }, { spaceKey, key }, message)
    case 'REQUIREMENT_DELETED':
      return deleted({ ...writing, integration }, spaceKey, key)
    case 'LINK_ADDED':
    case 'LINK_REMOVED':
      return linked({ ...writing, integration }, { ...message, operation: message.operation, spaceKey, key })
  }
}

function refreshed(connection: Omit<Connection, 'actor'>, spaceKey: string, key: string): Outcome {
  const { store, integration } = connection
  const table = store.table(issueLinks)
  const place = [integration.serviceId, spaceKey, key]
  const count = table.count('trackerRequirement', place)
  if (count === 0) return done('no issue links the requirement')
  // Links to the current requirement sort before all baselines.
  for (const baseline of table.distinct('trackerRequirement', place))
    refreshText(connection, spaceKey, key, Number(baseline) < 0 ? null : Number(baseline))
  return done(`text refreshed for ${countText(count, 'link')}`)
}

/** Moves the links and text of the current requirement; those of its frozen copies keep their name. */
function renamed(
  connection: Connection,
  { spaceKey, key }: { spaceKey: string; key: string },
  { newSpaceKey = spaceKey, newKey = key }: OutboundMessage,
): Outcome {
  const { integration } = connection
  if (newSpaceKey === spaceKey && newKey === key) return failed("the requirement needs another 'newKey'")
  const links = currentLinks(connection, spaceKey, key)
  for (const link of links) renameLink(connection, integration, link, { spaceKey: newSpaceKey, key: newKey })
  const { trackerApplinkId: applinkId } = integration
  const now = { applinkId, spaceKey: newSpaceKey, key: newKey }
  if (links.length > 0) moveText(connection.store, trackerTextId(applinkId, spaceKey, key, null), now)
  // The text may have changed since the message, or the new name may have been linked while its space was unreadable.
  refreshText(connection, newSpaceKey, newKey, null)
  return done(`${countText(links.length, 'link')} renamed`)
}

function renameLink(
  writing: Writing,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
  name: { readonly spaceKey: string; readonly key: string },
): void {
  const { store } = writing
  const { id, tracker } = link
  const issue = tracker === undefined ? undefined : store.table(issues).get(tracker.issueId)
  if (tracker === undefined || issue === undefined) return
  const facts = { ...name, issueKey: issue.key, relationship: tracker.relationship }
  // The issue may have been linked to the new name independently.
  if (findTrackerView({ store, integration }, issue, facts) !== undefined) dropView(store, link, 'tracker')
  else store.table(issueLinks).update(id, { tracker: { ...tracker, ...name } })
  joinViews({ store, integration }, issue, facts)
  const detail = `${sentenceOf(tracker)} is now ${placeOf(name)}`
  recordIssueHistory(writing, issue.id, 'LINK_RENAMED', detail)
}

/** Removes the links to the copies of a deleted baseline; of other baselines the tracker stores nothing. */
function baselineUpdated(connection: Connection, { spaceKey = '', baseline }: OutboundMessage): Outcome {
  const { integration } = connection
  const { store } = connection
  const noted = done(`baseline ${baseline ?? ''} of space ${spaceKey} noted`)
  if (baseline === undefined || !doesWikiRespond(connection)) return noted
  const space = findProjectByKey(store, integration.wikiApplicationId, spaceKey)
  if (space !== undefined && findBaseline(store, space.id, baseline) !== undefined) return noted
  const links = [
    ...store.table(issueLinks).range('trackerBaseline', [integration.serviceId, spaceKey, baseline]),
  ]
  for (const link of links) dropShown(connection, link)
  forgetLinksToBaseline(connection, spaceKey, baseline)
  return done(`baseline ${baseline} of space ${spaceKey} is gone: ${countText(links.length, 'link')} removed`)
}

/** Drops the tracker's view, even if the issue is gone, and a text that no other link needs. */
function dropShown(writing: Writing, { tracker, ...rest }: IssueLinkRecord): void {
  const { store } = writing
  if (tracker === undefined) return
  const issue = store.table(issues).get(tracker.issueId)
  if (issue !== undefined) return removeView(writing, issue, { ...rest, tracker })
  dropView(store, { ...rest, tracker }, 'tracker')
  forgetText(store, rest.serviceId, tracker)
}

function deleted(connection: Connection, spaceKey: string, key: string): Outcome {
  const { integration } = connection
  const { store } = connection
  const links = currentLinks(connection, spaceKey, key)
  for (const link of links) dropShown(connection, link)
  store.table(trackerTexts).remove(trackerTextId(integration.trackerApplinkId, spaceKey, key, null))
  forgetNewLinks(connection, spaceKey, key)
  return done(`${countText(links.length, 'link')} removed`)
}

function currentLinks(connection: Connected, spaceKey: string, key: string): IssueLinkRecord[] {
  return trackerLinks(connection, spaceKey, key).filter((link) => link.tracker?.baseline === null)
}

/** The issue that a key of another letter case or a former one leads to; a message gives its key to the wiki. */
function otherwiseNamed(connection: Connection, issueKey: string): IssueRecord | undefined {
  const { world, store, integration } = connection
  const { trackerApplicationId } = integration
  if (trackerApplicationId === undefined) return undefined
  const issue = findIssueByAnyKey(store, trackerApplicationId, issueKey, keyReadingOf(world))
  if (issue === undefined) return undefined
  enqueueInbound(connection, integration, {
    operation: 'ISSUE_RENAMED',
    issueKey,
    newIssueKey: issue.key,
  })
  return issue
}

interface LinkMessage extends OutboundMessage {
  readonly operation: 'LINK_ADDED' | 'LINK_REMOVED'
  readonly spaceKey: string
  readonly key: string
}

function linked(connection: Connection, message: LinkMessage): Outcome {
  const { operation, issueKey, relationship, spaceKey, key, baseline } = message
  if (issueKey === undefined || relationship === undefined)
    return failed(`${operation} needs 'issueKey' and 'relationship'`)
  const issue = issueNow(connection, issueKey) ?? otherwiseNamed(connection, issueKey)
  // Without the issue there is no link.
  if (issue === undefined && operation === 'LINK_REMOVED') return done('there was no such link')
  if (issue === undefined) return failed(`issue '${issueKey}' does not exist`)
  const facts = { issueKey, spaceKey, key, baseline, relationship }
  const now = baseline === undefined ? requirementNow(connection, { spaceKey, key }) : {}
  if (operation === 'LINK_REMOVED' && isShownUnderOtherKey(connection, issue, { ...facts, ...now }))
    return done('superseded: the wiki shows the link under another key of the issue')
  supersedeTrackerMessages(connection, issue, operation, facts)
  if (operation === 'LINK_ADDED') {
    // The wiki may show the link under a newer name already, and another link under this one.
    const wikiFacts = { ...facts, ...now }
    const added = addTrackerView(connection, issue, facts, wikiFacts)
    joinViews(connection, issue, facts, wikiFacts)
    // A repair may have told the wiki the issue's new key.
    if (issue.key !== issueKey) joinViews(connection, issue, facts, { ...wikiFacts, issueKey: issue.key })
    refreshText(connection, spaceKey, key, baseline ?? null)
    if (added) recordIssueHistory(connection, issue.id, 'LINKED', sentenceOf(facts))
    return done(added ? 'link added' : 'the link was there already')
  }
  const known = findTrackerView(connection, issue, facts)
  if (known === undefined) return done('there was no such link')
  dropShown(connection, known)
  return done('link removed')
}
