/** Putting messages into the queue towards the tracker (service §6.2). */
import { type Given, present } from '../../input/present.ts'
import type { Writing } from '../../records/actor.ts'
import { type OutboundMessageRecord, outboundMessages } from '../../records/tracker/outbound-messages.ts'

type NewMessage = Given<
  Omit<OutboundMessageRecord, 'id' | 'createdBy' | 'createdAt' | 'status' | 'attempts' | 'lastResponse'>
>

/** What a message is about. */
export type MessageSubject = Omit<NewMessage, 'operation'>

/** Adds a message that waits for the next synchronisation. */
export function enqueueOutbound(
  { world, store, actor }: Writing,
  message: NewMessage,
): OutboundMessageRecord {
  return store.table(outboundMessages).insert({
    id: store.nextId(outboundMessages),
    ...present({ ...message, createdBy: actor?.id }),
    createdAt: world.now,
    status: 'PENDING',
    attempts: 0,
  })
}
