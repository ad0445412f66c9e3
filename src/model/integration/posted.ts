/** Messages that a caller posts to the wiki in the name of the tracker, each as far as the caller may (service §4.5, inbound queue). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { IntegrationRecord } from '../links/records.ts'
import { nextFree } from '../next-free.ts'
import { type InboundAnswerRecord, inboundAnswers, type InboundMessage } from '../tracker/records.ts'
import type { UserRecord } from '../users/records.ts'
import { complaintAboutSender } from './rights.ts'
import { KEPT_ANSWERS, messageCost, receiveInbound } from './sending.ts'

/** As receiveInbound, one message after the other; what the caller may not do is answered FAILED and changes nothing. */
export function receivePosted(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  messages: readonly InboundMessage[],
  user: UserRecord,
  milliseconds: number,
): ReturnType<typeof receiveInbound> {
  const cost = messageCost(store, integration.wikiApplicationId)
  return messages.flatMap((message, place) => {
    const left = milliseconds - place * cost
    const complaint = left < cost ? undefined : complaintAboutSender(store, integration, user, message)
    return complaint === undefined
      ? receiveInbound(world, store, integration, [message], user, left)
      : [refused(world, store, integration, message, complaint)]
  })
}

/** Keeps the answer to a message that its sender may not post; the oldest answers go when there are too many. */
function refused(
  world: World,
  store: Store,
  { serviceId }: IntegrationRecord,
  sent: InboundMessage,
  message: string,
): InboundAnswerRecord {
  const table = store.table(inboundAnswers)
  const id = nextFree(store, 'inboundAnswer', (candidate) => table.has(candidate))
  const kept = table.insert({ ...sent, id, serviceId, receivedAt: world.now, status: 'FAILED', message })
  const oldest =
    table.count('service', [serviceId]) > KEPT_ANSWERS ? table.find('service', [serviceId]) : undefined
  if (oldest !== undefined) table.remove(oldest.id)
  return kept
}
