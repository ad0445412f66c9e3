/** Putting messages into the queue of a tracker towards the wiki (service §4.7, `/queue`). */
import type { Writing } from '../../history/writing.ts'
import type { IntegrationRecord } from '../../links/records.ts'
import { type InboundMessage, trackerMessages, type TrackerMessageRecord } from '../../tracker/records.ts'

/** Adds a message that waits in the tracker for the next synchronisation. */
export function enqueueInbound(
  { world, store, actor }: Writing,
  { serviceId, trackerApplinkId }: Pick<IntegrationRecord, 'serviceId' | 'trackerApplinkId'>,
  message: InboundMessage,
): TrackerMessageRecord {
  const table = store.table(trackerMessages)
  return table.insert({
    ...message,
    id: store.nextId(trackerMessages),
    serviceId,
    applinkId: trackerApplinkId,
    ...(actor === undefined ? {} : { createdBy: actor.id }),
    createdAt: world.now,
    status: 'PENDING',
    attempts: 0,
  })
}
