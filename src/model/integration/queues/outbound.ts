/** Putting messages into the queue towards the tracker (service §6.2). */
import { present } from '../../input/present.ts'
import type { Writing } from '../../history/writing.ts'
import { type OutboundMessageRecord, outboundMessages } from './records.ts'

type NewMessage = Omit<
  OutboundMessageRecord,
  'id' | 'createdBy' | 'createdAt' | 'status' | 'attempts' | 'lastResponse'
>

/** Adds a message that waits for the next synchronisation. */
export function enqueueOutbound(
  { world, store, actor }: Writing,
  message: NewMessage,
): OutboundMessageRecord {
  const by = actor === undefined ? {} : { createdBy: actor.id }
  const table = store.table(outboundMessages)
  return table.insert({
    id: store.nextId(outboundMessages),
    ...(present(message) as NewMessage),
    ...by,
    createdAt: world.now,
    status: 'PENDING',
    attempts: 0,
  })
}
