/** The queue of a tracker towards a wiki, messages that a caller posts past it, and the answers of the wiki (service §4.5, §4.7). */
import type { Store } from '../../../world/store/store.ts'
import type { World } from '../../../world/world.ts'
import { messageFailure } from '../../finding/faults/messages.ts'
import { conflict, notFound } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import type { Connection } from '../../links/connection.ts'
import { DEFAULT_ISSUE_RELATIONSHIP, findWikiView, type LinkFacts } from '../../links/views.ts'
import type { UserRecord } from '../../records/service/users.ts'
import {
  type InboundAnswerRecord,
  type InboundMessage,
  trackerMessages,
  type TrackerMessageRecord,
} from '../../records/tracker/inbound-messages.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import { requireTurn } from '../messages/message-order.ts'
import { enqueueOutbound, type Outcome } from '../messages/messages.ts'
import { requirementNow } from '../messages/names.ts'
import { waitingChangeOfLink } from '../messages/superseding.ts'
import { problemOfSender } from '../rights.ts'
import { BY_HAND_MILLISECONDS, keepAnswer, messageCost, sendInbound, TIME_IS_UP } from './sending.ts'
import { waitingInbound } from './synchronisation.ts'
import { applyToWiki } from './wiki-side.ts'

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
  const where = `the queue of ${quoted(trackerApplinkId)}`
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

/** A response of the wiki to a posted message, with the links that a reset removed. */
export type Received = InboundAnswerRecord & Pick<Outcome, 'removed'>

/** Applies a user's messages while the time lasts; what the user may not do is FAILED and changes nothing. */
export function receivePostedMessages(
  connection: Omit<Connection, 'actor'>,
  messages: readonly InboundMessage[],
  user: UserRecord,
  milliseconds: number,
): Received[] {
  const { world, store, integration } = connection
  const cost = messageCost(store, integration.wikiApplicationId)
  return messages.map((message, place) => {
    const inTime = (place + 1) * cost <= milliseconds
    if (!inTime) return keepAnswer(connection, message, TIME_IS_UP)
    const { serviceId } = integration
    const facts = { queue: 'inbound', serviceId, operation: message.operation } as const
    const failure = messageFailure(world, facts)
    if (failure !== undefined) return keepAnswer(connection, message, failure)
    const problem = problemOfSender(connection, user, message)
    const answer: Outcome =
      problem === undefined
        ? applyToWiki({ world, store, integration, actor: user }, message)
        : { status: 'FAILED', message: problem }
    const kept = keepAnswer(connection, message, answer)
    return answer.removed === undefined ? kept : { ...kept, removed: answer.removed }
  })
}

/** Queues each link that a posted message added or removed for the tracker; a link that it already knows changes nothing there. */
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
      if (findWikiView(connection, added) === undefined) continue
      if (waitingChangeOfLink(connection, added)?.operation !== 'LINK_ADDED') enqueue('LINK_ADDED', added)
    }
  }
}
