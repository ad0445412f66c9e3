/** Sending messages from one product to the other, and keeping how each was answered (service §6.2). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { applications } from '../applications/records.ts'
import type { Actor } from '../history/history.ts'
import type { IntegrationRecord } from '../links/records.ts'
import { step } from '../machine.ts'
import { type MessageStatus, outboundMessages, type OutboundMessageRecord } from '../messages/records.ts'
import { nextFree } from '../next-free.ts'
import { complaintAboutValue, SETTINGS } from '../settings/catalogue.ts'
import { storedSetting } from '../settings/settings.ts'
import {
  type InboundAnswerRecord,
  inboundAnswers,
  type InboundMessage,
  trackerMessages,
  type TrackerMessageRecord,
} from '../tracker/records.ts'
import { users } from '../users/records.ts'
import { trackerSilence } from './descriptor.ts'
import { messageMachine } from './machine.ts'
import type { Outcome } from './messages.ts'
import { refreshText } from './texts.ts'
import { applyToTracker } from './tracker-side.ts'
import { followRequirement, supersedeOlderInbound, supersedeOlderOutbound } from './waiting.ts'
import { applyFromQueue, applyToWiki } from './wiki-side.ts'

/** What the receiver may spend on one run, and on what is sent by hand, in milliseconds. */
export const RUN_MILLISECONDS = 30_000
export const BY_HAND_MILLISECONDS = 15_000
/** A receiver that needs longer than this for one message does not answer at all. */
export const ANSWER_MILLISECONDS = 120_000
/** What one message costs a receiver that nothing is known of. */
const MESSAGE_MILLISECONDS = 10
/** Answers that a wiki keeps for each integration. */
export const KEPT_ANSWERS = 1000

/** How one message was answered. */
export interface Answered {
  readonly id: number
  readonly status: Exclude<MessageStatus, 'PENDING'>
  readonly message: string
}

/** Why nothing was sent or answered; the messages stay as they are. */
export interface NoAnswer {
  readonly reason: string
}

/** An answer of the wiki to a message that was posted, and the links that a reset took. */
export type Received = InboundAnswerRecord & Pick<Outcome, 'removed'>

/** Sends messages to the tracker, in the order given, and keeps how each was answered. */
export function sendOutbound(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  messages: readonly OutboundMessageRecord[],
  milliseconds: number,
): readonly Answered[] | NoAnswer {
  const table = store.table(outboundMessages)
  const receiver = integration.trackerApplicationId
  return answerEach<OutboundMessageRecord>(store, integration, messages, receiver, milliseconds, {
    read: (id) => table.get(id),
    execute: (message) => applyToTracker(world, store, integration, message),
    keep(message, answer) {
      table.update(message.id, changesOf(message, answer))
      if (answer.status !== 'DONE') return
      followRequirement(store, integration, message)
      supersedeOlderOutbound(store, message)
    },
  })
}

/** Sends messages of the tracker to the wiki, in the order given, and keeps how each was answered. */
export function sendInbound(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  messages: readonly TrackerMessageRecord[],
  milliseconds: number,
): readonly Answered[] | NoAnswer {
  const table = store.table(trackerMessages)
  const receiver = integration.wikiApplicationId
  return answerEach<TrackerMessageRecord>(store, integration, messages, receiver, milliseconds, {
    read: (id) => table.get(id),
    execute: (message) => applyFromQueue(world, store, integration, message, creatorOf(store, message)),
    keep(message, answer) {
      const news = answer.status !== message.status || answer.message !== message.lastResponse
      table.update(message.id, changesOf(message, answer))
      if (news) keepAnswer(world, store, integration, message, answer)
      if (answer.status !== 'DONE') return
      supersedeOlderInbound(store, message)
      const { operation, spaceKey, key, baseline = null } = message
      // The wiki does not tell of changes before it knew that the requirement is linked.
      if (operation === 'ADD_LINK' && spaceKey !== undefined && key !== undefined)
        refreshText(world, store, integration, spaceKey, key, baseline)
    },
  })
}

/**
 * The wiki takes messages that a caller posts to its inbound queue, as long as the time given lasts. Answers come in the
 * order of the messages.
 */
