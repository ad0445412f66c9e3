/** Imports of external properties on the virtual clock: row by row, to be watched, cancelled and tried again. */
import type { Author } from '../records/actor.ts'
import { present } from '../input/present.ts'
import { cancel, type JobRecord } from '../../world/time/jobs.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import { containers } from '../records/service/containers.ts'
import { type ReadRow, readRow, writeRow } from '../external-properties/import-rows.ts'
import { knownProperties } from '../external-properties/known-properties.ts'
import { newTypesOf } from '../external-properties/new-types.ts'
import { applyEvent } from '../records/state-machine.ts'
import { full, notFound } from '../input/errors.ts'
import { containerLevel, isSiteAdministrator } from '../finding/permissions.ts'
import { type UserRecord, users } from '../records/service/users.ts'
import { currentVariantIds } from '../finding/variants.ts'
import { isUnderWay, scheduleStep } from '../records/world/job-steps.ts'
import { IMPORT_JOB } from '../records/world/job-kinds.ts'
import {
  type ImportJobEvent,
  importJobMachine,
  type ImportJobStatus,
} from '../records/service/import-job-machine.ts'
import {
  type ImportJobRecord,
  importJobs,
  type ImportRow,
  type RowError,
} from '../records/service/import-jobs.ts'

const ROWS_PER_STEP = 100
const MAXIMUM_ERRORS = 1000
/** An application keeps this many jobs; the oldest that have ended are deleted. */
const MAXIMUM_JOBS = 100

export interface NewImport {
  readonly applicationId: number
  readonly projectContainerId?: number | undefined
  readonly variantId?: number | undefined
  readonly batchId: string
  readonly fileName?: string | undefined
  readonly sheet?: string | undefined
  readonly allOrNothing: boolean
  /** A new property is a number even if that loses digits. */
  readonly losesDigits: boolean
  readonly rows: readonly ImportRow[]
}

/** Starts an import; its first step ends a second later. */
export function startImport({ world, store, user }: Author, wanted: NewImport): ImportJobRecord {
  const { applicationId, batchId, projectContainerId, variantId, rows, allOrNothing, losesDigits } = wanted
  forgetOldest(store, applicationId)
  const id = store.nextId(importJobs)
  const begun: ImportJobRecord = {
    id,
    applicationId,
    batchId,
    ...(variantId === undefined
      ? { variantIds: currentVariantIds(store, applicationId, projectContainerId) }
      : { variantId }),
    type: 'EXTERNAL_PROPERTY_IMPORT',
    status: applyEvent(store, importJobMachine, 'none', 'START') as ImportJobStatus,
    ...present({ projectContainerId, fileName: wanted.fileName, sheet: wanted.sheet }),
    total: rows.length,
    done: 0,
    failed: 0,
    errors: [],
    newTypes: [],
    ...(losesDigits && { losesDigits }),
    properties: knownProperties(store, { applicationId }, rows),
    rows,
    position: 0,
    failedRows: [],
    allOrNothing,
    startedBy: user.id,
    createdAt: world.now,
    clockJobId: scheduleStep(world, store, IMPORT_JOB, { importJob: id }),
  }
  return store.table(importJobs).insert(withNewTypes(store, user, begun, rows))
}

/** Decides the types that properties get if they are new; only rows without an error count. */
function withNewTypes(
  store: Store,
  user: UserRecord,
  job: ImportJobRecord,
  rows: readonly ImportRow[],
): ImportJobRecord {
  const decided = new Set(job.newTypes.map(({ name }) => name))
  const undecided = rows.filter(({ values }) => values.some(({ name }) => !decided.has(name)))
  const readable = undecided.filter((row) => 'requirement' in readRow(store, user, job, row))
  const added = newTypesOf(readable, job.losesDigits !== true).filter(({ name }) => !decided.has(name))
  return added.length === 0 ? job : { ...job, newTypes: [...job.newTypes, ...added] }
}

/** The job of the clock: imports the next rows, and ends after the last. */
export function runImportStep(world: World, { region, payload }: JobRecord): void {
  const store = world.region(region as string)
  const job = store.table(importJobs).get(payload?.['importJob'] as number)
  if (job === undefined || !isUnderWay(job)) return
  const status = applyEvent(store, importJobMachine, job.status, 'WORK', job.id) as ImportJobStatus
  const user = store.table(users).get(job.by ?? job.startedBy)
  if (user === undefined) {
    const remaining = job.rows.slice(job.position)
    const error = {
      row: remaining[0]?.row ?? 1,
      column: '',
      message: 'the user in whose name it imports is gone',
    }
    end(world, store, withFailures({ ...job, status, position: job.rows.length }, remaining, [error]), 'FAIL')
    return
  }
  if (job.allOrNothing && job.position === 0) {
    const errors = job.rows.flatMap((row) => errorsOf(readRow(store, user, job, row)))
    if (errors.length > 0) {
      const failed = withFailures({ ...job, status, position: job.rows.length }, job.rows, errors)
      end(world, store, failed, 'FAIL')
      return
    }
  }
  const worked = importRows(world, store, user, { ...job, status })
  if (worked.position < worked.rows.length)
    store
      .table(importJobs)
      .put({ ...worked, clockJobId: scheduleStep(world, store, IMPORT_JOB, { importJob: job.id }) })
  else end(world, store, worked, worked.failedRows.length > 0 ? 'FAIL' : 'FINISH')
}

