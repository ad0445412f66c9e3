/** What messages between wiki and tracker say, and putting them into the queues (service §4.7, §6.2). */
import { type Given, present } from '../../input/present.ts'
import type { LinkFacts } from '../../links/views.ts'
import type { Writing } from '../../records/actor.ts'
import {
  type InboundMessage,
  type TrackerMessageRecord,
  trackerMessages,
} from '../../records/tracker/inbound-messages.ts'
import type { IntegrationRecord } from '../../records/tracker/integrations.ts'
import {
  type OutboundMessageRecord,
  outboundMessages,
  type OutboundOperation,
} from '../../records/tracker/outbound-messages.ts'

/** What a message to the tracker says; its operation decides which fields it has. */
export interface OutboundMessage {
  readonly operation: OutboundOperation
  readonly title?: string | undefined
  readonly templateId?: number | undefined
  readonly spaceKey?: string | undefined
  readonly key?: string | undefined
  readonly baseline?: number | undefined
  readonly newSpaceKey?: string | undefined
  readonly newKey?: string | undefined
  readonly issueKey?: string | undefined
  readonly relationship?: string | undefined
}

export interface Outcome {
  readonly status: 'DONE' | 'FAILED'
  readonly message: string
  /** Links that the wiki no longer shows, if the message removes several at once. */
  readonly removed?: readonly LinkFacts[]
}

export const done = (message: string): Outcome => ({ status: 'DONE', message })
export const failed = (message: string): Outcome => ({ status: 'FAILED', message })

type NewMessage = Given<
  Omit<OutboundMessageRecord, 'id' | 'createdBy' | 'createdAt' | 'status' | 'attempts' | 'lastResponse'>
>

/** What a message to the tracker is about. */
export type MessageSubject = Omit<NewMessage, 'operation'>

/** Adds a message that waits in the wiki for the next synchronisation. */
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
