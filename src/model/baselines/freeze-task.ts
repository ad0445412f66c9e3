/** Freezing a baseline on the virtual clock (service §3), step by step; aborting at any time leaves nothing behind. */
import type { Author, Writing } from '../records/actor.ts'
import type { Store } from '../../world/store/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import { cancel, type JobOutcome, type JobRecord, schedule } from '../../world/time/jobs.ts'
import type { World } from '../../world/world.ts'
import { type BaselineEvent, baselineMachine, isBeingFrozen } from '../records/machines/baseline-machine.ts'
import { runningTask } from '../finding/baselines.ts'
import { type BaselineRecord, baselines, type BaselineStatus } from '../records/wiki/baselines.ts'
import { applyEvent } from '../records/state-machine.ts'
import { historyEntries } from '../records/wiki/history.ts'
import { freezeFaultAhead, strikeFreeze } from '../finding/faults/matching.ts'
import { historyOf } from '../history/history.ts'
import { dropView } from '../links/views.ts'
import { issueLinks } from '../records/tracker/issue-links.ts'
import { announce } from '../records/events.ts'
import { createPage } from '../pages/creating.ts'
import { pages } from '../records/wiki/pages.ts'
import {
  createFrozenSet,
  findFrozenSet,
  type Frozen,
  frozenSets,
  frozenSetsOf,
} from '../finding/requirements/frozen.ts'
import { Refusal } from '../input/refusal.ts'
import { requirementMachine } from '../records/machines/requirement-machine.ts'
import { isShownByWiki } from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { DEFAULT_BASELINE_MAXIMUM } from '../settings/definitions.ts'
import { storedSetting } from '../settings/settings.ts'
import { tasks, type TaskRecord } from '../records/wiki/tasks.ts'
import { users } from '../records/service/users.ts'
import { countText } from '../../world/count-text.ts'
import { FREEZE_JOB } from '../records/world/job-kinds.ts'

const REQUIREMENTS_PER_STEP = 100
/** How long one requirement takes, and the shortest freezing, in virtual milliseconds. */
const MILLISECONDS_PER_REQUIREMENT = 10
const SHORTEST_MILLISECONDS = 1000

export interface RowsToFreeze {
  readonly variantId: number
  readonly rows: readonly RequirementRecord[]
}

export function statusAfter(store: Store, baseline: BaselineRecord, event: BaselineEvent): BaselineStatus {
  return applyEvent(store, baselineMachine, baseline.status, event, baseline.number) as BaselineStatus
}

export function freezingMilliseconds(requirements: number): number {
  return Math.max(SHORTEST_MILLISECONDS, requirements * MILLISECONDS_PER_REQUIREMENT)
}

/** Starts to freeze rows of one variant into a baseline that is IN_CREATION; returns the task to poll. */
export function startFreezing(
  { world, store, user }: Author,
  baseline: BaselineRecord,
  { variantId, rows }: RowsToFreeze,
  newPage?: TaskRecord['newPage'],
): TaskRecord {
  const { projectContainerId, number, applicationId } = baseline
  const last = store.last('requirement')
  store.raise('requirement', last + rows.length)
  const copies = rows
    .toSorted((a, b) => compareCodePoints(a.key, b.key))
    .map((row, position) => ({ ...versionOf(store, row), id: last + 1 + position }))
  const set = createFrozenSet({ projectContainerId, number, variantId }, copies, world.now, 0)
  store.table(frozenSets).put({ ...set, historyPosition: store.next('historyEntry') })
  const id = nextTaskId(world, store)
  const task: TaskRecord = {
    id,
    applicationId,
    projectContainerId,
    baseline: number,
    status: 'RUNNING',
    startedBy: user.id,
    startedAt: world.now,
    total: rows.length,
    done: 0,
    message: `Freezing ${countText(rows.length, 'requirement')}`,
    pages: [],
    ...(newPage === undefined ? {} : { newPage }),
  }
  return store.table(tasks).insert({ ...task, jobId: scheduleStep(world, store, baseline, task).id })
}

