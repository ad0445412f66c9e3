/** Freezing again what a baseline holds, with other versions of some requirements (service §4.2). */
import { isBlank, withoutBlank } from '../input/blank.ts'
import type { Author } from '../records/actor.ts'
import { readingRights } from '../finding/permissions.ts'
import type { Store } from '../../world/store/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { ContainerRecord } from '../records/service/containers.ts'
import { conflict, notFound } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { findFrozenSet, frozenVersionOf } from '../finding/requirements/frozen.ts'
import { findLiveRequirement, findParent } from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'
import { searchRequirements } from '../searching/search.ts'
import type { TaskRecord } from '../records/wiki/tasks.ts'
import type { UserRecord } from '../records/service/users.ts'
import type { VariantRecord } from '../records/wiki/variants.ts'
import { currentVariant, findVariant } from '../finding/variants.ts'
import { findBaseline } from '../finding/baselines.ts'
import { createBaseline } from './writing.ts'
import { freeName, suggestBaselineName } from './names.ts'
import { freezeBaseline, rowsOfVersions, rowsToFreeze } from './rows-to-freeze.ts'
import { isFrozen, statusWords } from '../records/machines/baseline-machine.ts'
import type { BaselineRecord, ChosenVersion, ChosenVersions } from '../records/wiki/baselines.ts'

/** A frozen copy, or the live row without `baseline`. */
export interface RequirementVersion {
  readonly spaceKey?: string | undefined
  readonly key: string
  readonly baseline?: number | undefined
}

export interface Refreeze {
  readonly baseline: number
  /** Leaves out the requirements that this query selects. */
  readonly exclude?: string | undefined
  /** Versions that replace those of the baseline, or are added to them. */
  readonly versions?: readonly RequirementVersion[] | undefined
  /** The title of the new page, and the name of the new baseline if it is free. */
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
  if (baseline?.number !== number) throw notFound('baseline', number, { in: `space ${quoted(space.key)}` })
  if (isFrozen(baseline)) return baseline
  throw conflict(
    'baseline',
    number,
    `is ${statusWords(baseline)} and cannot be frozen again`,
    'only a frozen baseline can',
  )
}

/**
 * The rows that a refreeze freezes: current requirements, without excluded ones, with chosen versions. Throws a
 * Refusal.
 */
export function rowsToRefreeze(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  baseline: BaselineRecord,
  wanted: Refreeze,
): RequirementRecord[] {
  const chosen = versionsToRefreeze(store, user, space, baseline, wanted)
  return rowsOfVersions(store, space, chosen, baseline.refreezeProperties)
}

function versionsToRefreeze(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  baseline: BaselineRecord,
  { exclude, versions = [] }: Refreeze,
): ChosenVersions {
  const set = findFrozenSet(store, space.id, baseline.number)
  const variant =
    set === undefined ? currentVariant(store, space.id) : findVariant(store, space.id, set.variantId)
  const excluded = isBlank(exclude)
    ? undefined
    : selectedVersions(store, user, space, baseline, variant, exclude)
  const chosen = new Map<string, ChosenVersion>()
  for (const source of set?.sources ?? []) {
    const { key } = source
    const isLive = findLiveRequirement(store, source, key) !== undefined
    if (excluded?.[isLive ? 'live' : 'copies'].has(key) === true) continue
    chosen.set(key, isLive ? { key } : { key, baseline: baseline.number })
  }
  // Suggested dependencies may name another space, whose requirements cannot be in a baseline of this one.
  for (const { spaceKey = space.key, key, baseline: number } of versions) {
    if (spaceKey !== space.key) continue
    const version = number === undefined ? { key } : { key, baseline: number }
    requireVersion(store, space, baseline, variant, version)
    chosen.set(key, version)
  }
  return { variantId: variant.id, versions: [...chosen.values()] }
}

/** Creates a baseline that holds what a refreeze selects, and starts to freeze it; the page follows at the end. */
export function refreeze(
  author: Author,
  space: ContainerRecord,
  wanted: Refreeze,
): { readonly baseline: BaselineRecord; readonly task: TaskRecord } {
  const { store, user } = author
  const old = baselineToRefreeze(store, space, wanted.baseline)
  const title = withoutBlank(wanted.title)
  const created = createBaseline(author, space, {
    name:
      title === undefined ? suggestBaselineName(store, space.id, old.name) : freeName(store, space.id, title),
    searchQuery: old.searchQuery,
    fromPages: old.fromPages,
    fromVersions: versionsToRefreeze(store, user, space, old, wanted),
    parentBaseline: old.number,
    refreezeProperties: old.refreezeProperties,
  })
  const newPage = {
    title: title ?? created.name,
    ...(old.pageId === undefined ? {} : { parentPageId: old.pageId }),
  }
  const task = freezeBaseline(author, space, created, newPage)
  return { baseline: findBaseline(store, space.id, created.number) as BaselineRecord, task }
}

/** The dependencies of a selection that it does not contain and the caller may read, by relationship, space and key. */
export function missingDependencies(
  store: Store,
  user: UserRecord,
  rows: readonly RequirementRecord[],
): MissingDependency[] {
  const contained = new Set(rows.map((row) => `${row.spaceKey}/${row.key}`))
  const mayRead = readingRights(store, user)
  const found = new Map<string, MissingDependency>()
  for (const row of rows) {
    for (const dependency of row.dependencies) {
      const { relationship, spaceKey, key } = dependency
      if (contained.has(`${spaceKey}/${key}`)) continue
      const parent = findParent(store, row, dependency)
      if (parent === undefined || !mayRead(parent.projectContainerId)) continue
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

function selectedVersions(
  store: Store,
  user: UserRecord,
  space: ContainerRecord,
  { number }: BaselineRecord,
  variant: VariantRecord,
  query: string,
) {
  const live = rowsToFreeze(store, user, space, { searchQuery: query }, variant)
  const copies = searchRequirements(store, user, space.applicationId, {
    query,
    spaceKeys: [space.key as string],
    baselineCondition: `${space.key}-${number}`,
  }).rows
  return { live: new Set(live.map(({ key }) => key)), copies: new Set(copies.map(({ key }) => key)) }
}

/** Throws a Refusal for a version that does not exist (NOT_FOUND) or is of another variant (CONFLICT). */
function requireVersion(
  store: Store,
  space: ContainerRecord,
  baseline: BaselineRecord,
  variant: VariantRecord,
  version: ChosenVersion,
): void {
  const { key, baseline: number } = version
  if (rowsOfVersions(store, space, { variantId: variant.id, versions: [version] }).length > 0) return
  const set = number === undefined ? undefined : findFrozenSet(store, space.id, number)
  if (set === undefined || frozenVersionOf(set, key) === undefined) {
    const kind = number === undefined ? 'ACTIVE requirement' : 'requirement'
    const place = number === undefined ? `variant ${quoted(variant.name)}` : `baseline ${number}`
    throw notFound(kind, key, { at: 'requirements', in: place })
  }
  throw conflict(
    'baseline',
    number,
    `froze requirement ${quoted(key)} of another variant than baseline ${baseline.number}`,
    `name a baseline of variant ${quoted(variant.name)}, or none`,
  )
}

/** The live rows that one query selects, without those of the other. */
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
