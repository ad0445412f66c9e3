/** Bulk jobs of a tracker on the virtual clock: issue by issue, to be watched, aborted and cleared (service §4.5, §4.7). */
import type { Store } from '../../../world/store/store.ts'
import { cancel, type JobRecord } from '../../../world/time/jobs.ts'
import type { World } from '../../../world/world.ts'
import { containers } from '../../records/service/containers.ts'
import { type IntegrationRecord, integrations } from '../../records/tracker/integrations.ts'
import type { Writing } from '../../records/actor.ts'
import { present } from '../../input/present.ts'
import { isUnderWay, scheduleStep } from '../../records/world/job-steps.ts'
import { applyEvent } from '../../records/state-machine.ts'
import { withRow } from '../issues/issue-requirements.ts'
import { notFound } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { containerLevel, forbiddenTo, isSiteAdministrator } from '../../finding/permissions.ts'
import type { UserRecord } from '../../records/service/users.ts'
import { type IssueItem, type IssueWork, type ItemOutcome, performItem } from './bulk-issues.ts'
import { jobMachine, type JobStatus } from '../../records/machines/bulk-job-machine.ts'
import { type BulkJobRecord, bulkJobs, type JobError } from '../../records/tracker/tracker.ts'
import { BULK_JOB, RESYNCHRONISE_JOB } from '../../records/world/job-kinds.ts'

const ITEMS_PER_STEP = 50
const CLOCK_JOB_KINDS = {
  CREATE_ISSUES: BULK_JOB,
  UPDATE_ISSUES: BULK_JOB,
  RESYNCHRONISE: RESYNCHRONISE_JOB,
} as const

type JobItem = BulkJobRecord['items'][number]

export interface NewBulkJob {
  readonly kind: 'CREATE_ISSUES' | 'UPDATE_ISSUES'
  readonly integration: IntegrationRecord
  readonly trackerId: number
  readonly projectContainerId: number
  readonly work: IssueWork
}

/** Starts a job; its first step ends a second later. */
export function startBulkJob(writing: Writing, wanted: NewBulkJob): BulkJobRecord {
  const { kind, integration, trackerId: applicationId, projectContainerId, work } = wanted
  const { store } = writing
  const { items: wantedItems, ...shared } = work
  const items = wantedItems.map((item) => ({
    ...item,
    requirements: item.requirements.map((reference) => withRow({ store, integration }, reference)),
  }))
  const place = { applicationId, applinkId: integration.trackerApplinkId, projectContainerId, kind }
  return insertJob(writing, place, items as JobItem[], shared as BulkJobRecord['shared'])
}

/** Inserts a job of any kind, PENDING and with its first step scheduled. */
export function insertJob(
  { world, store, actor }: Writing,
  place: Pick<BulkJobRecord, 'applicationId' | 'applinkId' | 'projectContainerId' | 'kind'>,
  items: readonly JobItem[],
  shared?: BulkJobRecord['shared'],
): BulkJobRecord {
  const id = store.nextId(bulkJobs)
  return store.table(bulkJobs).insert({
    id,
    ...place,
    status: applyEvent(store, jobMachine, 'none', 'START') as JobStatus,
    total: items.length,
    done: 0,
    failed: 0,
    errors: [],
    ...present({ startedBy: actor?.id }),
    startedAt: world.now,
    ...present({ shared }),
    items,
    clockJobId: scheduleStep(world, store, CLOCK_JOB_KINDS[place.kind], { bulkJob: id }),
  })
}

/** The job of the clock: does the next issues, and finishes after the last. */
export function runBulkJobStep(world: World, { region, payload }: JobRecord): void {
  const store = world.region(region as string)
  const job = store.table(bulkJobs).get(payload?.['bulkJob'] as number)
  if (job === undefined || !isUnderWay(job)) return
  const { applinkId = '' } = job
  const integration = store.table(integrations).find('trackerApplink', [applinkId])
  if (integration === undefined)
    end(world, store, job, 'FAIL', [{ item: applinkId, message: 'the application link is gone' }])
  else
    workOnJob(world, store, job, (item) => performItem({ world, store, integration }, job, item as IssueItem))
}

/** Works on the next items of a job, and ends it after the last. */
export function workOnJob(
  world: World,
  store: Store,
  job: BulkJobRecord,
  perform: (item: JobItem) => ItemOutcome,
): void {
  const position = job.done + job.failed
  const outcomes = job.items.slice(position, position + ITEMS_PER_STEP).map(perform)
  const succeeded = outcomes.filter(({ done }) => done).length
  const worked: BulkJobRecord = {
    ...job,
    status: applyEvent(store, jobMachine, job.status, 'WORK', job.id) as JobStatus,
    done: job.done + succeeded,
    failed: job.failed + outcomes.length - succeeded,
    errors: [...job.errors, ...outcomes.flatMap(({ errors }) => errors)],
  }
  if (position + ITEMS_PER_STEP < job.items.length) postponeJob(world, store, worked)
  else end(world, store, worked, 'FINISH', [])
}