/** Schedules the next step: at its regular time, or at the percentage of a fault. */
function scheduleStep(world: World, store: Store, { spaceKey }: BaselineRecord, task: TaskRecord): JobRecord {
  const { applicationId, total, done, startedAt } = task
  const at = freezeFaultAhead(world, { spaceKey, applicationId, before: percentOf(done, total) })
  const end = freezingMilliseconds(Math.min(total, done + REQUIREMENTS_PER_STEP))
  const struck = Math.max(1, Math.ceil(((at ?? 100) * freezingMilliseconds(total)) / 100))
  const due = startedAt + (total === 0 ? end : Math.min(end, struck))
  return schedule(world, { kind: FREEZE_JOB, due, region: store.name, payload: { task: task.id } })
}

function frozenAt({ total, startedAt }: TaskRecord, now: number): number {
  return Math.min(total, Math.ceil((total * (now - startedAt)) / freezingMilliseconds(total)))
}

function percentOf(done: number, total: number): number {
  if (done === 0) return 0
  return (100 * done) / total
}

/** A row that names the version of its page is an old copy and keeps that version. */
function versionOf(store: Store, row: RequirementRecord): Pick<Frozen, 'source' | 'pageVersion'> {
  if (row.pageVersion !== undefined) {
    const { pageVersion, ...source } = row
    return { source, pageVersion }
  }
  // Pages show the current variant, so no version of a page has rows of another one.
  const page =
    isShownByWiki(store, row) && row.pageId !== undefined ? store.table(pages).get(row.pageId) : undefined
  return { source: row, pageVersion: page?.version }
}

function nextTaskId(world: World, store: Store): string {
  for (;;) {
    const id = world.random('task', `${store.name}/${store.next('task')}`, 'id').uuid()
    if (!store.table(tasks).has(id)) return id
  }
}

/** The job of one step: freezes the next requirements, and finishes after the last. Returns the progress. */
export function runFreezeStep(world: World, job: JobRecord): JobOutcome | undefined {
  takeFreezeStep(world, job)
  const task = world
    .region(job.region as string)
    .table(tasks)
    .get(job.payload?.['task'] as string)
  if (task === undefined) return undefined
  const failed = task.status === 'ERROR'
  return { text: failed ? `failed: ${task.message}` : `${task.done} of ${task.total} frozen`, failed }
}

function takeFreezeStep(world: World, job: JobRecord): void {
  const store = world.region(job.region as string)
  const task = store.table(tasks).get(job.payload?.['task'] as string)
  if (task === undefined || task.status !== 'RUNNING') return
  const baseline = store.table(baselines).find('number', [task.projectContainerId, task.baseline])
  if (baseline === undefined || !isBeingFrozen(baseline)) {
    const message = `baseline ${task.baseline} is not in creation any more`
    store.table(tasks).put({ ...withoutJob(task), status: 'ERROR', finishedAt: world.now, message })
    return
  }
  const done = frozenAt(task, world.now)
  const maximum = maximumRequirements(store, task.applicationId)
  if (task.total > maximum) {
    const message = `more than ${countText(maximum, 'requirement')} cannot be frozen: ${task.total}`
    return failFreezing(world, store, baseline, task, message)
  }
  const fault = faultOf(world, baseline, task, done)
  if (fault !== undefined) {
    const reached = { ...task, done: Math.max(task.done, fault.done) }
    return world.withoutTransitions(() => failFreezing(world, store, baseline, reached, fault.message))
  }
  try {
    freezeUpTo(world, store, baseline, task, done)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A rule forbids the last step, such as one about the page of a release; the task must still end.
    failFreezing(world, store, baseline, task, error.message)
  }
}

/** The fault of the next step, if there is one, and how many requirements were frozen before it. */
function faultOf(
  world: World,
  { spaceKey }: BaselineRecord,
  { applicationId, total, done: before }: TaskRecord,
  done: number,
): { readonly message: string; readonly done: number } | undefined {
  const progress = { before: percentOf(before, total), after: total === 0 ? 100 : percentOf(done, total) }
  const fault = strikeFreeze(world, { spaceKey, applicationId, ...progress })
  if (fault?.target.kind !== 'freeze') return undefined
  const message = fault.effect.message ?? `the freezing failed (fault ${fault.id})`
  return { message, done: Math.floor((total * fault.target.at) / 100) }
}

