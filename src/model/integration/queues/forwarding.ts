/** Passing on to the tracker what a caller posted to the wiki in its name (service §4.5, inbound queue). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import type { Actor } from '../../history/writing.ts'
import { findWikiFace, type LinkFacts } from '../../links/faces.ts'
import type { IntegrationRecord } from '../../links/records.ts'
import { enqueueOutbound } from './outbound.ts'
import { requirementNow } from './renamings.ts'
import type { Received } from './posted-messages.ts'
import { DEFAULT_RELATIONSHIP, waitingChangeOfLink } from './waiting.ts'

/** Queues for the tracker each link that was added or removed; one that it knows of already changes nothing there. */
export function tellTrackerOfReceived(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  actor: Actor,
  answers: readonly Received[],
): void {
  const tell = (operation: 'LINK_ADDED' | 'LINK_REMOVED', facts: LinkFacts) => {
    const { serviceId, wikiApplinkId: applinkId } = integration
    const { issueKey, spaceKey, key, baseline, relationship } = facts
    const frozen = baseline === undefined ? {} : { baseline }
    const link = { spaceKey, key, ...frozen, issueKey, relationship }
    enqueueOutbound(world, store, actor, { serviceId, operation, applinkId, ...link })
  }
  for (const answer of answers) {
    const { operation, status, spaceKey, key, baseline, issueKey, removed = [] } = answer
    for (const facts of removed) tell('LINK_REMOVED', facts)
    if (status !== 'DONE' || (operation !== 'ADD_LINK' && operation !== 'REMOVE_LINK')) continue
    if (spaceKey === undefined || key === undefined || issueKey === undefined) continue
    const { relationship = DEFAULT_RELATIONSHIP } = answer
    const facts = { issueKey, spaceKey, key, baseline, relationship }
    if (operation === 'REMOVE_LINK') tell('LINK_REMOVED', facts)
    else {
      // A link to a requirement that went elsewhere went there; one to a deleted requirement was not added.
      const now = baseline === undefined ? requirementNow(store, integration, facts) : {}
      const added = { ...facts, ...now }
      if (findWikiFace(store, integration, added) === undefined) continue
      if (waitingChangeOfLink(store, integration, added)?.operation !== 'LINK_ADDED')
        tell('LINK_ADDED', added)
    }
  }
}
