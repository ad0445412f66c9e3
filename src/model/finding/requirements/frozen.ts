/**
 * Frozen copies of requirements (service §2.2): the rows of status ARCHIVED. A baseline keeps the very records that were
 * there when it was frozen, in order of key, and a copy's row is made of them when it is read: freezing shares what it
 * freezes, so that a hundred baselines cost a hundred lists. The table of requirements holds no copies.
 */
import type { Store } from '../../../world/store/store.ts'
import { compareCodePoints } from '../../../world/order.ts'
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'
import {
  type ExternalPropertyValue,
  type RequirementRecord,
  requirementFields,
  requirements,
} from '../../records/wiki/requirements.ts'
import { rowOfKey } from './row-of-key.ts'

/** A row as it was when it was frozen; the places that it came from may be gone by now. */
const frozenSource = field.object({
  ...requirementFields,
  originContainerId: field.optional(field.looseRef('container')),
  excelAttachmentId: field.optional(field.looseRef('excelAttachment')),
})

/** The copies of one baseline, which are all of one variant of its space. */
export const frozenSets = defineTable({
  name: 'frozenSet',
  fields: {
    id: field.key(field.text),
    projectContainerId: field.ref('container'),
    number: field.ordinal,
    variantId: field.ref('variant'),
    /** What was frozen, in order of key, no key twice. */
    sources: field.list(frozenSource),
    ids: field.list(field.id),
    /** The versions of the pages that define them, position by position; 0 for none. */
    pageVersions: field.list(field.count),
    /** How many copies exist so far: fewer than all while the baseline is being frozen. */
    copied: field.count,
    frozenAt: field.instant,
    /** Its position among the ids of history entries; absent if a scenario wrote it. */
    historyPosition: field.optional(field.count),
  },
  indexes: {
    number: { keys: (record) => [record.projectContainerId, record.number], unique: true },
  },
})
export type FrozenSetRecord = RecordOf<typeof frozenSets>

/** Project container, number of the baseline and variant: `1001/2/5001`. */
export function frozenSetId(projectContainerId: number, number: number, variantId: number): string {
  return `${projectContainerId}/${number}/${variantId}`
}

export interface Frozen {
  readonly source: RequirementRecord
  readonly id: number
  /** The version of the page that defines it. */
  readonly pageVersion?: number | undefined
}

export function createFrozenSet(
  place: { readonly projectContainerId: number; readonly number: number; readonly variantId: number },
  copies: readonly Frozen[],
  frozenAt: number,
  copied = copies.length,
): FrozenSetRecord {
  const { projectContainerId, number, variantId } = place
  const ordered = copies.toSorted((a, b) => compareCodePoints(a.source.key, b.source.key))
  return {
    id: frozenSetId(projectContainerId, number, variantId),
    projectContainerId,
    number,
    variantId,
    sources: ordered.map(({ source }) => source),
    ids: ordered.map(({ id }) => id),
    pageVersions: ordered.map(({ pageVersion }) => pageVersion ?? 0),
    copied,
    frozenAt,
  }
}

export function frozenSetsOf(
  store: Store,
  projectContainerId: number,
  number?: number,
): Iterable<FrozenSetRecord> {
  const prefix = number === undefined ? [projectContainerId] : [projectContainerId, number]
  return store.table(frozenSets).range('number', prefix)
}

/** The first set of a baseline, of whichever variant. */
export function findFrozenSet(
  store: Store,
  projectContainerId: number,
  number: number,
): FrozenSetRecord | undefined {
  return store.table(frozenSets).find('number', [projectContainerId, number])
}

export function* frozenRows(
  store: Store,
  set: FrozenSetRecord,
  reverse = false,
): Generator<RequirementRecord> {
  for (let step = 0; step < set.copied; step++)
    yield frozenRow(store, set, reverse ? set.copied - 1 - step : step)
}

export function frozenRowOf(store: Store, set: FrozenSetRecord, key: string): RequirementRecord | undefined {
  const position = positionOf(set, key)
  return position === -1 ? undefined : frozenRow(store, set, position)
}

/** Looks through the ids of all sets. */
export function findFrozenRow(store: Store, id: number): RequirementRecord | undefined {
  for (const set of store.table(frozenSets).scan()) {
    const position = set.ids.indexOf(id)
    if (position !== -1 && position < set.copied) return frozenRow(store, set, position)
  }
  return undefined
}

/** The record that a further baseline freezes: the source of the copy, with the version of its page. */
export function frozenVersionOf(set: FrozenSetRecord, key: string): RequirementRecord | undefined {
  const position = positionOf(set, key)
  const source = set.sources[position]
  return source && { ...source, pageVersion: set.pageVersions[position] || (source.pageVersion ?? 0) }
}