/** Schedules the next step of a job. */
export function postponeJob(world: World, store: Store, job: BulkJobRecord): void {
  const clockJobId = scheduleStep(world, store, CLOCK_JOB_KINDS[job.kind], { bulkJob: job.id })
  store.table(bulkJobs).put({ ...job, clockJobId })
}

/** Ends a job and keeps what was done. Throws a Refusal (CONFLICT) for one that has ended. */
export function abortBulkJob(world: World, store: Store, job: BulkJobRecord): BulkJobRecord {
  return end(world, store, job, 'ABORT', [])
}

/** Deletes a job that has ended. Throws a Refusal (CONFLICT) for one that is under way. */
export function clearBulkJob(store: Store, job: BulkJobRecord): void {
  applyEvent(store, jobMachine, job.status, 'CLEAR', job.id)
  store.table(bulkJobs).remove(job.id)
}

/** The bulk jobs that trackers do through these application links, the oldest first. */
export function jobsThrough(store: Store, through: readonly IntegrationRecord[]): BulkJobRecord[] {
  const links = new Set(through.map(({ trackerApplinkId }) => trackerApplinkId))
  const trackers = new Set(through.map(({ trackerApplicationId }) => trackerApplicationId))
  const found: BulkJobRecord[] = []
  for (const tracker of trackers) {
    if (tracker === undefined) continue
    for (const job of store.table(bulkJobs).range('application', [tracker]))
      if (isBulkJob(job) && job.applinkId !== undefined && links.has(job.applinkId)) found.push(job)
  }
  return found.sort((a, b) => a.id - b.id)
}

/** The bulk job of this id through one of these application links. Throws a Refusal (NOT_FOUND). */
export function findBulkJob(
  store: Store,
  through: readonly IntegrationRecord[],
  id: number | bigint,
): BulkJobRecord {
  const job = typeof id === 'number' ? store.table(bulkJobs).get(id) : undefined
  const linked = through.some(({ trackerApplinkId }) => trackerApplinkId === job?.applinkId)
  if (job !== undefined && linked && isBulkJob(job)) return job
  throw notFound('bulk job', id, { in: 'the tracker' })
}

/** Resynchronisations have their own paths, and cannot be aborted or cleared (service §4.7, `/sync`). */
function isBulkJob({ kind }: BulkJobRecord): boolean {
  return kind !== 'RESYNCHRONISE'
}

/** True for the starter of a job, readers of its project, and administrators of the tracker. */
export function mayReadJob(store: Store, user: UserRecord, job: BulkJobRecord): boolean {
  return job.startedBy === user.id || projectLevel(store, user, job) !== undefined
}

export function requireJobRead(store: Store, user: UserRecord, job: BulkJobRecord): void {
  if (!mayReadJob(store, user, job)) throw forbiddenTo(user, `read job ${quoted(String(job.id))}`)
}

/** Throws FORBIDDEN unless the user started the job, or administers its tracker or the wiki given. */
export function requireJobChange(store: Store, user: UserRecord, job: BulkJobRecord, wikiId: number): void {
  if (job.startedBy === user.id) return
  if ([wikiId, job.applicationId].some((site) => isSiteAdministrator(store, user, site))) return
  throw forbiddenTo(user, `change job ${quoted(String(job.id))}: somebody else started it`)
}

/** Throws FORBIDDEN unless the user may edit the project that the job works in. */
export function requireJobProjectEdit(store: Store, user: UserRecord, job: BulkJobRecord): void {
  if (projectLevel(store, user, job) === 'edit') return
  throw forbiddenTo(user, `change job ${quoted(String(job.id))}: it takes edit on its project`)
}

function projectLevel(store: Store, user: UserRecord, { projectContainerId }: BulkJobRecord) {
  const project =
    projectContainerId === undefined ? undefined : store.table(containers).get(projectContainerId)
  return project === undefined ? undefined : containerLevel(store, user, project)
}

function end(
  world: World,
  store: Store,
  job: BulkJobRecord,
  event: 'FINISH' | 'ABORT' | 'FAIL',
  errors: readonly JobError[],
): BulkJobRecord {
  const status = applyEvent(store, jobMachine, job.status, event, job.id) as JobStatus
  const { clockJobId, shared: _shared, ...kept } = job
  if (clockJobId !== undefined) cancel(world, clockJobId)
  return store
    .table(bulkJobs)
    .put({ ...kept, status, errors: [...job.errors, ...errors], items: [], finishedAt: world.now })
}
