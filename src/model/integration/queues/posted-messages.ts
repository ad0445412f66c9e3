/** Messages that a caller posts to a product for the other, past its queue, and the mode that refuses them (service §3, §4.5, §4.7). */
import type { Writing } from '../../records/actor.ts'
import type { Connection } from '../../links/connection.ts'
import { messageFailure } from '../../finding/faults/messages.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import type { InboundAnswerRecord, InboundMessage } from '../../records/tracker/inbound-messages.ts'
import type { UserRecord } from '../../records/service/users.ts'
import { type Answered, keepAnswer, TIME_IS_UP } from './answers.ts'
import type { Outcome, OutboundMessage } from '../messages/messages.ts'
import { shown } from '../../input/refusal.ts'
import { forbiddenTo } from '../../finding/permissions.ts'
import { refusalByMode } from '../../finding/reachability.ts'
import { complaintAboutSender } from '../rights.ts'
import { messageCost, RUN_MILLISECONDS } from './sending.ts'
import { applyToTracker } from './tracker-side.ts'
import { applyToWiki } from './wiki-side.ts'

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
    const complaint = complaintAboutSender(connection, user, message)
    const answer: Outcome =
      complaint === undefined
        ? applyToWiki({ world, store, integration, actor: user }, message)
        : { status: 'FAILED', message: complaint }
    const kept = keepAnswer(connection, message, answer)
    return answer.removed === undefined ? kept : { ...kept, removed: answer.removed }
  })
}

export interface PostedMessage {
  readonly integration: IntegrationRecord
  readonly message: OutboundMessage
}

/** Throws FORBIDDEN if the application link is DISABLED: the tracker then takes no messages of the wiki. */
export function requireOpenLink(integration: IntegrationRecord, user: UserRecord | undefined): void {
  const refusal = refusalByMode(integration)
  if (refusal === undefined) return
  throw forbiddenTo(user, `post messages through ${shown(integration.trackerApplinkId)}: ${refusal}`)
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
