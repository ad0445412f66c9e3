/**
 * Synchronisation of a wiki and a tracker (service §6.2): every three minutes of virtual time each side sends what waits
 * for the other. A message costs the receiver some of its time, which counts against the time of the run and does not
 * move the clock; what the time does not reach goes again in the next run.
 */
import type { Store } from '../../world/store.ts'
import { type JobRecord, jobs, schedule } from '../../world/jobs.ts'
import type { World } from '../../world/world.ts'
import { applications } from '../applications/records.ts'
import type { Actor } from '../history/history.ts'
import { type IntegrationRecord, integrations } from '../links/records.ts'
import { step } from '../machine.ts'
import { type MessageStatus, outboundMessages, type OutboundMessageRecord } from '../messages/records.ts'
import { storedSetting } from '../settings/settings.ts'
import {
  inboundAnswers,
  type InboundMessage,
  trackerMessages,
  type TrackerMessageRecord,
} from '../tracker/records.ts'
import { users } from '../users/records.ts'
import { messageMachine } from './machine.ts'
import type { Outcome } from './messages.ts'
import { applyToTracker } from './tracker-side.ts'
import { applyToWiki } from './wiki-side.ts'

export const SYNCHRONISE_JOB = 'integration.synchronise'
/** Between two runs of one integration, in virtual milliseconds. */
export const SYNCHRONISATION_PERIOD = 180_000
/** Messages of one run in one direction. */
export const MESSAGES_PER_RUN = 3000
/** What the receiver may spend on one run, and on one sent by hand, in milliseconds. */
export const RUN_MILLISECONDS = 30_000
export const BY_HAND_MILLISECONDS = 15_000
/** A receiver that needs longer than this for one message does not answer at all. */
export const ANSWER_MILLISECONDS = 120_000
/** What one message costs the receiver unless the setting `messageMilliseconds` of its site says otherwise. */
const DEFAULT_MESSAGE_MILLISECONDS = 10

/** How one message was answered. */
export interface Answered {
  readonly id: number
  readonly status: Exclude<MessageStatus, 'PENDING'>
  readonly message: string
}

/** Why a run does not take place; its messages stay as they are. */
export interface NoAnswer {
  readonly reason: string
}

/** Lets an integration synchronise from now on, aligned to the start of the world. */
export function scheduleSynchronisation(world: World, store: Store, serviceId: string): void {
  const { start } = world.clock
  const passed = Math.floor((world.now - start) / SYNCHRONISATION_PERIOD)
  const due = start + (passed + 1) * SYNCHRONISATION_PERIOD
  schedule(world, { kind: SYNCHRONISE_JOB, due, region: store.name, payload: { serviceId } })
}

/** The instant of an integration's next run; undefined when it has none. */
export function nextSynchronisation(world: World, store: Store, serviceId: string): number | undefined {
  for (const job of world.system.table(jobs).scan()) {
    if (job.kind === SYNCHRONISE_JOB && job.region === store.name && job.payload?.['serviceId'] === serviceId)
      return job.due
  }
  return undefined
}

/** The job of one run, in both directions; it schedules the next one as long as the integration exists. */
export function runSynchronisation(world: World, job: JobRecord): void {
  const store = world.region(job.region as string)
  const serviceId = job.payload?.['serviceId'] as string
  const integration = store.table(integrations).get(serviceId)
  if (integration === undefined) return
  schedule(world, {
    kind: SYNCHRONISE_JOB,
    due: job.due + SYNCHRONISATION_PERIOD,
    region: store.name,
    payload: { serviceId },
  })
  if (integration.mode === 'DISABLED' || integration.status === 'DISABLED') return
  sendOutbound(world, store, integration, waitingOutbound(store, serviceId), RUN_MILLISECONDS)
  sendInbound(world, store, integration, waitingInbound(store, serviceId), RUN_MILLISECONDS)
}

/** The messages that the next run sends to the tracker, the oldest first. */
export function waitingOutbound(
  store: Store,
  serviceId: string,
  limit = MESSAGES_PER_RUN,
): OutboundMessageRecord[] {
  const table = store.table(outboundMessages)
  return table.find('waiting', [serviceId]) === undefined
    ? []
    : firstOf(table.range('waiting', [serviceId]), limit)
}

/** The messages that the next run sends to the wiki, the oldest first. */
export function waitingInbound(
  store: Store,
  serviceId: string,
  limit = MESSAGES_PER_RUN,
): TrackerMessageRecord[] {
  const table = store.table(trackerMessages)
  return table.find('waiting', [serviceId]) === undefined
    ? []
    : firstOf(table.range('waiting', [serviceId]), limit)
}

