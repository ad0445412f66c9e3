/**
 * Freezing a baseline on the virtual clock (service §3): what the query selects at the start is frozen as it is then,
 * step by step, so that a client that polls sees progress; aborting at any moment leaves nothing behind.
 */
import type { Store } from '../../world/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import { cancel, type JobRecord, schedule } from '../../world/jobs.ts'
import type { World } from '../../world/world.ts'
import { type BaselineEvent, baselineMachine } from './machine.ts'
import { enqueueBaselineMessages } from './messages.ts'
import { type BaselineRecord, baselines, type BaselineStatus } from './records.ts'
import { step } from '../machine.ts'
import { historyEntries } from '../history/records.ts'
import { historyOf } from '../history/history.ts'
import { createPage, MAXIMUM_TITLE_LENGTH } from '../pages/editing.ts'
import { pages } from '../pages/records.ts'
import { createFrozenSet, frozenSets, frozenSetsOf } from '../requirements/frozen.ts'
import type { RequirementRecord } from '../requirements/records.ts'
import { storedSetting } from '../settings/settings.ts'
import { tasks, type TaskRecord } from '../tasks/records.ts'
import type { UserRecord } from '../users/records.ts'
import { currentVariant } from '../variants/variants.ts'

/** The kind of the job that takes one step of a freezing. */
export const FREEZE_JOB = 'baseline.freeze'
/** Requirements that one step freezes, and how long it takes in virtual milliseconds. */
const REQUIREMENTS_PER_STEP = 100
const STEP_MILLISECONDS = 1000
/** More requirements than this cannot be frozen, unless the setting `baselineMaximumRequirements` says otherwise. */
const DEFAULT_MAXIMUM = 12_000

/** The state that an event leads a stored baseline to. Throws a Refusal (CONFLICT) for an event that it does not take. */
export function statusAfter(baseline: BaselineRecord, event: BaselineEvent): BaselineStatus {
  return step(baselineMachine, baseline.status, event) as BaselineStatus
}

/** Starts to freeze rows into a baseline that is IN_CREATION; answers the task to poll. */
export function startFreezing(
  world: World,
  store: Store,
  user: UserRecord,
  baseline: BaselineRecord,
  rows: readonly RequirementRecord[],
  newPage?: TaskRecord['newPage'],
): TaskRecord {
  const { projectContainerId, number, applicationId } = baseline
  const last = store.last('requirement')
  store.raise('requirement', last + rows.length)
  const copies = rows
    .toSorted((a, b) => compareCodePoints(a.key, b.key))
    .map((source, position) => ({
      source,
      id: last + 1 + position,
      pageVersion: source.pageId === undefined ? undefined : store.table(pages).get(source.pageId)?.version,
    }))
  const place = { projectContainerId, number, variantId: currentVariant(store, projectContainerId).id }
  store.table(frozenSets).put(createFrozenSet(place, copies, world.now, 0))
  const id = nextTaskId(world, store)
  const job = schedule(world, {
    kind: FREEZE_JOB,
    due: world.now + STEP_MILLISECONDS,
    region: store.name,
    payload: { task: id },
  })
  return store.table(tasks).insert({
    id,
    applicationId,
    projectContainerId,
    baseline: number,
    status: 'RUNNING',
    startedBy: user.id,
    startedAt: world.now,
    total: rows.length,
    done: 0,
    message: `Freezing ${rows.length} requirements`,
    pages: [],
    ...(newPage === undefined ? {} : { newPage }),
    jobId: job.id,
  })
}

function nextTaskId(world: World, store: Store): string {
  for (;;) {
    const id = world.random('task', `${store.name}/${store.next('task')}`, 'id').uuid()
    if (!store.table(tasks).has(id)) return id
  }
}

