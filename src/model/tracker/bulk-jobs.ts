/** Bulk jobs of a tracker on the virtual clock: issue by issue, to be watched, aborted and cleared (service §4.5, §4.7). */
import type { Store } from '../../world/store/store.ts'
import { cancel, type JobRecord, jobs, schedule } from '../../world/time/jobs.ts'
import type { World } from '../../world/world.ts'
import { containers } from '../containers/records.ts'
import { type IntegrationRecord, integrations } from '../links/records.ts'
import { step } from '../machine.ts'
import { withRow } from '../integration/issues/issue-requirements.ts'
import { notFound } from '../errors.ts'
import { shown } from '../refusal.ts'
import { containerLevel, forbidden, isSiteAdministrator } from '../users/permissions.ts'
import type { UserRecord } from '../users/records.ts'
import { type IssueWork, performItem } from './bulk-issues.ts'
import { jobMachine, type JobStatus } from './bulk-job-machine.ts'
import { type BulkJobRecord, bulkJobs, type JobError } from './records.ts'
import { BULK_JOB } from '../world/job-kinds.ts'

const ISSUES_PER_STEP = 50
const STEP_MILLISECONDS = 1000

export interface NewBulkJob {
  readonly kind: 'CREATE_ISSUES' | 'UPDATE_ISSUES'
  readonly integration: IntegrationRecord
  readonly trackerId: number
  readonly projectContainerId: number
  readonly work: IssueWork
}

/** Starts a job; its first step ends a second later. */
export function startBulkJob(
  world: World,
  store: Store,
  user: UserRecord,
  wanted: NewBulkJob,
): BulkJobRecord {
  const { kind, integration, trackerId, projectContainerId, work } = wanted
  const table = store.table(bulkJobs)
  const id = store.nextId(bulkJobs)
  const { items: wantedItems, ...shared } = work
  const items = wantedItems.map((item) => ({
    ...item,
    requirements: item.requirements.map((reference) => withRow({ store, integration }, reference)),
  }))
  return table.insert({
    id,
    applicationId: trackerId,
    applinkId: integration.trackerApplinkId,
    projectContainerId,
    kind,
    status: step(store, jobMachine, 'none', 'START') as JobStatus,
    total: items.length,
    done: 0,
    failed: 0,
    errors: [],
    startedBy: user.id,
    startedAt: world.now,
    shared,
    items: items as unknown as BulkJobRecord['items'],
    clockJobId: scheduleStep(world, store, id),
  })
}

/** The job of the clock: does the next issues, and finishes after the last. */
export function runBulkJobStep(world: World, { region, payload }: JobRecord): void {
  const store = world.region(region as string)
  const job = store.table(bulkJobs).get(payload?.['bulkJob'] as number)
  if (job === undefined || !isUnderWay(job)) return
  const integration =
    job.applinkId === undefined
      ? undefined
      : store.table(integrations).find('trackerApplink', [job.applinkId])
  if (integration === undefined) {
    end(world, store, job, 'FAIL', [{ item: job.applinkId ?? '', message: 'the application link is gone' }])
    return
  }
  const behind = job.done + job.failed
  let { done, failed } = job
  const errors: JobError[] = [...job.errors]
  for (const item of job.items.slice(behind, behind + ISSUES_PER_STEP)) {
    const outcome = performItem({ world, store, integration }, job, item)
    if (outcome.done) done += 1
    else failed += 1
    errors.push(...outcome.errors)
  }
  const status = step(store, jobMachine, job.status, 'WORK') as JobStatus
  const worked: BulkJobRecord = { ...job, status, done, failed, errors }
  if (behind + ISSUES_PER_STEP < job.items.length)
    store.table(bulkJobs).put({ ...worked, clockJobId: scheduleStep(world, store, job.id) })
  else end(world, store, worked, 'FINISH', [])
}

/** Ends a job and keeps what was done. Throws a Refusal (CONFLICT) for one that has ended. */
export function abortBulkJob(world: World, store: Store, job: BulkJobRecord): BulkJobRecord {
  return end(world, store, job, 'ABORT', [])
}

/** Deletes a job that has ended. Throws a Refusal (CONFLICT) for one that is under way. */
export function clearBulkJob(store: Store, job: BulkJobRecord): void {
  step(store, jobMachine, job.status, 'CLEAR')
  store.table(bulkJobs).remove(job.id)
}

export function isUnderWay({ status }: BulkJobRecord): boolean {
  return status === 'PENDING' || status === 'RUNNING'
}

/** Undefined for a job that has ended. */
export function nextStep(world: World, { clockJobId }: BulkJobRecord): number | undefined {
  return clockJobId === undefined ? undefined : world.system.table(jobs).get(clockJobId)?.due
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
  if (!mayReadJob(store, user, job)) throw forbidden(user, `read job ${shown(String(job.id))}`)
}

/** Throws FORBIDDEN unless the user started the job, or administers its tracker or the wiki given. */
export function requireJobChange(store: Store, user: UserRecord, job: BulkJobRecord, wikiId: number): void {
  if (job.startedBy === user.id) return
  if ([wikiId, job.applicationId].some((site) => isSiteAdministrator(store, user, site))) return
  throw forbidden(user, `change job ${shown(String(job.id))}: somebody else started it`)
}

/** Throws FORBIDDEN unless the user may edit the project that the job works in. */
export function requireJobProjectEdit(store: Store, user: UserRecord, job: BulkJobRecord): void {
  if (projectLevel(store, user, job) === 'edit') return
  throw forbidden(user, `change job ${shown(String(job.id))}: it takes edit on its project`)
}

function projectLevel(store: Store, user: UserRecord, { projectContainerId }: BulkJobRecord) {
  const project =
    projectContainerId === undefined ? undefined : store.table(containers).get(projectContainerId)
  return project === undefined ? undefined : containerLevel(store, user, project)
}

function scheduleStep(world: World, store: Store, bulkJob: number): number {
  const due = world.now + STEP_MILLISECONDS
  return schedule(world, { kind: BULK_JOB, due, region: store.name, payload: { bulkJob } }).id
}

function end(
  world: World,
  store: Store,
  job: BulkJobRecord,
  event: 'FINISH' | 'ABORT' | 'FAIL',
  errors: readonly JobError[],
): BulkJobRecord {
  const status = step(store, jobMachine, job.status, event) as JobStatus
  const { clockJobId, shared: _shared, ...kept } = job
  if (clockJobId !== undefined) cancel(world, clockJobId)
  return store
    .table(bulkJobs)
    .put({ ...kept, status, errors: [...job.errors, ...errors], items: [], finishedAt: world.now })
}
