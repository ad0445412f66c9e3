/** Freezing again what a baseline holds, with other versions of some requirements (service §4.2). */
import type { Store } from '../../world/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { World } from '../../world/world.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { Refusal, shown } from '../refusal.ts'
import { findFrozenSet, frozenVersionOf } from '../requirements/frozen.ts'
import { findLiveRequirement, findParent } from '../requirements/lookup.ts'
import type { RequirementRecord } from '../requirements/records.ts'
import { searchRequirements } from '../requirements/search.ts'
import type { TaskRecord } from '../tasks/records.ts'
import { containerLevel } from '../users/permissions.ts'
import type { UserRecord } from '../users/records.ts'
import { currentVariant } from '../variants/variants.ts'
import { findBaseline } from './baselines.ts'
import { createBaseline, freeName, suggestBaselineName } from './editing.ts'
import { freezeBaseline, rowsToFreeze } from './starting.ts'
import { statusWords } from './machine.ts'
import type { BaselineRecord } from './records.ts'

/** A version of a requirement: a frozen copy, or without `baseline` the live row. */
export interface RequirementVersion {
  readonly spaceKey?: string | undefined
  readonly key: string
  readonly baseline?: number | undefined
}

/** What to freeze again. */
export interface Refreeze {
  /** The number of the baseline. */
  readonly baseline: number
  /** Its requirements that this query selects are left out. */
  readonly exclude?: string | undefined
  /** Versions to take instead of what the baseline holds, or besides it. */
  readonly versions?: readonly RequirementVersion[] | undefined
  /** The title of the new page, and the name of the new baseline where it is free. */
  readonly title?: string | undefined
}

/** A requirement that a selection depends on and does not contain. */
export interface MissingDependency {
  readonly relationship: string
  readonly requirement: RequirementRecord
}

/** The baseline to freeze again. Throws a Refusal: NOT_FOUND, or CONFLICT unless it is DONE. */
export function baselineToRefreeze(store: Store, space: ContainerRecord, number: number): BaselineRecord {
  const baseline = findBaseline(store, space.id, number)
  if (baseline?.number !== number)
    throw new Refusal('NOT_FOUND', `baseline ${number}: space ${shown(space.key)} has no such baseline`)
  if (baseline.status === 'DONE') return baseline
  throw new Refusal(
    'CONFLICT',
    `baseline ${number} is ${statusWords(baseline)}: only a frozen baseline can be frozen again`,
  )
}

/**
 * What a refreeze would freeze: the requirements of the baseline as they are now (as they were where they are no longer
 * ACTIVE), without the excluded ones, with the chosen versions. Throws a Refusal: INVALID or NOT_FOUND.
 */
export function rowsToRefreeze(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  baseline: BaselineRecord,
  { exclude, versions = [] }: Refreeze,
): RequirementRecord[] {
  const variantId = currentVariant(store, space.id).id
  const set = findFrozenSet(store, space.id, baseline.number, variantId)
  const excluded = isBlank(exclude) ? undefined : selectedVersions(store, user, space, baseline, exclude)
  const rows = new Map<string, RequirementRecord>()
  for (const source of set?.sources ?? []) {
    const live = findLiveRequirement(store, source, source.key)
    if (excluded?.[live === undefined ? 'copies' : 'live'].has(source.key) === true) continue
    const row = live ?? (set === undefined ? undefined : frozenVersionOf(set, source.key))
    if (row !== undefined) rows.set(source.key, row)
  }
  // What another space has cannot be in a baseline of this one: dependencies that were suggested may name it.
  const own = versions.filter(({ spaceKey = space.key }) => spaceKey === space.key)
  for (const version of own) rows.set(version.key, chosenVersion(store, space, baseline, version))
  return [...rows.values()]
}