export function receiveInbound(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  messages: readonly InboundMessage[],
  actor: Actor,
  milliseconds: number,
): Received[] {
  const cost = messageCost(store, integration.wikiApplicationId)
  let spent = 0
  const answers = messages.map((message) => {
    spent += cost
    const inTime = spent <= milliseconds
    if (!inTime) return keepAnswer(world, store, integration, message, TIME_IS_UP)
    const answer = applyToWiki(world, store, integration, message, actor)
    const kept = keepAnswer(world, store, integration, message, answer)
    return answer.removed === undefined ? kept : { ...kept, removed: answer.removed }
  })
  return answers
}

/** What one message costs the receiver, in milliseconds. */
export function messageCost(store: Store, applicationId: number | undefined): number {
  if (applicationId === undefined) return MESSAGE_MILLISECONDS
  const stored = storedSetting(store, applicationId, 'messageMilliseconds')
  const good = complaintAboutValue(SETTINGS.messageMilliseconds, stored) === undefined
  return good ? (stored as number) : MESSAGE_MILLISECONDS
}

/** Why an integration moves no messages: it is switched off, or one of its sites is. Undefined when nothing is in the way. */
export function obstacleTo(store: Store, integration: IntegrationRecord): string | undefined {
  const { mode, status, detached, wikiApplicationId } = integration
  if (detached === true) return 'the wiki has deleted the integration'
  if (mode === 'DISABLED') return 'the application link is in mode DISABLED'
  if (status === 'DISABLED') return 'the integration is DISABLED'
  const silence = trackerSilence(store, integration)
  if (silence !== undefined) return silence
  const wiki = store.table(applications).get(wikiApplicationId)
  return wiki?.status === 'ACTIVE' ? undefined : `${wiki?.baseUrl ?? 'the wiki'} does not answer`
}

const TIME_IS_UP = { status: 'NOT_EXECUTED', message: 'the time of the run was up' } as const

interface Queue<M> {
  readonly read: (id: number) => M | undefined
  readonly execute: (message: M) => Outcome
  readonly keep: (message: M, answer: Answered) => void
}

/** One after the other until the time is up; nothing at all from a receiver that is too slow to answer. */
function answerEach<M extends { readonly id: number; readonly status: MessageStatus }>(
  store: Store,
  integration: IntegrationRecord,
  messages: readonly M[],
  receiver: number | undefined,
  milliseconds: number,
  { read, execute, keep }: Queue<M>,
): readonly Answered[] | NoAnswer {
  const obstacle = obstacleTo(store, integration)
  if (obstacle !== undefined) return { reason: obstacle }
  const cost = messageCost(store, receiver)
  if (cost > ANSWER_MILLISECONDS) return { reason: `no answer within ${ANSWER_MILLISECONDS / 1000} s` }
  const answers: Answered[] = []
  let spent = 0
  for (const { id } of messages) {
    // An earlier message of the run may have renamed what this one is about, or left it nothing to do.
    const message = read(id)
    if (message === undefined || message.status === 'DONE') continue
    spent += cost
    const outcome = spent > milliseconds ? undefined : execute(message)
    const event = outcome === undefined ? 'SKIP' : outcome.status === 'DONE' ? 'SUCCEED' : 'FAIL'
    const status = step(messageMachine, message.status, event) as Answered['status']
    const answer = { id, status, message: outcome?.message ?? TIME_IS_UP.message }
    keep(message, answer)
    answers.push(answer)
  }
  return answers
}

function changesOf({ attempts }: { readonly attempts: number }, { status, message }: Answered) {
  return { status, lastResponse: message, attempts: attempts + 1 }
}

/** Keeps the answer that the wiki gave; the oldest go when there are too many. */
function keepAnswer(
  world: World,
  store: Store,
  { serviceId }: IntegrationRecord,
  sent: InboundMessage,
  { status, message }: Pick<Answered, 'status' | 'message'>,
): InboundAnswerRecord {
  const { operation, title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship } = sent
  const fields = { title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship }
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const table = store.table(inboundAnswers)
  const id = nextFree(store, 'inboundAnswer', (candidate) => table.has(candidate))
  const answer = { ...known, id, operation, serviceId, receivedAt: world.now, status, message }
  const kept = table.insert(answer)
  if (table.count('service', [serviceId]) > KEPT_ANSWERS) {
    const oldest = table.find('service', [serviceId])
    if (oldest !== undefined) table.remove(oldest.id)
  }
  return kept
}

function creatorOf(store: Store, { createdBy }: TrackerMessageRecord): Actor {
  return createdBy === undefined ? undefined : store.table(users).get(createdBy)
}
