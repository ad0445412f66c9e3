/** Creating, changing, resetting and deleting baselines (service §2.2, §3, §4.2). */
import type { Author, Writing } from '../records/actor.ts'
import { present } from '../input/present.ts'
import type { Store } from '../../world/store/store.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { conflict, invalid, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { readQuery } from '../searching/listing.ts'
import { placeOf, requirePageOfSpace } from '../requirements/writing/writing.ts'
import { renameValue } from '../saved-queries/named-values.ts'
import { findBaseline, nextBaselineNumber } from '../finding/baselines.ts'
import { noteEvent, stateAfter } from '../records/state-machine.ts'
import { abortFreezing, removeCopies } from './freeze-task.ts'
import { baselineMachine, isFrozen, isOpen, statusWords } from '../records/machines/baseline-machine.ts'
import { announce } from '../records/events.ts'
import { problemOfName } from './names.ts'
import {
  type BaselineRecord,
  baselines,
  type BaselineStatus,
  type ChosenVersions,
} from '../records/wiki/baselines.ts'
import { expectedCounts, rowsToFreeze } from './rows-to-freeze.ts'

export interface NewBaseline {
  readonly name: string
  /** Absent: every ACTIVE requirement of the space. */
  readonly searchQuery?: string | undefined
  readonly fromPages?: readonly number[] | undefined
  readonly fromVersions?: ChosenVersions | undefined
  readonly pageId?: number | undefined
  readonly parentBaseline?: number | undefined
  readonly refreezeProperties?: boolean | undefined
}

/** Removes a field that is undefined. */
export type BaselineChanges = Partial<NewBaseline>

/** Creates a baseline in status PREVIEW, with the next number of its space. Throws a Refusal: INVALID or CONFLICT. */
export function createBaseline(
  { world, store, user }: Author,
  space: ContainerRecord,
  fields: NewBaseline,
): BaselineRecord {
  const { name, ...otherFields } = fields
  checkName(store, space.id, name)
  checkFields(store, space, fields)
  const spaceKey = space.key as string
  const record: BaselineRecord = {
    id: store.next('baseline'),
    applicationId: space.applicationId,
    projectContainerId: space.id,
    spaceKey,
    number: nextBaselineNumber(store, space.id),
    name,
    status: 'PREVIEW',
    ...present(otherFields),
    ...expectedCounts(rowsToFreeze(store, user, space, fields)),
    createdAt: world.now,
    createdBy: user.id,
  }
  noteEvent(store, baselineMachine, 'none', 'CREATE')
  return store.table(baselines).insert(record)
}

/** Brings a baseline back to PREVIEW: a running task is aborted, the expected counts are calculated anew. */
export function resetBaseline(
  { world, store, user }: Author,
  space: ContainerRecord,
  baseline: BaselineRecord,
): BaselineRecord {
  const status = stateAfter(baselineMachine, baseline.status, 'RESET', baseline.number) as BaselineStatus
  abortFreezing({ world, store, actor: user }, baseline)
  const counts = expectedCounts(rowsToFreeze(store, user, space, baseline))
  const { message: _gone, ...kept } = baseline
  const reset: BaselineRecord = { ...kept, status, ...counts }
  // A baseline in PREVIEW whose counts are still right stays as it is.
  if (JSON.stringify(reset) === JSON.stringify(baseline)) return baseline
  noteEvent(store, baselineMachine, baseline.status, 'RESET')
  return store.table(baselines).put(reset)
}

