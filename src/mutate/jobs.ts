/** Mutants of what the clock runs: freezing, imports, bulk jobs and invitations that expire (service §3, §4.7). */
import { faults } from '../model/records/world/faults.ts'
import {
  BULK_JOB,
  FREEZE_JOB,
  IMPORT_JOB,
  INVITATION_JOB,
  RESYNCHRONISE_JOB,
} from '../model/records/world/job-kinds.ts'
import { importJobs } from '../model/records/service/import-jobs.ts'
import { bulkJobs } from '../model/records/tracker/tracker.ts'
import type { MutationKind } from '../scenario/format/mutation-kinds.ts'
import type { Mutation } from '../simulator/mutation.ts'
import { type JobOutcome, type JobRecord, jobs } from '../world/time/jobs.ts'
import { type JobHandler, World } from '../world/world.ts'
import { exchangeMutation, type MutatedHandle } from './exchange.ts'
import type { ServiceMutant } from './mutant.ts'

/** Runs a job with the mistake; `plain` is what runs it without. */
export type MutatedJob = (
  world: World,
  job: JobRecord,
  plain: JobHandler,
  reached: () => void,
) => JobOutcome | void

/** The name of a kind of jobs among the operations that a test uses. */
export function jobPlace(kind: string): string {
  return `${JOB_PLACE}${kind}`
}

const JOB_PLACE = 'job:'

/** Whether a name is that of a kind of jobs, and of no operation. */
export function isJobPlace(name: string): boolean {
  return name.startsWith(JOB_PLACE)
}

/** A mutation of the jobs of one kind. */
export function jobMutation(kind: string, run: MutatedJob, onReached: () => void): Mutation {
  return {
    gateway: (gateway) => gateway,
    world: (world) => {
      const { schema } = world
      const plain = schema.jobs[kind]
      if (plain === undefined) throw new Error(`no handler for jobs of kind '${kind}'`)
      const mutated: JobHandler = (each, job) => run(each, job, plain, onReached)
      return new World({ ...schema, jobs: { ...schema.jobs, [kind]: mutated } }, world.snapshot())
    },
  }
}

interface Work {
  readonly words: string
  readonly kind: string
  /** Makes the job end in an error; absent for what cannot fail. */
  readonly fail?: MutatedJob
}

/** The mutants of all jobs that a client waits for. */
export function jobMutants(): readonly ServiceMutant[] {
  return WORK.flatMap(({ words, kind, fail }) => {
    const time = (name: MutationKind, what: string, hint: string, begin: ServiceMutant['begin']) =>
      ({
        id: `${kind}:time:${name}`,
        sentence: `${words} ${what}`,
        group: 'time',
        kind: name,
        operations: [jobPlace(kind)],
        hint,
        begin,
      }) satisfies ServiceMutant
    const isInvitation = kind === INVITATION_JOB
    return [
      time(
        'never-ends',
        isInvitation ? 'never expired' : 'never ended',
        isInvitation
          ? 'advance the clock beyond the expiry, and expect that it is refused'
          : 'wait for the end with a limit, and expect the final state',
        (onReached) => jobMutation(kind, neverEnds, onReached),
      ),
      time(
        'ends-at-once',
        isInvitation ? 'expired at once' : 'ended at once',
        'look at it before its time, and expect that it is pending',
        (onReached) => exchangeMutation(undefined, endsAtOnce(kind), onReached),
      ),
      ...(fail === undefined
        ? []
        : [
            time(
              'ends-in-error',
              'ended in ERROR',
              'expect the final state, and read what it made',
              (onReached) => jobMutation(kind, fail, onReached),
            ),
          ]),
    ]
  })
}

const neverEnds: MutatedJob = (_world, _job, _plain, reached) => reached()

/** Runs the jobs of one kind that an exchange begins, and those that these begin, each at its instant; the clock then goes back. */
function endsAtOnce(kind: string): MutatedHandle {
  return (call, handle, reached, refused) => {
    const { world } = call
    const last = world.system.last('job')
    const entry = handle(call, refused)
    const { now } = world
    for (let ran = 0; ran < MAXIMUM_STEPS; ran++) {
      const job = [...world.system.table(jobs).range('due', [])].find(
        (each) => each.kind === kind && each.id > last,
      )
      if (job === undefined) break
      world.system.table(jobs).remove(job.id)
      world.setClock({ now: Math.max(now, job.due) })
      world.transact(() => world.schema.jobs[kind]?.(world, job))
      reached()
    }
    if (world.now !== now) world.setClock({ now })
    return entry
  }
}

/** How many steps of one piece of work run at once. */
const MAXIMUM_STEPS = 10_000

const MESSAGE = 'the service failed'

/** Freezing fails by a fault that stands for this step only. */
const failFreezing: MutatedJob = (world, job, plain, reached) => {
  const table = world.system.table(faults)
  const id = 0
  table.put({
    id,
    enabled: true,
    target: { kind: 'freeze', at: 100 },
    moment: { after: 0, every: 1 },
    effect: { message: MESSAGE },
    matched: 0,
    struck: 0,
  })
  const outcome = plain(world, job)
  if ((table.get(id)?.struck ?? 0) > 0) reached()
  table.remove(id)
  return outcome
}

/** What ended in DONE ends in ERROR; `idOf` is the field of the job's payload that names the record. */
function failing(definition: typeof importJobs | typeof bulkJobs, idOf: string): MutatedJob {
  return (world, job, plain, reached) => {
    const outcome = plain(world, job)
    const table = world.region(job.region as string).table(definition as typeof bulkJobs)
    const id = job.payload?.[idOf] as number
    if (table.get(id)?.status !== 'DONE') return outcome
    table.update(id, { status: 'ERROR' })
    reached()
    return outcome
  }
}

const failBulkJob = failing(bulkJobs, 'bulkJob')

const WORK: readonly Work[] = [
  { kind: FREEZE_JOB, words: 'the freezing of a baseline', fail: failFreezing },
  { kind: IMPORT_JOB, words: 'an import of external properties', fail: failing(importJobs, 'importJob') },
  { kind: BULK_JOB, words: 'a bulk job of a tracker', fail: failBulkJob },
  { kind: RESYNCHRONISE_JOB, words: 'a resynchronisation of a tracker', fail: failBulkJob },
  { kind: INVITATION_JOB, words: 'an invitation' },
]
