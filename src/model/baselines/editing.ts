/** Creating, changing and deleting baselines (service §2.2, §3, §4.2). */
import { present } from '../input/present.ts'
import type { Store } from '../../world/store/store.ts'
import type { World } from '../../world/world.ts'
import type { ContainerRecord } from '../containers/records.ts'
import { pages } from '../pages/records.ts'
import { conflict, invalid, invalidRequest } from '../errors.ts'
import { type Refusal, shown } from '../refusal.ts'
import { readQuery } from '../requirements/searching/listing.ts'
import { renameValue } from '../saved-queries/named-values.ts'
import type { UserRecord } from '../users/records.ts'
import { findBaseline, latestBaseline, nextBaselineNumber } from './baselines.ts'
import { abortFreezing, removeCopies, statusAfter } from './freezing.ts'
import { statusWords } from './machine.ts'
import { enqueueBaselineMessages } from './messages.ts'
import { type BaselineRecord, baselines, type ChosenVersions } from './records.ts'
import { expectedCounts, rowsToFreeze } from './starting.ts'

export const MAXIMUM_NAME_LENGTH = 255

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
  world: World,
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  fields: NewBaseline,
): BaselineRecord {
  const { name, ...given } = fields
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
    ...present(given),
    ...expectedCounts(rowsToFreeze(store, user, space, fields)),
    createdAt: world.now,
    createdBy: user.id,
  }
  return store.table(baselines).insert(record)
}

/** Brings a baseline back to PREVIEW: a running task is aborted, the expected counts are calculated anew. */
export function resetBaseline(
  world: World,
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  baseline: BaselineRecord,
): BaselineRecord {
  const status = statusAfter(store, baseline, 'RESET')
  abortFreezing({ world, store, actor: user }, baseline)
  const counts = expectedCounts(rowsToFreeze(store, user, space, baseline))
  const { message: _gone, ...kept } = baseline
  return store.table(baselines).put({ ...kept, status, ...counts })
}

