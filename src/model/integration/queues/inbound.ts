/** The queue of a tracker towards a wiki: reading it, filling it, and sending from it by hand (service §4.7). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { BY_HAND_MILLISECONDS, sendInbound } from './sending.ts'
import { waitingInbound } from './synchronisation.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { requireTurn } from '../messages/message-order.ts'
import { conflict, notFound } from '../../input/errors.ts'
import { shown } from '../../input/refusal.ts'
import { trackerMessages, type TrackerMessageRecord } from '../../records/tracker/inbound-messages.ts'

/** Waiting messages first, the oldest leading; then those that are DONE, the newest leading. */
export function listInbound(
  store: Store,
  { serviceId }: IntegrationRecord,
  limit: number,
  includeDone: boolean,
): TrackerMessageRecord[] {
  const listed = waitingInbound(store, serviceId, limit)
  if (!includeDone) return listed
  for (const message of store.table(trackerMessages).range('service', [serviceId], { reverse: true })) {
    if (listed.length >= limit) break
    if (message.status === 'DONE') listed.push(message)
  }
  return listed
}

export function findTrackerMessage(
  store: Store,
  { serviceId, trackerApplinkId }: IntegrationRecord,
  messageId: number,
): TrackerMessageRecord {
  const message = store.table(trackerMessages).get(messageId)
  if (message?.serviceId === serviceId) return message
  const where = `the queue of ${shown(trackerApplinkId)}`
  throw notFound('message', messageId, { in: where })
}

export function emptyQueue(store: Store, { serviceId }: IntegrationRecord): void {
  const table = store.table(trackerMessages)
  for (const { id } of table.range('service', [serviceId])) table.remove(id)
}

/** Sends one message to the wiki now, or explains why there is no response. Throws a Refusal (CONFLICT). */
export function sendTrackerMessage(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: TrackerMessageRecord,
): TrackerMessageRecord {
  const { id, status } = message
  if (status === 'DONE') throw conflict('message', id, 'is DONE and is not sent again')
  const table = store.table(trackerMessages)
  requireTurn(table, message)
  const silent = (reason: string) => table.update(id, { lastResponse: reason }) as TrackerMessageRecord
  if (integration.detached === true) return silent('the wiki has no descriptor of this application link')
  const sent = sendInbound({ world, store, integration }, [message], BY_HAND_MILLISECONDS)
  return 'reason' in sent ? silent(sent.reason) : (table.get(id) as TrackerMessageRecord)
}
