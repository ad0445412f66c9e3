/** Mutants of the messages between wiki and tracker (service §6.2). */
import { waitingInbound, waitingOutbound } from '../model/integration/queues/synchronisation.ts'
import { trackerMessages } from '../model/records/tracker/inbound-messages.ts'
import { outboundMessages } from '../model/records/tracker/outbound-messages.ts'
import { SYNCHRONISATION_PERIOD, SYNCHRONISE_JOB } from '../model/records/world/job-kinds.ts'
import type { MutationKind } from '../scenario/format/mutation-kinds.ts'
import type { Store } from '../world/store/store.ts'
import type { Table } from '../world/store/table.ts'
import { type JobRecord, jobs, schedule } from '../world/time/jobs.ts'
import type { World } from '../world/world.ts'
import { jobMutation, jobPlace, type MutatedJob } from './jobs.ts'
import type { ServiceMutant } from './mutant.ts'

/** The mutants of synchronisation. */
export function messageMutants(): readonly ServiceMutant[] {
  const message = (kind: MutationKind, what: string, hint: string, run: MutatedJob) =>
    ({
      id: `${SYNCHRONISE_JOB}:time:${kind}`,
      sentence: `messages between wiki and tracker ${what}`,
      group: 'time',
      kind,
      operations: [jobPlace(SYNCHRONISE_JOB)],
      hint,
      begin: (onReached) => jobMutation(SYNCHRONISE_JOB, run, onReached),
    }) satisfies ServiceMutant
  return [
    message(
      'never-ends',
      'were never delivered',
      'advance the clock by three minutes, and read the other product',
      neverSent,
    ),
    message(
      'message-late',
      'were delivered three minutes late',
      'advance the clock by exactly three minutes, and read the other product',
      sentLate,
    ),
    message(
      'message-twice',
      'were delivered twice',
      'count what the message made in the other product',
      sentTwice,
    ),
    message(
      'message-reordered',
      'were delivered after their successors',
      'change one record twice before the messages go, and read the other product',
      sentReordered,
    ),
  ]
}

const storeOf = (world: World, { region }: JobRecord): Store => world.region(region as string)
const serviceOf = ({ payload }: JobRecord): string => payload?.['serviceId'] as string

function isWaiting(store: Store, serviceId: string): boolean {
  return waitingOutbound(store, serviceId, 1).length + waitingInbound(store, serviceId, 1).length > 0
}

const neverSent: MutatedJob = (world, job, _plain, reached) => {
  if (isWaiting(storeOf(world, job), serviceOf(job))) reached()
  runLater(world, job, {})
}

/** Every second run does nothing. */
const sentLate: MutatedJob = (world, job, plain, reached) => {
  if (job.payload?.['late'] === true) return plain(world, job)
  if (!isWaiting(storeOf(world, job), serviceOf(job))) return plain(world, job)
  reached()
  return runLater(world, job, { late: true })
}

function runLater(world: World, { kind, due, region, payload }: JobRecord, more: object): void {
  const later = { kind, due: due + SYNCHRONISATION_PERIOD, payload: { ...payload, ...more } }
  schedule(world, region === undefined ? later : { ...later, region })
}

/** What was DONE waits again and goes once more; reached if the second time changes a record besides the messages. */
const sentTwice: MutatedJob = (world, job, plain, reached) => {
  const store = storeOf(world, job)
  const serviceId = serviceOf(job)
  const waiting: readonly (readonly Sent[])[] = [
    waitingOutbound(store, serviceId),
    waitingInbound(store, serviceId),
  ]
  const outcome = plain(world, job)
  const tables = messageTables(store)
  const sent = tables.map((table, at) => repeatable(table, waiting[at] ?? []))
  if (sent.every((each) => each.length === 0)) return outcome
  const before = recordsOf(world, store)
  const last = world.system.last('job')
  tables.forEach((table, at) => {
    for (const { id, status } of waiting[at] ?? [])
      if (sent[at]?.some((each) => each.id === id) === true) table.update(id, { status })
  })
  plain(world, job)
  const pending = world.system.table(jobs)
  for (const { id } of Array.from(pending.scan())) if (id > last) pending.remove(id)
  tables.forEach((table, at) => {
    for (const each of sent[at] ?? []) table.put(each)
  })
  if (recordsOf(world, store) !== before) reached()
  return outcome
}

interface Sent {
  readonly id: number
  readonly status: string
}

function messageTables(store: Store): readonly Table<Sent>[] {
  return [store.table(outboundMessages), store.table(trackerMessages)] as unknown as readonly Table<Sent>[]
}

/** The messages that the run answered with DONE. */
function repeatable(table: Table<Sent>, waiting: readonly Sent[]): readonly Sent[] {
  return waiting.flatMap(({ id }) => {
    const now = table.get(id)
    return now?.status === 'DONE' ? [now] : []
  })
}

/** All records of a region besides its messages, as one text. */
function recordsOf({ schema }: World, store: Store): string {
  const besides: readonly unknown[] = [outboundMessages, trackerMessages]
  return JSON.stringify(
    schema.tables
      .filter((definition) => !besides.includes(definition))
      .map((definition) => [...store.table(definition).scan()]),
  )
}

/** Swaps the first two waiting messages about the same requirement or issue; not reached without such a pair. */
const sentReordered: MutatedJob = (world, job, plain, reached) => {
  const store = storeOf(world, job)
  const serviceId = serviceOf(job)
  const swapped =
    swapFirst(store.table(outboundMessages) as never, waitingOutbound(store, serviceId)) ||
    swapFirst(store.table(trackerMessages) as never, waitingInbound(store, serviceId))
  if (swapped) reached()
  return plain(world, job)
}

interface About {
  readonly id: number
  readonly spaceKey?: string | undefined
  readonly key?: string | undefined
  readonly issueKey?: string | undefined
}

function swapFirst(table: Table<About>, waiting: readonly About[]): boolean {
  for (const [at, one] of waiting.entries()) {
    const other = waiting.slice(at + 1).find((each) => isAboutSame(one, each))
    if (other === undefined) continue
    table.put({ ...other, id: one.id })
    table.put({ ...one, id: other.id })
    return true
  }
  return false
}

function isAboutSame(one: About, other: About): boolean {
  const isSameRequirement = one.key !== undefined && one.spaceKey === other.spaceKey && one.key === other.key
  return isSameRequirement || (one.issueKey !== undefined && one.issueKey === other.issueKey)
}
