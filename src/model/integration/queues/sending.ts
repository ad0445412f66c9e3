/**
 * Sends the messages of one product to the other and keeps how each was answered (service §6.2). A message that fails is sent
 * again by each synchronisation, every three minutes without limit: see synchronisation.ts.
 */
import type { Store } from '../../../world/store/store.ts'
import type { Table } from '../../../world/store/table.ts'
import { messageFailure, missingResponse } from '../../finding/faults/messages.ts'
import { switchedOff, trackerSilence, wikiSilence } from '../../finding/reachability.ts'
import { present } from '../../input/present.ts'
import type { Connected, Connection } from '../../links/connection.ts'
import type { Actor } from '../../records/actor.ts'
import { messageMachine } from '../../records/machines/message-machine.ts'
import { users } from '../../records/service/users.ts'
import { applyEvent } from '../../records/state-machine.ts'
import {
  type InboundAnswerRecord,
  inboundAnswers,
  type InboundMessage,
  type TrackerMessageRecord,
  trackerMessages,
} from '../../records/tracker/inbound-messages.ts'
import { newNameOf } from '../../records/tracker/message-subjects.ts'
import {
  type MessageStatus,
  type OutboundMessageRecord,
  outboundMessages,
} from '../../records/tracker/outbound-messages.ts'
import type { QueueName } from '../../records/world/faults.ts'
import { problemOfValue, DEFAULT_MESSAGE_MILLISECONDS, SETTINGS } from '../../settings/definitions.ts'
import { storedSetting } from '../../settings/settings.ts'
import { refreshText } from '../issues/tracker-texts.ts'
import { messagesAhead, type Queued } from '../messages/message-order.ts'
import type { Outcome } from '../messages/messages.ts'
import { followRequirement } from '../messages/names.ts'
import { supersedeOlderInbound, supersedeOlderOutbound, supersedeRemovals } from '../messages/superseding.ts'
import { applyToTracker } from './tracker-side.ts'
import { applyFromQueue } from './wiki-side.ts'

/** How long the receiver starts messages of one run, and of a manual sending, in milliseconds. */
export const RUN_MILLISECONDS = 30_000
export const BY_HAND_MILLISECONDS = 15_000
/** A receiver that needs longer for one message does not answer at all. */
export const RESPONSE_MILLISECONDS = 120_000

/** How many responses a wiki keeps for each integration. */
const KEPT_ANSWERS = 1000

/** The response to one message. */
export interface Answered {
  readonly id: number
  readonly status: Exclude<MessageStatus, 'PENDING'>
  readonly message: string
}

/** The response to a message if the time of its receiver ran out first. */
export const TIME_IS_UP = { status: 'NOT_EXECUTED', message: 'the time of the run was up' } as const

/** Why nothing was sent; the messages stay as they are. */
export interface NoAnswer {
  readonly reason: string
}

/** Sends messages to the tracker in order. */
export function sendOutbound(
  connection: Omit<Connection, 'actor'>,
  messages: readonly OutboundMessageRecord[],
  milliseconds: number,
): readonly Answered[] | NoAnswer {
  const receiver = connection.integration.trackerApplicationId
  return answerEach(connection, messages, receiver, milliseconds, outboundQueue(connection))
}

/** As sendOutbound, from the tracker to the wiki. */
export function sendInbound(
  connection: Omit<Connection, 'actor'>,
  messages: readonly TrackerMessageRecord[],
  milliseconds: number,
): readonly Answered[] | NoAnswer {
  const receiver = connection.integration.wikiApplicationId
  return answerEach(connection, messages, receiver, milliseconds, inboundQueue(connection))
}

/**
 * Delivers all messages that wait about renamed, moved or deleted requirements and issues, whatever blocks the
 * queues.
 */
export function deliverNames(connection: Omit<Connection, 'actor'>): void {
  const { store, integration } = connection
  const { serviceId } = integration
  const outbound = store.table(outboundMessages)
  const requirements = [...outbound.range('waitingDeparture', [serviceId])]
  deliverEach(store, withOlderUsers(outbound, requirements), outboundQueue(connection))
  const inbound = store.table(trackerMessages)
  const issues = [...inbound.range('waitingArrival', [serviceId])]
  deliverEach(store, withOlderUsers(inbound, issues), inboundQueue(connection))
}

/** Adds the messages that a renaming waits behind because they use its new name for something else. */
function withOlderUsers<M extends Sent>(
  table: Pick<Table<M, 'waitingSubject'>, 'range'>,
  messages: readonly M[],
): M[] {
  const found = new Map(messages.map((message) => [message.id, message]))
  for (const message of messages) {
    const newName = newNameOf(message)
    if (newName === undefined) continue
    for (const older of table.range('waitingSubject', [message.serviceId, ...newName]))
      if (older.id < message.id) found.set(older.id, older)
  }
  return [...found.values()]
}

function deliverEach<M extends Sent>(
  store: Store,
  messages: Iterable<M>,
  { table, execute, keep }: Queue<M>,
): void {
  for (const { id } of [...messages].toSorted((a, b) => a.id - b.id)) {
    const message = table.get(id)
    if (message !== undefined && message.status !== 'DONE')
      keep(message, answered(store, message, execute(message)))
  }
}

function outboundQueue(connection: Omit<Connection, 'actor'>): Queue<OutboundMessageRecord> {
  const { world, store, integration } = connection
  const table = store.table(outboundMessages)
  return {
    name: 'outbound',
    table,
    execute: (message) =>
      applyToTracker({ world, store, integration, actor: creatorOf(store, message) }, message),
    keep(message, answer) {
      table.update(message.id, changesOf(message, answer))
      if (answer.status !== 'DONE') return
      followRequirement(store, integration, message)
      supersedeRemovals(connection, message)
      supersedeOlderOutbound(store, message)
    },
  }
}

