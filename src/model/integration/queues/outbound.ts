/** The queues of a wiki towards its trackers, and messages that a caller posts past them (service §3, §4.5, §4.7). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { messageFailure } from '../../finding/faults/messages.ts'
import { forbiddenTo } from '../../finding/permissions.ts'
import { refusalByMode } from '../../finding/reachability.ts'
import { conflict, notFound } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import type { Writing } from '../../records/actor.ts'
import type { UserRecord } from '../../records/service/users.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import { outboundMessages, type OutboundMessageRecord } from '../../records/tracker/outbound-messages.ts'
import { requireTurn } from '../messages/message-order.ts'
import type { OutboundMessage } from '../messages/messages.ts'
import {
  type Answered,
  BY_HAND_MILLISECONDS,
  messageCost,
  RUN_MILLISECONDS,
  sendOutbound,
  TIME_IS_UP,
} from './sending.ts'
import { MESSAGES_PER_RUN, nextSynchronisation, waitingOutbound } from './synchronisation.ts'
import { applyToTracker } from './tracker-side.ts'

/** Waiting messages first, the oldest leading; then those that are DONE, the newest leading. */
export function listOutbound(
  store: Store,
  { serviceId }: IntegrationRecord,
  limit: number,
  includeDone: boolean,
): OutboundMessageRecord[] {
  const listed = waitingOutbound(store, serviceId, limit)
  if (!includeDone) return listed
  const done = store.table(outboundMessages).range('service', [serviceId, 'DONE'], { reverse: true })
  for (const message of done) {
    if (listed.length >= limit) break
    listed.push(message)
  }
  return listed
}

/** What waits in all queues of a wiki, by age; at most as much as one run takes. */
export function commonQueue(store: Store, wikiApplicationId: number): OutboundMessageRecord[] {
  const all = [...store.table(integrations).range('wiki', [wikiApplicationId])].flatMap(({ serviceId }) =>
    waitingOutbound(store, serviceId),
  )
  return all.sort((a, b) => a.id - b.id).slice(0, MESSAGES_PER_RUN)
}

/** What a user made and still waits in the queues of a wiki, by age. */
export function personalQueue(
  store: Store,
  wikiApplicationId: number,
  user: UserRecord,
): OutboundMessageRecord[] {
  const own = new Set(
    [...store.table(integrations).range('wiki', [wikiApplicationId])].map(({ serviceId }) => serviceId),
  )
  const listed: OutboundMessageRecord[] = []
  for (const message of store.table(outboundMessages).range('creator', [user.id])) {
    if (listed.length >= MESSAGES_PER_RUN) break
    if (own.has(message.serviceId)) listed.push(message)
  }
  return listed
}

export function findMessage(
  store: Store,
  { serviceId }: IntegrationRecord,
  messageId: number,
): OutboundMessageRecord {
  const message = store.table(outboundMessages).get(messageId)
  if (message !== undefined && message.serviceId === serviceId) return message
  throw notFound('message', messageId, { at: 'messageId', in: `the queue of ${quoted(serviceId)}` })
}

/** Throws FORBIDDEN unless the user made the message. */
export function requireOwner(user: UserRecord, { id, createdBy }: OutboundMessageRecord): void {
  if (createdBy !== user.id) throw forbiddenTo(user, `touch message ${id}: somebody else made it`)
}

/**
 * Sends one message now, or explains why there is no response. Throws a Refusal (CONFLICT) if it is DONE or must
 * wait.
 */
export function sendByHand(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: OutboundMessageRecord,
): OutboundMessageRecord {
  const { id } = message
  if (message.status === 'DONE') throw conflict('message', id, 'is DONE and is not sent again')
  const table = store.table(outboundMessages)
  requireTurn(table, message)
  const sent = sendOutbound({ world, store, integration }, [message], BY_HAND_MILLISECONDS)
  if ('reason' in sent) return table.update(id, { lastResponse: sent.reason }) as OutboundMessageRecord
  return table.get(id) as OutboundMessageRecord
}

export interface Flushed {
  readonly answers: readonly (Answered & { readonly operation: OutboundMessageRecord['operation'] })[]
  /** How many messages of one run still wait. */
  readonly waiting: number
  /** Why there was no response. */
  readonly reason?: string
}

/** Sends everything that waits now, as far as the time for sending by hand allows. */
export function flushQueue(world: World, store: Store, integration: IntegrationRecord): Flushed {
  const { serviceId } = integration
  const messages = waitingOutbound(store, serviceId)
  const operations = new Map(messages.map(({ id, operation }) => [id, operation]))
  const sent = sendOutbound({ world, store, integration }, messages, BY_HAND_MILLISECONDS)
  const waiting = waitingOutbound(store, serviceId).length
  if ('reason' in sent) return { answers: [], waiting, reason: sent.reason }
  const answers = sent.map((answered) => ({
    ...answered,
    operation: operations.get(answered.id) as OutboundMessageRecord['operation'],
  }))
  return { answers, waiting }
}

/** The earliest instant at which one of these messages is sent; undefined if nothing waits or no run is scheduled. */
export function nextSending(
  world: World,
  store: Store,
  messages: readonly Pick<OutboundMessageRecord, 'serviceId' | 'status'>[],
): number | undefined {
  const services = new Set(
    messages.filter(({ status }) => status !== 'DONE').map(({ serviceId }) => serviceId),
  )
  const instants = [...services].flatMap((serviceId) => nextSynchronisation(world, store, serviceId) ?? [])
  return instants.length === 0 ? undefined : Math.min(...instants)
}

export interface PostedMessage {
  readonly integration: IntegrationRecord
  readonly message: OutboundMessage
}

/** Throws FORBIDDEN if the application link is DISABLED: the tracker then takes no messages of the wiki. */
export function requireOpenLink(integration: IntegrationRecord, user: UserRecord | undefined): void {
  const refusal = refusalByMode(integration)
  if (refusal === undefined) return
  throw forbiddenTo(user, `post messages through ${quoted(integration.trackerApplinkId)}: ${refusal}`)
}

/** Applies messages in the tracker while the time of a run lasts. Responses come in the order of the messages. */
export function postToTracker(
  { world, store, actor }: Writing,
  trackerId: number,
  messages: readonly PostedMessage[],
): Omit<Answered, 'id'>[] {
  const cost = messageCost(store, trackerId)
  return messages.map(({ integration, message }, place) => {
    if (place * cost >= RUN_MILLISECONDS) return TIME_IS_UP
    const { serviceId } = integration
    const failure = messageFailure(world, { queue: 'outbound', serviceId, operation: message.operation })
    return failure ?? applyToTracker({ world, store, integration, actor }, message)
  })
}
