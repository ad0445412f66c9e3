/** What can complete a query over spaces: the names that their requirements really have (service §2.3). */
import { frozenSetsOf } from '../finding/requirements/frozen.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { Store } from '../../world/store/store.ts'
import { type BaselineRecord, baselines } from '../records/wiki/baselines.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { pages } from '../records/wiki/pages.ts'
import { propertyNames } from '../records/wiki/property-names.ts'
import { type RequirementTypeRecord, requirementTypes } from '../records/wiki/types.ts'
import {
  externalPropertyMetadata,
  type PropertyDataType,
  type RequirementStatus,
  requirements,
} from '../records/wiki/requirements.ts'
import type { SearchPlace } from './search-places.ts'

export interface SuggestedProperty {
  readonly name: string
  readonly type: 'INLINE' | 'EXTERNAL'
  readonly dataType: PropertyDataType
}

export interface QuerySuggestions {
  readonly spaces: readonly ContainerRecord[]
  readonly statuses: readonly RequirementStatus[]
  readonly properties: readonly SuggestedProperty[]
  readonly types: readonly RequirementTypeRecord[]
  readonly pages: readonly ContainerRecord[]
  readonly baselines: readonly BaselineRecord[]
}

export const MAXIMUM_SUGGESTIONS = 200

const STATUSES: readonly RequirementStatus[] = ['ACTIVE', 'DELETED', 'MOVED', 'ARCHIVED']

/** What the current variants of these spaces hold, at most 200 of each kind; external properties of readable ones. */
export function querySuggestions(
  store: Store,
  applicationId: number,
  places: readonly SearchPlace[],
  readable: readonly SearchPlace[],
): QuerySuggestions {
  const rows = store.table(requirements)
  return {
    spaces: places.slice(0, MAXIMUM_SUGGESTIONS).map(({ project }) => project),
    statuses: STATUSES.filter((status) =>
      places.some(({ project, variantId }) =>
        status === 'ARCHIVED'
          ? [...frozenSetsOf(store, project.id)].some(({ copied }) => copied > 0)
          : variantId !== undefined && rows.count('status', [variantId, status]) > 0,
      ),
    ),
    properties: [
      ...first(inlineProperties(store, places)),
      ...first(externalProperties(store, applicationId, readable)),
    ],
    types: first(each(places, ({ project }) => store.table(requirementTypes).range('project', [project.id]))),
    pages: first(each(places, ({ project }) => pagesOf(store, project))),
    baselines: first(each(places, ({ project }) => store.table(baselines).range('number', [project.id]))),
  }
}

function inlineProperties(store: Store, places: readonly SearchPlace[]): SuggestedProperty[] {
  const found = new Map<string, SuggestedProperty>()
  for (const { project, variantId } of places) {
    for (const { name, dataType } of store.table(propertyNames).range('name', [project.id])) {
      if (!found.has(name)) found.set(name, { name, type: 'INLINE', dataType })
    }
    for (const name of store.table(requirements).distinct('property', [project.id])) {
      if (typeof name !== 'string' || found.has(name)) continue
      const dataType = dataTypeOf(store, project, variantId, name)
      if (dataType !== undefined) found.set(name, { name, type: 'INLINE', dataType })
    }
  }
  return [...found.values()].toSorted((a, b) => compareCodePoints(a.name, b.name))
}

/** Undefined if no requirement of the variant has the property. */
function dataTypeOf(
  store: Store,
  project: ContainerRecord,
  variantId: number | undefined,
  name: string,
): PropertyDataType | undefined {
  for (const row of store.table(requirements).range('property', [project.id, name])) {
    if (row.variantId === variantId) return row.properties.find(({ key }) => key === name)?.dataType
  }
  return undefined
}

function* externalProperties(
  store: Store,
  applicationId: number,
  places: readonly SearchPlace[],
): Generator<SuggestedProperty> {
  const current = new Set(places.map(({ variantId }) => variantId))
  for (const { id, name, dataType } of store.table(externalPropertyMetadata).range('name', [applicationId]))
    if (isExternalPropertyOf(store, id, current)) yield { name, type: 'EXTERNAL', dataType }
}

function isExternalPropertyOf(
  store: Store,
  metadataId: number,
  variantIds: ReadonlySet<number | undefined>,
): boolean {
  for (const row of store.table(requirements).range('externalProperty', [metadataId]))
    if (variantIds.has(row.variantId)) return true
  return false
}

function* pagesOf(store: Store, { applicationId, key = '' }: ContainerRecord): Generator<ContainerRecord> {
  for (const { containerId } of store.table(pages).range('space', [applicationId, key])) {
    const container = store.table(containers).get(containerId)
    if (container !== undefined) yield container
  }
}

function* each<T>(places: readonly SearchPlace[], read: (place: SearchPlace) => Iterable<T>): Generator<T> {
  for (const place of places) yield* read(place)
}

function first<T>(items: Iterable<T>): T[] {
  const taken: T[] = []
  for (const item of items) {
    if (taken.length >= MAXIMUM_SUGGESTIONS) break
    taken.push(item)
  }
  return taken
}