/** The job of one step: freezes the next requirements, and finishes after the last. */
export function runFreezeStep(world: World, job: JobRecord): void {
  const store = world.region(job.region as string)
  const task = store.table(tasks).get(job.payload?.['task'] as string)
  if (task === undefined || task.status !== 'RUNNING') return
  const baseline = store.table(baselines).find('number', [task.projectContainerId, task.baseline])
  if (baseline === undefined) return
  const maximum = maximumRequirements(store, task.applicationId)
  if (task.total > maximum) {
    failFreezing(
      world,
      store,
      baseline,
      task,
      `more than ${maximum} requirements cannot be frozen: ${task.total}`,
    )
    return
  }
  const done = Math.min(task.total, task.done + REQUIREMENTS_PER_STEP)
  for (const { id } of frozenSetsOf(store, baseline.projectContainerId, baseline.number))
    store.table(frozenSets).update(id, { copied: done })
  if (done < task.total) {
    const next = schedule(world, {
      kind: FREEZE_JOB,
      due: world.now + STEP_MILLISECONDS,
      region: store.name,
      payload: { task: task.id },
    })
    store.table(tasks).update(task.id, { done, jobId: next.id })
    return
  }
  const status = statusAfter(baseline, 'COMPLETE')
  const pageId =
    task.newPage === undefined ? {} : { pageId: createReleasePage(world, store, baseline, task.newPage) }
  const frozen = store
    .table(baselines)
    .update(baseline.id, { status, frozenAt: world.now, ...pageId }) as BaselineRecord
  store.table(tasks).put({
    ...withoutJob(task),
    status: 'DONE',
    done,
    finishedAt: world.now,
    message: `Froze ${done} requirements`,
  })
  enqueueBaselineMessages(world, store, task.startedBy, frozen)
}

/** The page of a release: it mentions every requirement that was frozen. */
function createReleasePage(
  world: World,
  store: Store,
  { applicationId, projectContainerId, spaceKey, number }: BaselineRecord,
  { title, parentPageId }: NonNullable<TaskRecord['newPage']>,
): number {
  const parent = parentPageId === undefined ? undefined : store.table(pages).get(parentPageId)
  const sets = [...frozenSetsOf(store, projectContainerId, number)]
  const links = sets.flatMap(({ sources }) => sources.map(({ key }) => ({ spaceKey, key })))
  const place = parent === undefined ? { spaceKey, applicationId } : { parent: parent.id }
  return createPage(world, store, { title: shortened(title), ...place, links }).id
}

/** As much of a baseline's name as the title of a page holds, which counts in UTF-16 units: no character is cut in two. */
function shortened(name: string): string {
  let title = ''
  for (const character of name) {
    if (title.length + character.length > MAXIMUM_TITLE_LENGTH) break
    title += character
  }
  return title
}

/** Ends a freezing with an error: the baseline is ERROR, its copies are gone. */
export function failFreezing(
  world: World,
  store: Store,
  baseline: BaselineRecord,
  task: TaskRecord,
  message: string,
): void {
  removeCopies(store, baseline)
  store.table(baselines).update(baseline.id, { status: statusAfter(baseline, 'FAIL'), message })
  if (task.jobId !== undefined) cancel(world, task.jobId)
  store.table(tasks).put({ ...withoutJob(task), status: 'ERROR', finishedAt: world.now, message, done: 0 })
}

/** Aborts the running task of a baseline, if there is one: its copies vanish. */
export function abortFreezing(world: World, store: Store, baseline: BaselineRecord): void {
  const task = runningTask(store, baseline)
  if (task === undefined) return
  if (task.jobId !== undefined) cancel(world, task.jobId)
  removeCopies(store, baseline)
  store
    .table(tasks)
    .put({ ...withoutJob(task), status: 'ABORTED', finishedAt: world.now, message: 'Aborted', done: 0 })
}

/** The task that freezes a baseline right now. */
export function runningTask(store: Store, baseline: BaselineRecord): TaskRecord | undefined {
  const { projectContainerId, number } = baseline
  for (const task of store.table(tasks).range('baseline', [projectContainerId, number], { reverse: true }))
    if (task.status === 'RUNNING') return task
  return undefined
}

/** Takes away what a baseline has frozen, and what happened to it. */
export function removeCopies(store: Store, { projectContainerId, number }: BaselineRecord): void {
  const sets = [...frozenSetsOf(store, projectContainerId, number)]
  const events = sets.flatMap(({ ids }) => ids.flatMap((id) => historyOf(store, id)))
  for (const { id } of events) store.table(historyEntries).remove(id)
  for (const { id } of sets) store.table(frozenSets).remove(id)
}

function maximumRequirements(store: Store, applicationId: number): number {
  const stored = storedSetting(store, applicationId, 'baselineMaximumRequirements')
  return typeof stored === 'number' ? stored : DEFAULT_MAXIMUM
}

function withoutJob({ jobId: _gone, ...task }: TaskRecord): TaskRecord {
  return task
}