function inboundQueue(connection: Omit<Connection, 'actor'>): Queue<TrackerMessageRecord> {
  const { world, store, integration } = connection
  const table = store.table(trackerMessages)
  return {
    name: 'inbound',
    table,
    execute: (message) =>
      applyFromQueue({ world, store, integration, actor: creatorOf(store, message) }, message),
    keep(message, answer) {
      table.update(message.id, changesOf(message, answer))
      if (!isRepeated(message, answer)) keepAnswer(connection, message, answer)
      if (answer.status !== 'DONE') return
      supersedeOlderInbound(store, message)
      const { operation, spaceKey, key, baseline = null } = message
      // The wiki does not report changes from before it knew of the link.
      if (operation === 'ADD_LINK' && spaceKey !== undefined && key !== undefined)
        refreshText(connection, spaceKey, key, baseline)
    },
  }
}

/** Stores the wiki's response; the oldest go if there are too many. */
export function keepAnswer(
  { world, store, integration: { serviceId } }: Omit<Connection, 'actor'>,
  sent: InboundMessage,
  { status, message }: Pick<Answered, 'status' | 'message'>,
): InboundAnswerRecord {
  const { operation, title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship } = sent
  const fields = { title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship }
  const table = store.table(inboundAnswers)
  const id = store.nextId(inboundAnswers)
  const answer = { ...present(fields), id, operation, serviceId, receivedAt: world.now, status, message }
  const kept = table.insert(answer)
  if (table.count('service', [serviceId]) > KEPT_ANSWERS) {
    const oldest = table.find('service', [serviceId])
    if (oldest !== undefined) table.remove(oldest.id)
  }
  return kept
}

export function messageCost(store: Store, applicationId: number | undefined): number {
  if (applicationId === undefined) return DEFAULT_MESSAGE_MILLISECONDS
  const stored = storedSetting(store, applicationId, 'messageMilliseconds')
  const good = problemOfValue(SETTINGS.messageMilliseconds, stored) === undefined
  return good ? (stored as number) : DEFAULT_MESSAGE_MILLISECONDS
}

/** Why an integration moves no messages: it is switched off, or one of its sites is. Undefined if nothing blocks it. */
export function obstacleTo({ store, integration }: Connected): string | undefined {
  if (integration.detached === true) return 'the wiki has deleted the integration'
  return switchedOff(integration) ?? trackerSilence(store, integration) ?? wikiSilence(store, integration)
}

const EVENT_OF_ANSWER = { DONE: 'SUCCEED', FAILED: 'FAIL', NOT_EXECUTED: 'SKIP' } as const

interface Sent extends Queued {
  readonly status: MessageStatus
}

interface Queue<M extends Sent> {
  readonly name: QueueName
  readonly table: Pick<Table<M, 'waitingChange' | 'waitingSubject'>, 'get' | 'find'>
  readonly execute: (message: M) => Outcome
  readonly keep: (message: M, answer: Answered) => void
}

/**
 * Sends messages in order, except those behind others, until the time is up; nothing to a receiver that is too slow.
 */
function answerEach<M extends Sent>(
  connection: Omit<Connection, 'actor'>,
  messages: readonly M[],
  receiver: number | undefined,
  milliseconds: number,
  { name, table, execute, keep }: Queue<M>,
): readonly Answered[] | NoAnswer {
  const { world, store, integration } = connection
  const obstacle = obstacleTo(connection)
  if (obstacle !== undefined) return { reason: obstacle }
  const cost = messageCost(store, receiver)
  if (cost > RESPONSE_MILLISECONDS) return { reason: `no response within ${RESPONSE_MILLISECONDS / 1000} s` }
  const { serviceId } = integration
  const factsOf = ({ operation }: M) => ({ queue: name, serviceId, operation })
  const reason = missingResponse(world, messages.map(factsOf))
  if (reason !== undefined) return { reason }
  const answers: Answered[] = []
  let spent = 0
  for (const { id } of messages) {
    // An earlier message of the run may have renamed the subject of this one, or made it obsolete.
    const message = table.get(id)
    if (message === undefined || message.status === 'DONE') continue
    // A message behind another stays as it is, and counts no attempt.
    if (messagesAhead(table, message).length > 0) continue
    const inTime = spent < milliseconds
    spent += cost
    const failure = inTime ? messageFailure(world, factsOf(message)) : undefined
    const answer =
      failure === undefined
        ? answered(store, message, inTime ? execute(message) : TIME_IS_UP)
        : world.withoutTransitions(() => answered(store, message, failure))
    keep(message, answer)
    answers.push(answer)
  }
  return answers
}

function answered(
  store: Store,
  { id, status }: Pick<Sent, 'id' | 'status'>,
  outcome: Pick<Answered, 'status' | 'message'>,
): Answered {
  const event = EVENT_OF_ANSWER[outcome.status]
  const after = applyEvent(store, messageMachine, status, event) as Answered['status']
  return { id, status: after, message: outcome.message }
}

function isRepeated(
  { status, lastResponse }: { readonly status: MessageStatus; readonly lastResponse?: string },
  answer: Answered,
): boolean {
  return answer.status === status && answer.message === lastResponse
}

function changesOf({ attempts }: { readonly attempts: number }, { status, message }: Answered) {
  return { status, lastResponse: message, attempts: attempts + 1 }
}

function creatorOf(store: Store, { createdBy }: { readonly createdBy?: number }): Actor {
  return createdBy === undefined ? undefined : store.table(users).get(createdBy)
}