/** Changes fields of a baseline. Throws a Refusal: INVALID or CONFLICT. */
export function changeBaseline(
  { world, store, user }: Author,
  space: ContainerRecord,
  baseline: BaselineRecord,
  changes: BaselineChanges,
): BaselineRecord {
  if (changes.name !== undefined) checkName(store, space.id, changes.name, baseline)
  checkFields(store, space, changes, baseline)
  for (const field of ['searchQuery', 'parentBaseline'] as const) {
    if (!(field in changes) || changes[field] === baseline[field] || isOpen(baseline)) continue
    throw conflict(
      'baseline',
      baseline.number,
      `is ${statusWords(baseline)} and cannot change its ${field}`,
      'only a baseline in PREVIEW or ERROR can',
    )
  }
  // A new query replaces the pages or versions that a baseline was to freeze.
  const hasNewQuery = changes.searchQuery !== undefined && changes.searchQuery !== baseline.searchQuery
  const insteadOfPages = hasNewQuery ? { fromPages: undefined, fromVersions: undefined } : {}
  const { name = baseline.name } = changes
  const reference = referenceAfter(store, baseline, name)
  const fields = { ...changes, ...insteadOfPages } as Partial<BaselineRecord>
  store.table(baselines).update(baseline.id, fields)
  if (name !== baseline.name) {
    const renaming = { fields: ['baseline'], before: baseline.name, after: name, reference } as const
    renameValue({ world, store }, space, renaming)
  }
  const changed = store.table(baselines).get(baseline.id) as BaselineRecord
  if (name !== baseline.name && isFrozen(changed))
    announce({ world, store, actor: user }, { name: 'baseline changed', baseline: changed })
  if (!('searchQuery' in changes) || isFrozen(changed)) return changed
  const counts = expectedCounts(rowsToFreeze(store, user, space, changed))
  return store.table(baselines).update(baseline.id, counts) as BaselineRecord
}

/** Deletes a baseline with its copies. Its number is not used again; baselines that followed it follow none. */
export function deleteBaseline(writing: Writing, baseline: BaselineRecord): void {
  const { store } = writing
  abortFreezing(writing, baseline)
  removeCopies(writing, baseline)
  const table = store.table(baselines)
  noteEvent(store, baselineMachine, baseline.status, 'DELETE')
  table.remove(baseline.id)
  for (const { parentBaseline: _deleted, ...follower } of followersOf(store, baseline)) table.put(follower)
  if (isFrozen(baseline)) announce(writing, { name: 'baseline changed', baseline })
}

export function followersOf(store: Store, { projectContainerId, number }: BaselineRecord): BaselineRecord[] {
  const ofSpace = [...store.table(baselines).range('number', [projectContainerId])]
  return ofSpace.filter(({ parentBaseline }) => parentBaseline === number)
}

/**
 * The new reference by name, or the number if the name could be read as one; undefined if no reference uses the name.
 */
function referenceAfter(
  store: Store,
  { id, projectContainerId, name: before, number }: BaselineRecord,
  after: string,
): string | number | undefined {
  if (findBaseline(store, projectContainerId, before)?.id !== id) return undefined
  return /^\d+$/.test(after) ? number : after
}

function checkName(store: Store, projectContainerId: number, name: string, except?: BaselineRecord): void {
  const problem = problemOfName(store, projectContainerId, name, except)
  if (problem !== undefined) throw problem
}

/** Accepts values that the baseline already has, so that a client can send back what it read. */
function checkFields(
  store: Store,
  space: ContainerRecord,
  { searchQuery, pageId, parentBaseline }: BaselineChanges,
  self?: BaselineRecord,
): void {
  readQuery(searchQuery)
  if (pageId !== undefined && pageId !== self?.pageId) requirePageOfSpace(store, placeOf(space), pageId)
  if (parentBaseline === undefined || parentBaseline === self?.parentBaseline) return
  const parent = findBaseline(store, space.id, parentBaseline)
  if (parent === undefined || parent.number !== parentBaseline)
    throw notFound('baseline', parentBaseline, { at: 'parentBaseline', in: `space ${quoted(space.key)}` })
  if (parent.number === self?.number)
    throw invalid('parentBaseline', parentBaseline, 'a baseline cannot follow itself: name another one')
  if (self === undefined || !follows(store, parent, self)) return
  const rule = `that baseline follows baseline ${self.number} itself: name one that does not`
  throw invalid('parentBaseline', parentBaseline, rule)
}

function follows(store: Store, baseline: BaselineRecord, earlier: BaselineRecord): boolean {
  const passed = new Set<number>()
  for (
    let parent = baseline.parentBaseline;
    parent !== undefined && !passed.has(parent);
    parent = findBaseline(store, baseline.projectContainerId, parent)?.parentBaseline
  ) {
    if (parent === earlier.number) return true
    passed.add(parent)
  }
  return false
}
