/**
 * Synchronisation of a wiki and a tracker (service §6.2): every three minutes of virtual time each side sends what waits
 * for the other. A message costs the receiver some of its time, which counts against the time of the run and does not
 * move the clock; what the time does not reach goes again in the next run.
 */
import type { Store } from '../../world/store.ts'
import { cancel, type JobRecord, jobs, schedule } from '../../world/jobs.ts'
import type { World } from '../../world/world.ts'
import { type IntegrationRecord, integrations } from '../links/records.ts'
import { type MessageStatus, outboundMessages, type OutboundMessageRecord } from '../messages/records.ts'
import { trackerMessages, type TrackerMessageRecord } from '../tracker/records.ts'
import type { Answered } from './answers.ts'
import { type NoAnswer, RUN_MILLISECONDS, sendInbound, sendOutbound } from './sending.ts'

export const SYNCHRONISE_JOB = 'integration.synchronise'
/** Between two runs of one integration, in virtual milliseconds. */
export const SYNCHRONISATION_PERIOD = 180_000
/** Messages of one run in one direction. */
export const MESSAGES_PER_RUN = 3000

/** Lets an integration synchronise from now on, aligned to the start of the world; one that does already goes on as it was. */
export function scheduleSynchronisation(world: World, store: Store, serviceId: string): void {
  if (jobOf(world, store, serviceId) !== undefined) return
  const { start } = world.clock
  const passed = Math.floor((world.now - start) / SYNCHRONISATION_PERIOD)
  scheduleRun(world, store, serviceId, start + (passed + 1) * SYNCHRONISATION_PERIOD)
}

/** Takes the next run of an integration out: there will be no other. */
export function cancelSynchronisation(world: World, store: Store, serviceId: string): void {
  const job = jobOf(world, store, serviceId)
  if (job !== undefined) cancel(world, job.id)
}

/** The instant of an integration's next run; undefined when it has none. */
export function nextSynchronisation(world: World, store: Store, serviceId: string): number | undefined {
  return jobOf(world, store, serviceId)?.due
}

/** The job of one run, in both directions; it schedules the next one as long as the integration exists. Answers what went. */
export function runSynchronisation(world: World, job: JobRecord): string | undefined {
  const store = world.region(job.region as string)
  const serviceId = job.payload?.['serviceId'] as string
  const integration = store.table(integrations).get(serviceId)
  if (integration === undefined) return undefined
  scheduleRun(world, store, serviceId, job.due + SYNCHRONISATION_PERIOD)
  return outcomeOf(synchronise(world, store, integration))
}

/** One run now: what waits goes to the tracker, then what waits there comes to the wiki. */
export function synchronise(world: World, store: Store, integration: IntegrationRecord): readonly Sent[] {
  const { serviceId } = integration
  const sent: Sent[] = []
  const outbound = waitingOutbound(store, serviceId)
  if (outbound.length > 0) {
    const answers = sendOutbound(world, store, integration, outbound, RUN_MILLISECONDS)
    sent.push({ to: 'the tracker', messages: outbound.length, answers })
  }
  const inbound = waitingInbound(store, serviceId)
  if (inbound.length > 0) {
    const answers = sendInbound(world, store, integration, inbound, RUN_MILLISECONDS)
    sent.push({ to: 'the wiki', messages: inbound.length, answers })
  }
  return sent
}

/** What one direction of a run sent, and how it was answered. */
interface Sent {
  readonly to: string
  readonly messages: number
  readonly answers: readonly Answered[] | NoAnswer
}

/** `3 to the tracker: 2 DONE, 1 FAILED`, or why nothing went. */
function outcomeOf(sent: readonly Sent[]): string {
  if (sent.length === 0) return 'nothing waited'
  return sent.map(({ to, messages, answers }) => `${messages} to ${to}: ${answersText(answers)}`).join('; ')
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
  const table = store.table(outboundMessages)
  // Asking for one first spares an idle run the walk.
  return table.find('waiting', [serviceId]) === undefined
    ? []
    : nextOf(table.range('waiting', [serviceId]), limit)
}

/** The messages that the next run sends to the wiki; see nextOf. */
export function waitingInbound(
  store: Store,
  serviceId: string,
  limit = MESSAGES_PER_RUN,
): TrackerMessageRecord[] {
  const table = store.table(trackerMessages)
  return table.find('waiting', [serviceId]) === undefined
    ? []
    : nextOf(table.range('waiting', [serviceId]), limit)
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

/**
 * Messages that were not answered yet, the oldest first, so that none overtakes another; then those that failed, which
 * would keep the others waiting for ever if they were many.
 */
function nextOf<T extends { readonly status: MessageStatus }>(waiting: Iterable<T>, limit: number): T[] {
  const untried: T[] = []
  const failed: T[] = []
  for (const message of waiting) {
    if (untried.length >= limit) break
    if (message.status !== 'FAILED') untried.push(message)
    else if (failed.length < limit) failed.push(message)
  }
  return [...untried, ...failed.slice(0, limit - untried.length)]
}