/** Changes fields of a baseline. Throws a Refusal: INVALID or CONFLICT. */
export function changeBaseline(
  world: World,
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  baseline: BaselineRecord,
  changes: BaselineChanges,
): BaselineRecord {
  if (changes.name !== undefined) checkName(store, space.id, changes.name, baseline)
  checkFields(store, space, changes, baseline)
  for (const field of ['searchQuery', 'parentBaseline'] as const) {
    if (!(field in changes) || changes[field] === baseline[field] || baseline.status === 'PREVIEW') continue
    if (baseline.status === 'ERROR') continue
    throw conflict(
      'baseline',
      baseline.number,
      `is ${statusWords(baseline)}`,
      `only a baseline in PREVIEW or ERROR can change ${field}`,
    )
  }
  // A new query replaces the pages or versions that a baseline was to freeze.
  const hasNewQuery = changes.searchQuery !== undefined && changes.searchQuery !== baseline.searchQuery
  const insteadOfPages = hasNewQuery ? { fromPages: undefined, fromVersions: undefined } : {}
  const { name = baseline.name } = changes
  const reference = referenceAfter(store, baseline, name)
  const fields = { ...changes, ...insteadOfPages } as Partial<BaselineRecord>
  store.table(baselines).update(baseline.id, fields)
  if (name !== baseline.name)
    renameValue({ world, store }, space, {
      fields: ['baseline'],
      before: baseline.name,
      after: name,
      reference,
    })
  const changed = store.table(baselines).get(baseline.id) as BaselineRecord
  if (name !== baseline.name && changed.status === 'DONE')
    enqueueBaselineMessages(world, store, user.id, changed)
  if (!('searchQuery' in changes) || changed.status === 'DONE') return changed
  const counts = expectedCounts(rowsToFreeze(store, user, space, changed))
  return store.table(baselines).update(baseline.id, counts) as BaselineRecord
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

/** Deletes a baseline with its copies. Its number is not used again; baselines that followed it follow none. */
export function deleteBaseline(world: World, store: Store, user: UserRecord, baseline: BaselineRecord): void {
  abortFreezing({ world, store, actor: user }, baseline)
  removeCopies({ world, store, actor: user }, baseline)
  const table = store.table(baselines)
  table.remove(baseline.id)
  for (const { parentBaseline: _deleted, ...follower } of followersOf(store, baseline)) table.put(follower)
  if (baseline.status === 'DONE') enqueueBaselineMessages(world, store, user.id, baseline)
}

export function followersOf(store: Store, { projectContainerId, number }: BaselineRecord): BaselineRecord[] {
  const ofSpace = [...store.table(baselines).range('number', [projectContainerId])]
  return ofSpace.filter(({ parentBaseline }) => parentBaseline === number)
}

/** Explains why a name is not possible; undefined if it is. */
export function complaintAboutName(
  store: Store,
  projectContainerId: number,
  name: string,
  except?: BaselineRecord,
): Refusal | undefined {
  if (name.trim() === '' || [...name].length > MAXIMUM_NAME_LENGTH) {
    return invalid('name', name, `a baseline's name has 1 to ${MAXIMUM_NAME_LENGTH} characters`)
  }
  const taken = store.table(baselines).find('name', [projectContainerId, name])
  if (taken === undefined || taken.id === except?.id) return undefined
  return conflict('name', name, `is that of baseline ${taken.number} of the space`, 'choose another')
}

function checkName(store: Store, projectContainerId: number, name: string, except?: BaselineRecord): void {
  const complaint = complaintAboutName(store, projectContainerId, name, except)
  if (complaint !== undefined) throw complaint
}

/** Accepts values that the baseline already has, so that a client can send back what it read. */
function checkFields(
  store: Store,
  space: ContainerRecord,
  { searchQuery, pageId, parentBaseline }: BaselineChanges,
  self?: BaselineRecord,
): void {
  readQuery(searchQuery)
  if (pageId !== undefined && pageId !== self?.pageId) {
    const page = store.table(pages).get(pageId)
    if (page === undefined || page.applicationId !== space.applicationId || page.spaceKey !== space.key)
      throw invalid('pageId', pageId, `space ${shown(space.key)} has no such page`)
  }
  if (parentBaseline === undefined || parentBaseline === self?.parentBaseline) return
  const parent = findBaseline(store, space.id, parentBaseline)
  const named = `parentBaseline ${shown(String(parentBaseline))}`
  if (parent === undefined || parent.number !== parentBaseline || parent.number === self?.number)
    throw invalidRequest(named, `space ${shown(space.key)} has no other baseline of this number`)
  if (self === undefined || !follows(store, parent, self)) return
  throw invalidRequest(named, `that baseline follows baseline ${self.number} itself: name one that does not`)
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

/** The trailing number of the page's name, or of the newest baseline's, plus one; skips taken names. */
export function suggestBaselineName(
  store: Store,
  projectContainerId: number,
  pageName: string | undefined,
): string {
  const page = pageName?.trim() ?? ''
  const newest = latestBaseline(store, projectContainerId)?.name ?? ''
  const basis = [page, newest].find((name) => TRAILING_NUMBER.test(name)) ?? (page === '' ? 'Baseline' : page)
  return freeName(store, projectContainerId, following(basis))
}

/** The name itself if it is free, otherwise the next one that is. */
export function freeName(store: Store, projectContainerId: number, name: string): string {
  for (let candidate = name; ; candidate = following(candidate))
    if (store.table(baselines).find('name', [projectContainerId, candidate]) === undefined) return candidate
}

const TRAILING_NUMBER = /^(.*?)(\d{1,15})$/s

function following(name: string): string {
  const [, before = name, digits] = TRAILING_NUMBER.exec(name) ?? []
  const next = digits === undefined ? ' 1' : String(Number(digits) + 1).padStart(digits.length, '0')
  return [...before].slice(0, MAXIMUM_NAME_LENGTH - next.length).join('') + next
}
