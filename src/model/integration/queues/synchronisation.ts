/**
 * Synchronisation of a wiki and a tracker (service §6.2): every three minutes of virtual time each side sends what waits
 * for the other. A message costs the receiver some of its time, which counts against the time of the run and does not
 * move the clock; what the time does not reach goes again in the next run.
 */
import type { Connection } from '../../links/connection.ts'
import type { Store } from '../../../world/store/store.ts'
import { cancel, type JobOutcome, type JobRecord, jobs, schedule } from '../../../world/time/jobs.ts'
import type { Table } from '../../../world/store/table.ts'
import type { World } from '../../../world/world.ts'
import { integrations } from '../../records/tracker/integrations.ts'
import { messagesAhead, type Queued } from '../messages/message-order.ts'
import {
  type MessageStatus,
  outboundMessages,
  type OutboundMessageRecord,
} from '../../records/tracker/outbound-messages.ts'
import { trackerMessages, type TrackerMessageRecord } from '../../records/tracker/inbound-messages.ts'
import { type Answered, type NoAnswer, RUN_MILLISECONDS, sendInbound, sendOutbound } from './sending.ts'
import { SYNCHRONISATION_PERIOD, SYNCHRONISE_JOB } from '../../records/world/job-kinds.ts'

export const MESSAGES_PER_RUN = 3000

/** Schedules the runs of an integration, aligned to the start of the world, unless they are scheduled already. */
export function scheduleSynchronisation(world: World, store: Store, serviceId: string): void {
  if (jobOf(world, store, serviceId) !== undefined) return
  const { start } = world.clock
  const passed = Math.floor((world.now - start) / SYNCHRONISATION_PERIOD)
  scheduleRun(world, store, serviceId, start + (passed + 1) * SYNCHRONISATION_PERIOD)
}

/** Cancels the next run of an integration, and so all later ones. */
export function cancelSynchronisation(world: World, store: Store, serviceId: string): void {
  const job = jobOf(world, store, serviceId)
  if (job !== undefined) cancel(world, job.id)
}

/** Undefined if no run is scheduled. */
export function nextSynchronisation(world: World, store: Store, serviceId: string): number | undefined {
  return jobOf(world, store, serviceId)?.due
}

/** The job of one run; it schedules the next one while the integration exists. Returns what was sent. */
export function runSynchronisation(world: World, job: JobRecord): JobOutcome | undefined {
  const store = world.region(job.region as string)
  const serviceId = job.payload?.['serviceId'] as string
  const integration = store.table(integrations).get(serviceId)
  if (integration === undefined) return undefined
  scheduleRun(world, store, serviceId, job.due + SYNCHRONISATION_PERIOD)
  return outcomeOf(synchronise({ world, store, integration }))
}

/** One run now, in both directions. */
export function synchronise(connection: Omit<Connection, 'actor'>): readonly Sent[] {
  const { store, integration } = connection
  const { serviceId } = integration
  const sent: Sent[] = []
  const outbound = waitingOutbound(store, serviceId)
  if (outbound.length > 0) {
    const answers = sendOutbound(connection, outbound, RUN_MILLISECONDS)
    sent.push({ to: 'the tracker', messages: outbound.length, answers })
  }
  const inbound = waitingInbound(store, serviceId)
  if (inbound.length > 0) {
    const answers = sendInbound(connection, inbound, RUN_MILLISECONDS)
    sent.push({ to: 'the wiki', messages: inbound.length, answers })
  }
  return sent
}

/** One direction of a run, and its responses. */
interface Sent {
  readonly to: string
  readonly messages: number
  readonly answers: readonly Answered[] | NoAnswer
}

/** `3 to the tracker: 2 DONE, 1 FAILED`, or why nothing was sent. A run fails if one of its messages is not DONE. */
function outcomeOf(sent: readonly Sent[]): JobOutcome {
  if (sent.length === 0) return { text: 'nothing waited', failed: false }
  const parts = sent.map(({ to, messages, answers }) => `${messages} to ${to}: ${answersText(answers)}`)
  const failed = sent.some(
    ({ answers }) => 'reason' in answers || answers.some(({ status }) => status !== 'DONE'),
  )
  return { text: parts.join('; '), failed }
}

function answersText(answers: Sent['answers']): string {
  if ('reason' in answers) return `none went, ${answers.reason}`
  const counts = new Map<MessageStatus, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return Array.from(counts, ([status, count]) => `${count} ${status}`).join(', ')
}

/** The messages that the next run sends to the tracker; see nextOf. */
export function waitingOutbound(
  store: Store,
  serviceId: string,
  limit = MESSAGES_PER_RUN,
): OutboundMessageRecord[] {
  return nextOf(store.table(outboundMessages), serviceId, limit)
}

/** The messages that the next run sends to the wiki; see nextOf. */
export function waitingInbound(
  store: Store,
  serviceId: string,
  limit = MESSAGES_PER_RUN,
): TrackerMessageRecord[] {
  return nextOf(store.table(trackerMessages), serviceId, limit)
}

function scheduleRun(world: World, store: Store, serviceId: string, due: number): void {
  schedule(world, { kind: SYNCHRONISE_JOB, due, region: store.name, payload: { serviceId } })
}

function jobOf(world: World, store: Store, serviceId: string): JobRecord | undefined {
  for (const job of world.system.table(jobs).scan()) {
    const { kind, region, payload } = job
    if (kind === SYNCHRONISE_JOB && region === store.name && payload?.['serviceId'] === serviceId) return job
  }
  return undefined
}

/** Waiting messages, oldest first; failed ones, and those behind failed ones, go last. */
function nextOf<M extends Queued & { readonly status: MessageStatus }>(
  table: Pick<Table<M, 'waiting' | 'waitingChange' | 'waitingSubject'>, 'find' | 'range'>,
  serviceId: string,
  limit: number,
): M[] {
  // One lookup spares an idle run the walk.
  if (table.find('waiting', [serviceId]) === undefined) return []
  const first: M[] = []
  const last: M[] = []
  const held = new Set<number>()
  for (const message of table.range('waiting', [serviceId])) {
    if (first.length >= limit) break
    const isBehindHeld = () => messagesAhead(table, message).some(({ id }) => held.has(id))
    if (message.status !== 'FAILED' && !isBehindHeld()) first.push(message)
    else {
      held.add(message.id)
      if (last.length < limit) last.push(message)
    }
  }
  return [...first, ...last.slice(0, limit - first.length)]
}