/** Sends messages to the tracker, and keeps how each was answered. */
export function sendOutbound(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  messages: readonly OutboundMessageRecord[],
  milliseconds: number,
): readonly Answered[] | NoAnswer {
  const trackerId = integration.trackerApplicationId
  const silent = silence(store, trackerId)
  if (silent !== undefined) return silent
  return answerEach(messages, milliseconds, messageCost(store, trackerId), {
    execute: (message) => applyToTracker(world, store, integration, message),
    keep(message, { status, message: lastResponse }) {
      const attempts = message.attempts + 1
      store.table(outboundMessages).update(message.id, { status, lastResponse, attempts })
    },
  })
}

/** Sends messages of the tracker to the wiki, and keeps how each was answered. */
export function sendInbound(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  messages: readonly TrackerMessageRecord[],
  milliseconds: number,
): readonly Answered[] | NoAnswer {
  const silent = silence(store, integration.wikiApplicationId)
  if (silent !== undefined) return silent
  return answerEach(messages, milliseconds, messageCost(store, integration.wikiApplicationId), {
    execute: (message) => receive(world, store, integration, message, creatorOf(store, message)),
    keep(message, { status, message: lastResponse }) {
      const attempts = message.attempts + 1
      store.table(trackerMessages).update(message.id, { status, lastResponse, attempts })
    },
  })
}

/** The wiki takes messages that a caller posts to its inbound queue. Answers come in the order of the messages. */
export function receiveInbound(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  messages: readonly InboundMessage[],
  actor: Actor,
  milliseconds: number,
): Answered[] {
  const cost = messageCost(store, integration.wikiApplicationId)
  let spent = 0
  return messages.map((message) => {
    spent += cost
    const outcome: Outcome | undefined =
      spent > milliseconds ? undefined : applyToWiki(world, store, integration, message, actor)
    return keepAnswer(world, store, integration, message, outcome)
  })
}

/** What one message costs the receiver, in milliseconds. */
export function messageCost(store: Store, applicationId: number | undefined): number {
  const stored =
    applicationId === undefined ? undefined : storedSetting(store, applicationId, 'messageMilliseconds')
  return typeof stored === 'number' ? stored : DEFAULT_MESSAGE_MILLISECONDS
}

interface Receiver<M> {
  readonly execute: (message: M) => Outcome
  readonly keep: (message: M, answer: Answered) => void
}

/** One after the other until the time is up; nothing at all from a receiver that is too slow to answer. */
function answerEach<M extends { readonly id: number; readonly status: MessageStatus }>(
  messages: readonly M[],
  milliseconds: number,
  cost: number,
  { execute, keep }: Receiver<M>,
): readonly Answered[] | NoAnswer {
  if (messages.length > 0 && cost > ANSWER_MILLISECONDS)
    return { reason: `no answer within ${ANSWER_MILLISECONDS / 1000} s` }
  let spent = 0
  return messages.map((message) => {
    spent += cost
    const outcome = spent > milliseconds ? undefined : execute(message)
    const event = outcome === undefined ? 'SKIP' : outcome.status === 'DONE' ? 'SUCCEED' : 'FAIL'
    const status = step(messageMachine, message.status, event) as Answered['status']
    const answer = { id: message.id, status, message: outcome?.message ?? TIME_IS_UP }
    keep(message, answer)
    return answer
  })
}

const TIME_IS_UP = 'the time of the run was up'

function receive(
  world: World,
  store: Store,
  integration: IntegrationRecord,
  message: InboundMessage,
  actor: Actor,
): Outcome {
  const outcome = applyToWiki(world, store, integration, message, actor)
  keepAnswer(world, store, integration, message, outcome)
  return outcome
}

function keepAnswer(
  world: World,
  store: Store,
  { serviceId }: IntegrationRecord,
  sent: InboundMessage,
  outcome: Outcome | undefined,
): Answered {
  const { operation, title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship } = sent
  const fields = { title, templateId, spaceKey, key, baseline, issueKey, newIssueKey, relationship }
  const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const id = store.next('inboundAnswer')
  const answer = {
    id,
    status: outcome?.status ?? ('NOT_EXECUTED' as const),
    message: outcome?.message ?? TIME_IS_UP,
  }
  store.table(inboundAnswers).insert({ ...known, ...answer, operation, serviceId, receivedAt: world.now })
  return answer
}

function creatorOf(store: Store, { createdBy }: TrackerMessageRecord): Actor {
  return createdBy === undefined ? undefined : store.table(users).get(createdBy)
}

/** A site that is not there, or switched off, answers nothing. */
function silence(store: Store, applicationId: number | undefined): NoAnswer | undefined {
  const site = applicationId === undefined ? undefined : store.table(applications).get(applicationId)
  if (site === undefined) return { reason: 'nothing answers at the address' }
  return site.status === 'ACTIVE' ? undefined : { reason: `${site.baseUrl} does not answer` }
}

function firstOf<T>(items: Iterable<T>, limit: number): T[] {
  const first: T[] = []
  for (const item of items) {
    if (first.length >= limit) break
    first.push(item)
  }
  return first
}