/** Creates a baseline that holds what a refreeze selects, and starts to freeze it; the page follows at the end. */
export function refreeze(
  world: World,
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  wanted: Refreeze,
): { readonly baseline: BaselineRecord; readonly task: TaskRecord } {
  const old = baselineToRefreeze(store, space, wanted.baseline)
  const rows = rowsToRefreeze(store, user, space, old, wanted)
  const title = wanted.title?.trim() || undefined
  const created = createBaseline(world, store, user, space, {
    name:
      title === undefined ? suggestBaselineName(store, space.id, old.name) : freeName(store, space.id, title),
    searchQuery: old.searchQuery,
    fromPages: old.fromPages,
    parentBaseline: old.number,
    refreezeProperties: old.refreezeProperties,
  })
  const newPage = {
    title: title ?? created.name,
    ...(old.pageId === undefined ? {} : { parentPageId: old.pageId }),
  }
  const task = freezeBaseline(world, store, user, space, created, rows, newPage)
  return { baseline: findBaseline(store, space.id, created.number) as BaselineRecord, task }
}

/** What a selection depends on and does not contain, as far as the caller may read it, by relationship, space and key. */
export function missingDependencies(
  store: Store,
  user: UserRecord,
  rows: readonly RequirementRecord[],
): MissingDependency[] {
  const contained = new Set(rows.map((row) => `${row.spaceKey}/${row.key}`))
  const found = new Map<string, MissingDependency>()
  for (const row of rows) {
    for (const dependency of row.dependencies) {
      const { relationship, spaceKey, key } = dependency
      if (contained.has(`${spaceKey}/${key}`)) continue
      const parent = findParent(store, row, dependency)
      const project = parent && store.table(containers).get(parent.projectContainerId)
      if (parent === undefined || project === undefined || containerLevel(store, user, project) === undefined)
        continue
      found.set(`${relationship}\u0000${spaceKey}/${key}`, { relationship, requirement: parent })
    }
  }
  return [...found.values()].sort(
    (a, b) =>
      compareCodePoints(a.relationship, b.relationship) ||
      compareCodePoints(a.requirement.spaceKey, b.requirement.spaceKey) ||
      compareCodePoints(a.requirement.key, b.requirement.key),
  )
}

/** The keys that a query selects among what is ACTIVE now, and among the copies of a baseline. */
function selectedVersions(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  { number }: BaselineRecord,
  query: string,
) {
  const live = rowsToFreeze(store, user, space, { searchQuery: query })
  const copies = searchRequirements(store, user, space.applicationId, {
    query,
    spaceKeys: [space.key as string],
    baselineCondition: `${space.key}-${number}`,
  }).rows
  return { live: new Set(live.map(({ key }) => key)), copies: new Set(copies.map(({ key }) => key)) }
}

function chosenVersion(
  store: Store,
  space: ContainerRecord,
  baseline: BaselineRecord,
  { key, baseline: number }: RequirementVersion,
): RequirementRecord {
  const variantId = currentVariant(store, space.id).id
  const live = findLiveRequirement(store, { projectContainerId: space.id, variantId }, key)
  const set = number === undefined ? undefined : findFrozenSet(store, space.id, number, variantId)
  const row = number === undefined ? live : set === undefined ? undefined : frozenVersionOf(set, key)
  if (row === undefined) {
    const where = number === undefined ? 'is not ACTIVE' : `is not in baseline ${number}`
    throw new Refusal('NOT_FOUND', `requirements: ${shown(key)} ${where}`)
  }
  if (number === undefined || baseline.refreezeProperties !== true || live === undefined) return row
  return { ...row, properties: live.properties }
}

function isBlank(query: string | undefined): query is undefined {
  return query === undefined || query.trim() === ''
}

/** The live rows of a selection given as queries: what to freeze, without what to remove. */
export function rowsOfQueries(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  freeze: string | undefined,
  remove: string | undefined,
): RequirementRecord[] {
  const removed = new Set(
    isBlank(remove) ? [] : rowsToFreeze(store, user, space, { searchQuery: remove }).map(({ id }) => id),
  )
  return rowsToFreeze(store, user, space, { searchQuery: freeze }).filter(({ id }) => !removed.has(id))
}