/** Freezes up to this many requirements in all; after the last, the baseline is DONE. */
function freezeUpTo(
  world: World,
  store: Store,
  baseline: BaselineRecord,
  task: TaskRecord,
  done: number,
): void {
  const set = findFrozenSet(store, baseline.projectContainerId, baseline.number)
  if (set === undefined) throw new Error(`baseline ${baseline.id} is being frozen without a frozen set`)
  store.table(frozenSets).update(set.id, { copied: done })
  // Copies share their source records; the transition is reported once for each step.
  if (done > task.done) applyEvent(store, requirementMachine, 'none', 'ARCHIVED')
  if (done < task.total) {
    const next = scheduleStep(world, store, baseline, { ...task, done })
    store.table(tasks).update(task.id, { done, jobId: next.id })
    return
  }
  const status = statusAfter(store, baseline, 'COMPLETE')
  const made = task.newPage && createReleasePage(world, store, baseline, task.newPage)
  // A page that a user chose during the task stays the page of the baseline.
  const pageId = baseline.pageId ?? made
  const { fromVersions: _frozen, ...kept } = baseline
  const frozen = store.table(baselines).put({
    ...kept,
    status,
    frozenAt: world.now,
    ...(pageId === undefined ? {} : { pageId }),
  })
  store.table(tasks).put({
    ...withoutJob(task),
    status: 'DONE',
    done,
    finishedAt: world.now,
    message: `Froze ${countText(done, 'requirement')}`,
  })
  const actor = store.table(users).get(task.startedBy)
  announce({ world, store, actor }, { name: 'baseline changed', baseline: frozen })
}

/** The page of a release mentions every requirement that was frozen. */
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
  return createPage(world, store, { title, ...place, links }).id
}

/** Ends a freezing with an error: the baseline becomes ERROR, and its copies go. */
function failFreezing(
  world: World,
  store: Store,
  baseline: BaselineRecord,
  task: TaskRecord,
  message: string,
): void {
  removeCopies({ world, store, actor: undefined }, baseline)
  store.table(baselines).update(baseline.id, { status: statusAfter(store, baseline, 'FAIL'), message })
  if (task.jobId !== undefined) cancel(world, task.jobId)
  store.table(tasks).put({ ...withoutJob(task), status: 'ERROR', finishedAt: world.now, message })
}

export function abortFreezing(writing: Writing, baseline: BaselineRecord): void {
  const { world, store } = writing
  const task = runningTask(store, baseline)
  if (task === undefined) return
  if (task.jobId !== undefined) cancel(world, task.jobId)
  removeCopies(writing, baseline)
  store
    .table(tasks)
    .put({ ...withoutJob(task), status: 'ABORTED', finishedAt: world.now, message: 'Aborted', done: 0 })
}

/** Removes the copies of a baseline, their history, and the issue links that name the baseline; tells the trackers. */
export function removeCopies(writing: Writing, baseline: BaselineRecord): void {
  const { store } = writing
  const { projectContainerId, number } = baseline
  const sets = [...frozenSetsOf(store, projectContainerId, number)]
  const events = sets.flatMap(({ ids }) => ids.flatMap((id) => historyOf(store, id)))
  for (const { id } of events) store.table(historyEntries).remove(id)
  for (const { id } of sets) store.table(frozenSets).remove(id)
  unlinkCopies(writing, baseline)
}

/** Removes the wiki's links to the copies of a baseline; LINK_REMOVED tells the tracker of each. */
function unlinkCopies(writing: Writing, { applicationId, spaceKey, number }: BaselineRecord): void {
  const { store } = writing
  const ofSpace = [...store.table(issueLinks).range('requirement', [applicationId, spaceKey])]
  for (const link of ofSpace) {
    if (link.wiki?.baseline !== number) continue
    dropView(store, link, 'wiki')
    announce(writing, { name: 'copy unlinked', serviceId: link.serviceId, wiki: link.wiki })
  }
}

function maximumRequirements(store: Store, applicationId: number): number {
  const stored = storedSetting(store, applicationId, 'baselineMaximumRequirements')
  return typeof stored === 'number' ? stored : DEFAULT_BASELINE_MAXIMUM
}

function withoutJob({ jobId: _gone, ...task }: TaskRecord): TaskRecord {
  return task
}
