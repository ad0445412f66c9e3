/** Putting messages into the queue of a tracker towards the wiki (service §4.7, `/queue`). */
import { type Given, present } from '../../input/present.ts'
import type { Writing } from '../../records/actor.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import {
  type InboundMessage,
  trackerMessages,
  type TrackerMessageRecord,
} from '../../records/tracker/inbound-messages.ts'

/** Adds a message that waits in the tracker for the next synchronisation. */
export function enqueueInbound(
  { world, store, actor }: Writing,
  { serviceId, trackerApplinkId }: Pick<IntegrationRecord, 'serviceId' | 'trackerApplinkId'>,
  message: Given<InboundMessage>,
): TrackerMessageRecord {
  return store.table(trackerMessages).insert({
    ...present(message),
    id: store.nextId(trackerMessages),
    serviceId,
    applinkId: trackerApplinkId,
    ...present({ createdBy: actor?.id }),
    createdAt: world.now,
    status: 'PENDING',
    attempts: 0,
  })
}
