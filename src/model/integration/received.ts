/** Passing on to the tracker what a caller posted to the wiki in its name (service §4.5, inbound queue). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { Actor } from '../history/history.ts'
import type { IntegrationRecord } from '../links/records.ts'
import { enqueueOutbound } from '../messages/outbound.ts'
import type { InboundAnswerRecord } from '../tracker/records.ts'
import { DEFAULT_RELATIONSHIP } from './waiting.ts'

/** Queues for the tracker each link that was added or removed; one that it knows of already changes nothing there. */
export function tellTrackerOfReceived(
  world: World,
  store: Store,
  { serviceId, wikiApplinkId: applinkId }: IntegrationRecord,
  actor: Actor,
  answers: readonly InboundAnswerRecord[],
): void {
  for (const { operation, status, spaceKey, key, baseline, issueKey, relationship } of answers) {
    if (status !== 'DONE' || (operation !== 'ADD_LINK' && operation !== 'REMOVE_LINK')) continue
    if (spaceKey === undefined || key === undefined || issueKey === undefined) continue
    enqueueOutbound(world, store, actor, {
      serviceId,
      operation: operation === 'ADD_LINK' ? 'LINK_ADDED' : 'LINK_REMOVED',
      applinkId,
      spaceKey,
      key,
      ...(baseline === undefined ? {} : { baseline }),
      issueKey,
      relationship: relationship ?? DEFAULT_RELATIONSHIP,
    })
  }
}
