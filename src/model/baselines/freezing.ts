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
import { step, unobserved } from '../machine.ts'
import { historyEntries } from '../history/records.ts'
import { strikeFreeze } from '../faults/matching.ts'
import { type Actor, historyOf } from '../history/history.ts'
import { dropFace } from '../links/faces.ts'
import { issueLinks } from '../links/records.ts'
import { enqueueOutbound } from '../messages/outbound.ts'
import { createPage, MAXIMUM_TITLE_LENGTH } from '../pages/creating.ts'
import { pages } from '../pages/records.ts'
import {
  createFrozenSet,
  type Frozen,
  frozenSetId,
  frozenSets,
  frozenSetsOf,
} from '../requirements/frozen.ts'
import { Refusal } from '../refusal.ts'
import { requirementMachine } from '../requirements/lifecycle.ts'
import type { RequirementRecord } from '../requirements/records.ts'
import { runsJobs } from '../late-jobs.ts'
import { storedSetting } from '../settings/settings.ts'
import { tasks, type TaskRecord } from '../tasks/records.ts'
import type { UserRecord } from '../users/records.ts'
import { currentVariant } from '../variants/variants.ts'

/** The kind of the job that takes one step of a freezing. */
export const FREEZE_JOB = 'baseline.freeze'
runsJobs(FREEZE_JOB, runFreezeStep)
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
    .map((row, position) => ({ ...versionOf(store, row), id: last + 1 + position }))
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

/** What a copy is made of: a row that names the version of its page is an old copy, which keeps that. */
function versionOf(store: Store, row: RequirementRecord): Pick<Frozen, 'source' | 'pageVersion'> {
  if (row.pageVersion !== undefined) {
    const { pageVersion, ...source } = row
    return { source, pageVersion }
  }
  const pageVersion = row.pageId === undefined ? undefined : store.table(pages).get(row.pageId)?.version
  return { source: row, pageVersion }
}

function nextTaskId(world: World, store: Store): string {
  for (;;) {
    const id = world.random('task', `${store.name}/${store.next('task')}`, 'id').uuid()
    if (!store.table(tasks).has(id)) return id
  }
}

/** The job of one step: freezes the next requirements, and finishes after the last. Answers how far it is. */
export function runFreezeStep(world: World, job: JobRecord): string | undefined {
  takeFreezeStep(world, job)
  const task = world
    .region(job.region as string)
    .table(tasks)
    .get(job.payload?.['task'] as string)
  if (task === undefined) return undefined
  return task.status === 'ERROR' ? `failed: ${task.message}` : `${task.done} of ${task.total} frozen`
}

function takeFreezeStep(world: World, job: JobRecord): void {
  const store = world.region(job.region as string)
  const task = store.table(tasks).get(job.payload?.['task'] as string)
  if (task === undefined || task.status !== 'RUNNING') return
  const baseline = store.table(baselines).find('number', [task.projectContainerId, task.baseline])
  if (baseline?.status !== 'IN_CREATION') {
    const message = `baseline ${task.baseline} is not in creation any more`
    store.table(tasks).put({ ...withoutJob(task), status: 'ERROR', finishedAt: world.now, message })
    return
  }
  const done = Math.min(task.total, task.done + REQUIREMENTS_PER_STEP)
  const maximum = maximumRequirements(store, task.applicationId)
  if (task.total > maximum) {
    const message = `more than ${maximum} requirements cannot be frozen: ${task.total}`
    return failFreezing(world, store, baseline, task, message)
  }
  const fault = faultOf(world, baseline, task, done)
  if (fault !== undefined) {
    const reached = { ...task, done: Math.max(task.done, fault.done) }
    return unobserved(() => failFreezing(world, store, baseline, reached, fault.message))
  }
  try {
    freezeUpTo(world, store, baseline, task, done)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A rule stands against the last step, such as one about the page of a release; the task must not wait for ever.
    failFreezing(world, store, baseline, task, error.message)
  }
}