export function* copiesOfKey(
  store: Store,
  projectContainerId: number,
  key: string,
): Generator<RequirementRecord> {
  for (const set of frozenSetsOf(store, projectContainerId)) {
    const row = frozenRowOf(store, set, key)
    if (row !== undefined) yield row
  }
}

/**
 * The keys of a set whose definitions name a requirement, in order, each once. Who names whom is kept as long as the set's
 * records are: looking through a whole baseline for the children of each of its copies would take the square of its size.
 */
export function keysNaming(
  store: Store,
  { sources }: FrozenSetRecord,
  spaceKey: string,
  key: string,
): readonly string[] {
  return store.derive(sources, fileNamings).get(nameOfTarget(spaceKey, key)) ?? []
}

function fileNamings(sources: FrozenSetRecord['sources']): ReadonlyMap<string, readonly string[]> {
  const filed = new Map<string, string[]>()
  for (const { key, dependencies } of sources)
    for (const dependency of dependencies) {
      const target = nameOfTarget(dependency.spaceKey, dependency.key)
      const by = filed.get(target)
      if (by === undefined) filed.set(target, [key])
      else if (by.at(-1) !== key) by.push(key)
    }
  return filed
}

function nameOfTarget(spaceKey: string, key: string): string {
  return `${spaceKey.length}:${spaceKey}${key}`
}

export function frozenCount(store: Store, projectContainerId: number, number: number): number {
  let count = 0
  for (const { copied } of frozenSetsOf(store, projectContainerId, number)) count += copied
  return count
}

export function frozenPageCount(store: Store, projectContainerId: number, number: number): number {
  const pages = new Set<number>()
  for (const { sources, copied } of frozenSetsOf(store, projectContainerId, number)) {
    for (const { pageId } of sources.slice(0, copied)) if (pageId !== undefined) pages.add(pageId)
  }
  return pages.size
}

/** Writes external properties of copies that no row carries them for; see bearerOfCopy. */
export function writeFrozenSources(
  store: Store,
  copies: readonly (Pick<RequirementRecord, 'projectContainerId' | 'baseline' | 'key'> & {
    readonly externalProperties: readonly ExternalPropertyValue[]
  })[],
): void {
  const written = new Map<string, { set: FrozenSetRecord; sources: RequirementRecord[] }>()
  for (const { projectContainerId, baseline = 0, key, externalProperties } of copies) {
    const set = findFrozenSet(store, projectContainerId, baseline)
    const position = set === undefined ? -1 : positionOf(set, key)
    if (set === undefined || position === -1) continue
    const { sources } = written.get(set.id) ?? { sources: [...set.sources] }
    sources[position] = { ...(sources[position] as RequirementRecord), externalProperties }
    written.set(set.id, { set, sources })
  }
  for (const { set, sources } of written.values()) store.table(frozenSets).put({ ...set, sources })
}

/** Deletes an external property's values from the sources, where they would show once no row has one. */
export function dropFrozenValues(store: Store, metadataId: number): void {
  const isOf = (value: ExternalPropertyValue) => value.metadataId === metadataId
  const sets = [...store.table(frozenSets).scan()]
  for (const set of sets) {
    if (!set.sources.some(({ externalProperties }) => externalProperties.some(isOf))) continue
    const sources = set.sources.map((source) => ({
      ...source,
      externalProperties: source.externalProperties.filter((value) => !isOf(value)),
    }))
    store.table(frozenSets).put({ ...set, sources })
  }
}

function frozenRow(store: Store, set: FrozenSetRecord, position: number): RequirementRecord {
  const source = set.sources[position] as RequirementRecord
  const pageVersion = set.pageVersions[position] ?? 0
  return {
    ...source,
    externalProperties: (bearerOf(store, source) ?? source).externalProperties,
    ...(pageVersion === 0 ? {} : { pageVersion }),
    id: set.ids[position] as number,
    baseline: set.number,
    status: 'ARCHIVED',
    createdAt: set.frozenAt,
  }
}

/** The row that carries the external properties of a copy, if there is one. */
export function bearerOfCopy(
  store: Store,
  { projectContainerId, baseline = 0, key }: RequirementRecord,
): RequirementRecord | undefined {
  const set = findFrozenSet(store, projectContainerId, baseline)
  const source = set?.sources[positionOf(set, key)]
  return source && bearerOf(store, source)
}

/** The row that was frozen, whatever has its key now; the key decides for a copy that was never a row. */
function bearerOf(store: Store, source: RequirementRecord): RequirementRecord | undefined {
  return store.table(requirements).get(source.id) ?? rowOfKey(store, source)
}

function positionOf({ sources, copied }: FrozenSetRecord, key: string): number {
  let [low, high] = [0, copied - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compareCodePoints((sources[middle] as RequirementRecord).key, key)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}
