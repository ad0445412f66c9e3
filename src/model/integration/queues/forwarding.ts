/** Passing on to the tracker what a caller posted to the wiki in its name (service §4.5, inbound queue). */
import type { Connection } from '../../links/connection.ts'
import { DEFAULT_ISSUE_RELATIONSHIP, findWikiFace, type LinkFacts } from '../../links/faces.ts'
import { enqueueOutbound } from '../messages/enqueue-outbound.ts'
import { requirementNow } from '../messages/names.ts'
import type { Received } from './posted-messages.ts'
import { waitingChangeOfLink } from '../messages/waiting-changes.ts'

/** Queues each link that was added or removed for the tracker; a link that it already knows changes nothing there. */
export function forwardToTracker(connection: Connection, answers: readonly Received[]): void {
  const { integration } = connection
  const enqueue = (operation: 'LINK_ADDED' | 'LINK_REMOVED', facts: LinkFacts) => {
    const { serviceId, wikiApplinkId: applinkId } = integration
    const { issueKey, spaceKey, key, baseline, relationship } = facts
    const link = { spaceKey, key, baseline, issueKey, relationship }
    enqueueOutbound(connection, { serviceId, operation, applinkId, ...link })
  }
  for (const answer of answers) {
    const { operation, status, spaceKey, key, baseline, issueKey, removed = [] } = answer
    for (const facts of removed) enqueue('LINK_REMOVED', facts)
    if (status !== 'DONE' || (operation !== 'ADD_LINK' && operation !== 'REMOVE_LINK')) continue
    if (spaceKey === undefined || key === undefined || issueKey === undefined) continue
    const { relationship = DEFAULT_ISSUE_RELATIONSHIP } = answer
    const facts = { issueKey, spaceKey, key, baseline, relationship }
    if (operation === 'REMOVE_LINK') enqueue('LINK_REMOVED', facts)
    else {
      // A link to a moved requirement moved with it; a link to a deleted requirement was not added.
      const now = baseline === undefined ? requirementNow(connection, facts) : {}
      const added = { ...facts, ...now }
      if (findWikiFace(connection, added) === undefined) continue
      if (waitingChangeOfLink(connection, added)?.operation !== 'LINK_ADDED') enqueue('LINK_ADDED', added)
    }
  }
}