/** The fault that strikes in the next step, up to so many requirements, and how many were frozen before it; undefined for none. */
function faultOf(
  world: World,
  { spaceKey }: BaselineRecord,
  { applicationId, total, done: before }: TaskRecord,
  done: number,
): { readonly message: string; readonly done: number } | undefined {
  const percentOf = (count: number) => (total === 0 ? 100 : (100 * count) / total)
  const progress = { before: before === 0 ? 0 : percentOf(before), after: percentOf(done) }
  const fault = strikeFreeze(world, { spaceKey, applicationId, ...progress })
  if (fault?.target.kind !== 'freeze') return undefined
  const message = fault.effect.message ?? `the freezing failed (fault ${fault.id})`
  return { message, done: Math.floor((total * fault.target.at) / 100) }
}

/** Takes one step, which freezes so many requirements in all; after the last, the baseline is DONE. */
function freezeUpTo(
  world: World,
  store: Store,
  baseline: BaselineRecord,
  task: TaskRecord,
  done: number,
): void {
  const { projectContainerId, number } = baseline
  const variantId = currentVariant(store, projectContainerId).id
  store.table(frozenSets).update(frozenSetId(projectContainerId, number, variantId), { copied: done })
  // Copies share the records that they are of; that they came to be is told once for the step.
  if (done > task.done) step(requirementMachine, 'none', 'ARCHIVED')
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
  removeCopies(world, store, undefined, baseline)
  store.table(baselines).update(baseline.id, { status: statusAfter(baseline, 'FAIL'), message })
  if (task.jobId !== undefined) cancel(world, task.jobId)
  store.table(tasks).put({ ...withoutJob(task), status: 'ERROR', finishedAt: world.now, message })
}

/** Aborts the running task of a baseline, if there is one: its copies vanish. */
export function abortFreezing(world: World, store: Store, actor: Actor, baseline: BaselineRecord): void {
  const task = runningTask(store, baseline)
  if (task === undefined) return
  if (task.jobId !== undefined) cancel(world, task.jobId)
  removeCopies(world, store, actor, baseline)
  store
    .table(tasks)
    .put({ ...withoutJob(task), status: 'ABORTED', finishedAt: world.now, message: 'Aborted', done: 0 })
}

/** The task that freezes a baseline right now. */
export function runningTask(store: Store, baseline: BaselineRecord): TaskRecord | undefined {
  const { projectContainerId, number } = baseline
  const isRunning = ({ status }: TaskRecord) => status === 'RUNNING'
  return store.table(tasks).findWhere('baseline', [projectContainerId, number], isRunning, { reverse: true })
}

/** Takes away what a baseline has frozen, what happened to it, and the issue links that name it, of which trackers hear. */
export function removeCopies(world: World, store: Store, actor: Actor, baseline: BaselineRecord): void {
  const { projectContainerId, number } = baseline
  const sets = [...frozenSetsOf(store, projectContainerId, number)]
  const events = sets.flatMap(({ ids }) => ids.flatMap((id) => historyOf(store, id)))
  for (const { id } of events) store.table(historyEntries).remove(id)
  for (const { id } of sets) store.table(frozenSets).remove(id)
  unlinkCopies(world, store, actor, baseline)
}

/** The wiki no longer shows links to the copies of a baseline; LINK_REMOVED tells the tracker of each. */
function unlinkCopies(
  world: World,
  store: Store,
  actor: Actor,
  { applicationId, spaceKey, number }: BaselineRecord,
): void {
  const ofSpace = [...store.table(issueLinks).range('requirement', [applicationId, spaceKey])]
  for (const link of ofSpace) {
    if (link.wiki?.baseline !== number) continue
    const { applinkId, key, issueKey, relationship } = link.wiki
    dropFace(store, link, 'wiki')
    const facts = { spaceKey, key, baseline: number, issueKey, relationship }
    const { serviceId } = link
    enqueueOutbound(world, store, actor, { serviceId, operation: 'LINK_REMOVED', applinkId, ...facts })
  }
}

function maximumRequirements(store: Store, applicationId: number): number {
  const stored = storedSetting(store, applicationId, 'baselineMaximumRequirements')
  return typeof stored === 'number' ? stored : DEFAULT_MAXIMUM
}

function withoutJob({ jobId: _gone, ...task }: TaskRecord): TaskRecord {
  return task
}
