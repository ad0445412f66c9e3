/** Creating, changing and deleting baselines (service §2.2, §3, §4.2). */
import type { Store } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import type { ContainerRecord } from '../containers/records.ts'
import { pages } from '../pages/records.ts'
import { Refusal, shown } from '../refusal.ts'
import { readQuery } from '../requirements/listing.ts'
import type { UserRecord } from '../users/records.ts'
import { findBaseline, latestBaseline, nextBaselineNumber } from './baselines.ts'
import { abortFreezing, removeCopies, statusAfter } from './freezing.ts'
import { statusWords } from './machine.ts'
import { enqueueBaselineMessages } from './messages.ts'
import { type BaselineRecord, baselines } from './records.ts'
import { expectedCounts, rowsToFreeze } from './starting.ts'

export const MAXIMUM_NAME_LENGTH = 255

/** A baseline to create. */
export interface NewBaseline {
  readonly name: string
  /** What it freezes; absent: every ACTIVE requirement of the space. */
  readonly searchQuery?: string | undefined
  /** The pages whose requirements it freezes. */
  readonly fromPages?: readonly number[] | undefined
  readonly pageId?: number | undefined
  readonly parentBaseline?: number | undefined
  readonly refreezeProperties?: boolean | undefined
}

/** Changes of a baseline; a field given as undefined is taken out. */
export type BaselineChanges = Partial<NewBaseline>

/**
 * Creates a baseline in status PREVIEW, with the next number of its space. Throws a Refusal: INVALID (name, query, page)
 * or CONFLICT (the name is taken).
 */
export function createBaseline(
  world: World,
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  fields: NewBaseline,
): BaselineRecord {
  checkName(store, space.id, fields.name)
  checkFields(store, space, fields)
  const spaceKey = space.key as string
  const record: BaselineRecord = {
    id: store.next('baseline'),
    applicationId: space.applicationId,
    projectContainerId: space.id,
    spaceKey,
    number: nextBaselineNumber(store, space.id),
    name: fields.name,
    status: 'PREVIEW',
    ...given(fields),
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
  const status = statusAfter(baseline, 'RESET')
  abortFreezing(world, store, user, baseline)
  const counts = expectedCounts(rowsToFreeze(store, user, space, baseline))
  const { message: _gone, ...kept } = baseline
  return store.table(baselines).put({ ...kept, status, ...counts })
}

/**
 * Changes fields of a baseline. Throws a Refusal: INVALID, or CONFLICT for a name that is taken and for a query or parent
 * of a frozen baseline.
 */
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
    throw new Refusal(
      'CONFLICT',
      `${field}: baseline ${baseline.number} is ${statusWords(baseline)}: only a baseline in PREVIEW or ERROR can change it`,
    )
  }
  const fields = { ...changes, ...insteadOfPages(changes) } as Partial<BaselineRecord>
  const changed = store.table(baselines).update(baseline.id, fields) as BaselineRecord
  if (changes.name !== undefined && changes.name !== baseline.name && changed.status === 'DONE')
    enqueueBaselineMessages(world, store, user.id, changed)
  if (!('searchQuery' in changes) || changed.status === 'DONE') return changed
  const counts = expectedCounts(rowsToFreeze(store, user, space, changed))
  return store.table(baselines).update(baseline.id, counts) as BaselineRecord
}

/** A query that is given replaces the pages that a baseline was to freeze. */
function insteadOfPages({ searchQuery }: BaselineChanges) {
  return searchQuery === undefined ? {} : { fromPages: undefined }
}

/** Deletes a baseline with its copies; a running task is aborted first. Its number is not given again. */
export function deleteBaseline(world: World, store: Store, user: UserRecord, baseline: BaselineRecord): void {
  abortFreezing(world, store, user, baseline)
  removeCopies(world, store, user, baseline)
  store.table(baselines).remove(baseline.id)
  if (baseline.status === 'DONE') enqueueBaselineMessages(world, store, user.id, baseline)
}

/** What is wrong with a name for a baseline of a space; undefined when nothing is. */
export function complaintAboutName(
  store: Store,
  projectContainerId: number,
  name: string,
  except?: BaselineRecord,
): { readonly kind: 'INVALID' | 'CONFLICT'; readonly message: string } | undefined {
  if (name.trim() === '' || [...name].length > MAXIMUM_NAME_LENGTH) {
    return {
      kind: 'INVALID',
      message: `name ${shown(name)}: a baseline's name has 1 to ${MAXIMUM_NAME_LENGTH} characters`,
    }
  }
  const taken = store.table(baselines).find('name', [projectContainerId, name])
  if (taken === undefined || taken.id === except?.id) return undefined
  return {
    kind: 'CONFLICT',
    message: `name ${shown(name)}: baseline ${taken.number} of the space has this name: choose another`,
  }
}

function checkName(store: Store, projectContainerId: number, name: string, except?: BaselineRecord): void {
  const complaint = complaintAboutName(store, projectContainerId, name, except)
  if (complaint !== undefined) throw new Refusal(complaint.kind, complaint.message)
}

function checkFields(
  store: Store,
  space: ContainerRecord,
  { searchQuery, pageId, parentBaseline }: BaselineChanges,
  self?: BaselineRecord,
): void {
  readQuery(searchQuery)
  if (pageId !== undefined) {
    const page = store.table(pages).get(pageId)
    if (page === undefined || page.applicationId !== space.applicationId || page.spaceKey !== space.key)
      throw new Refusal(
        'INVALID',
        `pageId ${shown(String(pageId))}: space ${shown(space.key)} has no such page`,
      )
  }
  if (parentBaseline === undefined) return
  const parent = findBaseline(store, space.id, parentBaseline)
  if (parent === undefined || parent.number !== parentBaseline || parent.number === self?.number) {
    throw new Refusal(
      'INVALID',
      `parentBaseline ${shown(String(parentBaseline))}: space ${shown(space.key)} has no other baseline of this number`,
    )
  }
}

function given({ searchQuery, fromPages, pageId, parentBaseline, refreezeProperties }: NewBaseline) {
  const fields = { searchQuery, fromPages, pageId, parentBaseline, refreezeProperties }
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<BaselineRecord>
}

/**
 * The name that the next baseline might have: the trailing number of the page's name, or of the newest baseline's, plus
 * one; else the page's name with ` 1`. Names that are taken are passed over.
 */
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

/** This name, or the first of those that follow it that no baseline of the space has. */
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
