/** What a tracker does with a message from the wiki (service §6.2, §4.7). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { findBaseline } from '../baselines/baselines.ts'
import { findProjectByKey } from '../containers/containers.ts'
import { addTrackerFace, dropFace, findTrackerFace } from '../links/faces.ts'
import { joinFaces } from '../links/joining.ts'
import { type IntegrationRecord, type IssueLinkRecord, issueLinks, issues } from '../links/records.ts'
import { forgetText } from '../tracker/links.ts'
import { trackerTextId, trackerTexts } from '../tracker/records.ts'
import { createIssueFromMessage } from './create-issue.ts'
import type { Outcome, TrackerMessage } from './messages.ts'
import { doesWikiAnswer, refreshText, trackerLinks } from './texts.ts'
import { forgetLinksToBaseline, forgetNewLinks, issueNow, supersedeTrackerMessages } from './waiting.ts'

const done = (message: string): Outcome => ({ status: 'DONE', message })
const failed = (message: string): Outcome => ({ status: 'FAILED', message })

/** The tracker does what a message says; a message that it cannot follow fails and changes nothing. */
export function applyToTracker(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: TrackerMessage,
): Outcome {
  const { spaceKey, key } = message
  switch (message.operation) {
    case 'BASELINE_UPDATED':
      return baselineUpdated(store, integration, message)
    case 'CREATE_ISSUE':
      return createIssueFromMessage(world, store, integration, message)
    default:
  }
  if (spaceKey === undefined || key === undefined)
    return failed(`${message.operation} needs 'spaceKey' and 'key'`)
  switch (message.operation) {
    case 'REQUIREMENT_UPDATED':
      return refreshed(world, store, integration, spaceKey, key)
    case 'REQUIREMENT_RENAMED':
      return renamed(world, store, integration, { spaceKey, key }, message)
    case 'REQUIREMENT_DELETED':
      return deleted(store, integration, spaceKey, key)
    case 'LINK_ADDED':
    case 'LINK_REMOVED':
      return linked(world, store, integration, { ...message, operation: message.operation, spaceKey, key })
  }
}

function refreshed(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  spaceKey: string,
  key: string,
): Outcome {
  const links = trackerLinks(store, integration, spaceKey, key)
  if (links.length === 0) return done('no issue links the requirement')
  const baselines = new Set(links.map((link) => link.tracker?.baseline ?? null))
  for (const baseline of baselines) refreshText(world, store, integration, spaceKey, key, baseline)
  return done(`text refreshed for ${links.length} links`)
}

/** Links and text of the requirement as it is now go along; those of its frozen copies keep their name. */
function renamed(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  { spaceKey, key }: { spaceKey: string; key: string },
  { newSpaceKey = spaceKey, newKey = key }: TrackerMessage,
): Outcome {
  if (newSpaceKey === spaceKey && newKey === key) return failed("the requirement needs another 'newKey'")
  const links = currentLinks(store, integration, spaceKey, key)
  for (const link of links) renameLink(store, integration, link, { spaceKey: newSpaceKey, key: newKey })
  const table = store.table(trackerTexts)
  const text = table.get(trackerTextId(integration.trackerApplinkId, spaceKey, key, null))
  if (text !== undefined) {
    table.remove(text.id)
    const id = trackerTextId(text.applinkId, newSpaceKey, newKey, null)
    table.put({ ...text, id, spaceKey: newSpaceKey, key: newKey })
  }
  // It may have been written between its change and this message.
  if (links.length > 0) refreshText(world, store, integration, newSpaceKey, newKey, null)
  return done(`${links.length} links renamed`)
}

function renameLink(
  store: Store,
  integration: IntegrationRecord,
  link: IssueLinkRecord,
  name: { readonly spaceKey: string; readonly key: string },
): void {
  const { id, tracker } = link
  const issue = tracker === undefined ? undefined : store.table(issues).get(tracker.issueId)
  if (tracker === undefined || issue === undefined) return
  const facts = { ...name, issueKey: issue.key, relationship: tracker.relationship }
  // The issue may have come to link the new name by itself.
  if (findTrackerFace(store, integration, issue, facts) !== undefined) dropFace(store, link, 'tracker')
  else store.table(issueLinks).update(id, { tracker: { ...tracker, ...name } })
  joinFaces(store, integration, issue, facts)
}

/** A baseline that is gone takes the links to its frozen copies along; of another one nothing is kept here. */
function baselineUpdated(
  store: Store,
  integration: IntegrationRecord,
  { spaceKey = '', baseline }: TrackerMessage,
): Outcome {
  const noted = done(`baseline ${baseline ?? ''} of space ${spaceKey} noted`)
  if (baseline === undefined || !doesWikiAnswer(store, integration)) return noted
  const space = findProjectByKey(store, integration.wikiApplicationId, spaceKey)
  if (space !== undefined && findBaseline(store, space.id, baseline) !== undefined) return noted
  const { serviceId, trackerApplinkId } = integration
  const links = [...store.table(issueLinks).range('trackerRequirement', [trackerApplinkId, spaceKey])].filter(
    (link) => link.serviceId === serviceId && link.tracker?.baseline === baseline,
  )
  for (const link of links) dropShown(store, link)
  forgetLinksToBaseline(store, integration, spaceKey, baseline)
  return done(`baseline ${baseline} of space ${spaceKey} is gone: ${links.length} links removed`)
}

/** The tracker shows a link no more; a text that no other link needs is forgotten. */
function dropShown(store: Store, link: IssueLinkRecord): void {
  dropFace(store, link, 'tracker')
  if (link.tracker !== undefined) forgetText(store, link.tracker)
}

function deleted(store: Store, integration: IntegrationRecord, spaceKey: string, key: string): Outcome {
  const links = currentLinks(store, integration, spaceKey, key)
  for (const link of links) dropFace(store, link, 'tracker')
  store.table(trackerTexts).remove(trackerTextId(integration.trackerApplinkId, spaceKey, key, null))
  forgetNewLinks(store, integration, spaceKey, key)
  return done(`${links.length} links removed`)
}

/** The links to the requirement as it is now, not to one of its frozen copies. */
function currentLinks(
  store: Store,
  integration: IntegrationRecord,
  spaceKey: string,
  key: string,
): IssueLinkRecord[] {
  return trackerLinks(store, integration, spaceKey, key).filter((link) => link.tracker?.baseline === null)
}

interface LinkMessage extends TrackerMessage {
  readonly operation: 'LINK_ADDED' | 'LINK_REMOVED'
  readonly spaceKey: string
  readonly key: string
}

function linked(world: World, store: Store, integration: IntegrationRecord, message: LinkMessage): Outcome {
  const { operation, issueKey, relationship, spaceKey, key, baseline } = message
  if (issueKey === undefined || relationship === undefined)
    return failed(`${operation} needs 'issueKey' and 'relationship'`)
  const issue = issueNow(store, integration, issueKey)
  if (issue === undefined) return failed(`issue '${issueKey}' does not exist`)
  const facts = { issueKey, spaceKey, key, baseline, relationship }
  supersedeTrackerMessages(world, store, integration, issue, operation, facts)
  if (operation === 'LINK_ADDED') {
    const added = addTrackerFace(store, integration, issue, facts)
    joinFaces(store, integration, issue, facts)
    refreshText(world, store, integration, spaceKey, key, baseline ?? null)
    return done(added ? 'link added' : 'the link was there already')
  }
  const known = findTrackerFace(store, integration, issue, facts)
  if (known === undefined) return done('there was no such link')
  dropShown(store, known)
  return done('link removed')
}