/** Ends an import and keeps what was imported. Throws a Refusal (CONFLICT) for one that has ended. */
export function cancelImport(world: World, store: Store, job: ImportJobRecord): ImportJobRecord {
  return end(world, store, job, 'CANCEL')
}

/**
 * Imports the remaining rows again, in the name of this user. Throws a Refusal (CONFLICT) unless it failed or was
 * cancelled.
 */
export function retryImport({ world, store, user }: Author, job: ImportJobRecord): ImportJobRecord {
  const status = applyEvent(store, importJobMachine, job.status, 'RETRY', job.id) as ImportJobStatus
  const { finishedAt: _ended, ...kept } = job
  const rows = [...job.failedRows, ...job.rows.slice(job.position)]
  const clockJobId = scheduleStep(world, store, IMPORT_JOB, { importJob: job.id })
  const again = { by: user.id, rows, position: 0, failedRows: [], failed: 0, errors: [], clockJobId }
  return store.table(importJobs).put({ ...kept, status, ...again })
}

export function visibleJobs(store: Store, user: UserRecord, applicationId: number): ImportJobRecord[] {
  return [...store.table(importJobs).range('application', [applicationId])].filter(
    (job) => jobLevel(store, user, job) !== undefined,
  )
}

export function findJob(store: Store, applicationId: number, id: number | bigint): ImportJobRecord {
  const job = typeof id === 'number' ? store.table(importJobs).get(id) : undefined
  if (job?.applicationId === applicationId) return job
  throw notFound('job', id, { in: `application ${applicationId}` })
}

/** The starter and administrators have every right; others need rights on the container that the job names. */
export function jobLevel(store: Store, user: UserRecord, job: ImportJobRecord) {
  const { startedBy, applicationId, projectContainerId } = job
  if (startedBy === user.id || isSiteAdministrator(store, user, applicationId)) return 'edit'
  const project =
    projectContainerId === undefined ? undefined : store.table(containers).get(projectContainerId)
  return project === undefined ? undefined : containerLevel(store, user, project)
}

function importRows(world: World, store: Store, user: UserRecord, begun: ImportJobRecord): ImportJobRecord {
  const failedRows: ImportRow[] = []
  const errors: RowError[] = []
  const rows = begun.rows.slice(begun.position, begun.position + ROWS_PER_STEP)
  // Requirements may be there that were not when it began.
  const job = withNewTypes(store, user, begun, rows)
  for (const row of rows) {
    const read = readRow(store, user, job, row)
    if ('requirement' in read) writeRow({ world, store, actor: user }, read)
    else {
      failedRows.push(row)
      errors.push(...read)
    }
  }
  const done = job.done + rows.length - failedRows.length
  const properties = knownProperties(store, job, rows)
  return withFailures({ ...job, done, properties, position: job.position + rows.length }, failedRows, errors)
}

function withFailures(
  job: ImportJobRecord,
  rows: readonly ImportRow[],
  errors: readonly RowError[],
): ImportJobRecord {
  return {
    ...job,
    failed: job.failed + rows.length,
    failedRows: [...job.failedRows, ...rows],
    errors: [...job.errors, ...errors].slice(0, MAXIMUM_ERRORS),
  }
}

function errorsOf(read: ReadRow | readonly RowError[]): readonly RowError[] {
  return 'requirement' in read ? [] : read
}

function end(world: World, store: Store, job: ImportJobRecord, event: ImportJobEvent): ImportJobRecord {
  const status = applyEvent(store, importJobMachine, job.status, event, job.id) as ImportJobStatus
  const { clockJobId, ...kept } = job
  if (clockJobId !== undefined) cancel(world, clockJobId)
  const rows = status === 'DONE' ? { rows: [], position: 0 } : {}
  return store.table(importJobs).put({ ...kept, status, ...rows, finishedAt: world.now })
}

function forgetOldest(store: Store, applicationId: number): void {
  const table = store.table(importJobs)
  let excess = table.count('application', [applicationId]) + 1 - MAXIMUM_JOBS
  if (excess <= 0) return
  const ended = [...table.range('application', [applicationId])].filter((job) => !isUnderWay(job))
  for (const { id } of ended.slice(0, excess)) {
    table.remove(id)
    excess--
  }
  if (excess <= 0) return
  throw full(
    'application',
    applicationId,
    `${MAXIMUM_JOBS} jobs under way`,
    'cancel some, or advance the clock',
  )
}
