/** What a tracker does with a message from the wiki (service §6.2, §4.7). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { addTrackerFace, dropFace, findTrackerFace, issueOf } from '../links/faces.ts'
import { type IntegrationRecord, issueLinks } from '../links/records.ts'
import { trackerTextId, trackerTexts } from '../tracker/records.ts'
import { createIssueFromMessage } from './create-issue.ts'
import type { Outcome, TrackerMessage } from './messages.ts'
import { refreshText, trackerLinks } from './texts.ts'

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
      return done(`baseline ${message.baseline ?? ''} of space ${spaceKey ?? ''} noted`)
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
      return renamed(store, integration, { spaceKey, key }, message)
    case 'REQUIREMENT_DELETED':
      return deleted(store, integration, spaceKey, key)
    case 'LINK_ADDED':
    case 'LINK_REMOVED':
      return linked(world, store, integration, { ...message, spaceKey, key })
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

function renamed(
  store: Store,
  integration: IntegrationRecord,
  { spaceKey, key }: { spaceKey: string; key: string },
  { newSpaceKey = spaceKey, newKey = key }: TrackerMessage,
): Outcome {
  const links = trackerLinks(store, integration, spaceKey, key)
  for (const link of links) {
    if (link.tracker === undefined) continue
    store
      .table(issueLinks)
      .update(link.id, { tracker: { ...link.tracker, spaceKey: newSpaceKey, key: newKey } })
  }
  const table = store.table(trackerTexts)
  for (const text of table.range('requirement', [integration.trackerApplinkId, spaceKey, key])) {
    table.remove(text.id)
    const id = trackerTextId(text.applinkId, newSpaceKey, newKey, text.baseline)
    table.put({ ...text, id, spaceKey: newSpaceKey, key: newKey })
  }
  return done(`${links.length} links renamed`)
}

function deleted(store: Store, integration: IntegrationRecord, spaceKey: string, key: string): Outcome {
  const links = trackerLinks(store, integration, spaceKey, key).filter(
    (link) => link.tracker?.baseline === null,
  )
  for (const link of links) dropFace(store, link, 'tracker')
  store.table(trackerTexts).remove(trackerTextId(integration.trackerApplinkId, spaceKey, key, null))
  return done(`${links.length} links removed`)
}

function linked(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: TrackerMessage & { readonly spaceKey: string; readonly key: string },
): Outcome {
  const { issueKey, relationship, spaceKey, key, baseline } = message
  if (issueKey === undefined || relationship === undefined)
    return failed(`${message.operation} needs 'issueKey' and 'relationship'`)
  const issue = issueOf(store, integration, issueKey)
  if (issue === undefined) return failed(`issue '${issueKey}' does not exist`)
  const facts = { issueKey, spaceKey, key, baseline, relationship }
  if (message.operation === 'LINK_ADDED') {
    const added = addTrackerFace(store, integration, issue, facts)
    refreshText(world, store, integration, spaceKey, key, baseline ?? null)
    return done(added ? 'link added' : 'the link was there already')
  }
  const known = findTrackerFace(store, integration, issue, facts)
  if (known === undefined) return done('there was no such link')
  dropFace(store, known, 'tracker')
  return done('link removed')
}
