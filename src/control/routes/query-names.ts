/** What can complete a query: names that the records of a site really have. */
import { containers } from '../../model/records/service/containers.ts'
import { integrations } from '../../model/records/tracker/integrations.ts'
import { issueLinks } from '../../model/records/tracker/issue-links.ts'
import { issues } from '../../model/records/tracker/tracker.ts'
import { applinkIdsOf } from '../../model/finding/requirements/lookup.ts'
import { querySuggestions } from '../../model/searching/query-suggestions.ts'
import { requirements } from '../../model/records/wiki/requirements.ts'
import { placesOf, readableProjects, type SearchPlace } from '../../model/searching/search-places.ts'
import { rules } from '../../model/records/wiki/rules.ts'
import { variants } from '../../model/records/wiki/variants.ts'
import type { QueryNames } from '../responses/requirements.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { Store } from '../../world/store/store.ts'

/** Names of one kind, and names that begin with what was typed. */
const MAXIMUM_NAMES = 200
const MAXIMUM_BEGINNING = 20
/** Links that are looked at for the names of relationships. */
const MAXIMUM_VISITED = 2000

export interface NamesRequest {
  readonly applicationId: number
  readonly spaceKey: string | undefined
  /** What keys, pages, issues and values begin with. */
  readonly prefix: string
  /** The inline property whose values are listed. */
  readonly property: string | undefined
}

export function namesForQueries(
  store: Store,
  { applicationId, spaceKey, prefix, property }: NamesRequest,
): QueryNames {
  const projects = readableProjects(store, 'simulator', applicationId)
  const all = placesOf(store, projects, undefined)
  const places = spaceKey === undefined ? all : placesOf(store, projects, [spaceKey])
  const suggested = querySuggestions(store, applicationId, places, all)
  return {
    spaces: suggested.spaces.map(({ key = '' }) => key),
    statuses: suggested.statuses,
    properties: suggested.properties.map(({ name, type, dataType }) => ({
      name,
      kind: type === 'INLINE' ? 'inline' : 'external',
      dataType,
    })),
    rules: texts(
      places.flatMap(({ project }) =>
        [...store.table(rules).range('project', [project.id])].map(({ name }) => name),
      ),
    ),
    types: texts(suggested.types.map(({ name }) => name)),
    baselines: texts(suggested.baselines.map(({ name }) => name)),
    variants: texts(
      places.flatMap(({ project }) =>
        [...store.table(variants).range('project', [project.id])].map(({ name }) => name),
      ),
    ),
    relationships: relationshipsOf(store, applicationId),
    issueRelationships: issueRelationshipsOf(store, applicationId),
    keys: first(
      each(places, ({ project }) => store.table(requirements).rangeOfText('key', [project.id], prefix)),
      ({ key }) => key,
    ),
    pages: first(
      store.table(containers).rangeOfText('name', [applicationId, 'PAGE'], prefix),
      ({ name }) => name,
    ),
    issues: first(
      each(trackersOf(store, applicationId), (tracker) =>
        store.table(issues).rangeOfText('key', [tracker], prefix),
      ),
      ({ key }) => key,
    ),
    values: property === undefined ? [] : valuesOf(store, places, property, prefix),
    projects: texts(
      trackersOf(store, applicationId).flatMap((tracker) =>
        [...store.table(containers).range('level', [tracker, 'PROJECT'])].map(({ key = '' }) => key),
      ),
    ),
  }
}

/** Texts that a property has, among the first that there are. */
function valuesOf(store: Store, places: readonly SearchPlace[], property: string, prefix: string): string[] {
  const found = new Set<string>()
  let visited = 0
  for (const { project } of places)
    for (const value of store.table(requirements).distinct('property', [project.id, property])) {
      if (String(value).startsWith(prefix)) found.add(String(value))
      if (found.size === MAXIMUM_BEGINNING || ++visited === MAXIMUM_VISITED) return texts([...found])
    }
  return texts([...found])
}

function trackersOf(store: Store, applicationId: number): number[] {
  const found = [...store.table(integrations).range('wiki', [applicationId])]
  return [...new Set(found.flatMap(({ trackerApplicationId }) => trackerApplicationId ?? []))]
}

/** Names of dependencies, among the first that there are. */
function relationshipsOf(store: Store, applicationId: number): string[] {
  const found = new Set<string>()
  let visited = 0
  for (const { dependencies } of store.table(requirements).range('parent', [applicationId])) {
    for (const { relationship } of dependencies) found.add(relationship)
    if (++visited === MAXIMUM_VISITED) break
  }
  return texts([...found])
}

/** Names of issue links, among the first that there are. */
function issueRelationshipsOf(store: Store, applicationId: number): string[] {
  const found = new Set<string>()
  let visited = 0
  for (const applinkId of applinkIdsOf(store, applicationId))
    for (const { wiki } of store.table(issueLinks).range('wikiIssue', [applinkId])) {
      if (wiki !== undefined) found.add(wiki.relationship)
      if (++visited >= MAXIMUM_VISITED) break
    }
  return texts([...found])
}

function texts(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted(compareCodePoints).slice(0, MAXIMUM_NAMES)
}

function* each<A, B>(items: readonly A[], read: (item: A) => Iterable<B>): Generator<B> {
  for (const item of items) yield* read(item)
}

/** The first so many different names. */
function first<T>(items: Iterable<T>, name: (item: T) => string): string[] {
  const found = new Set<string>()
  for (const item of items) {
    found.add(name(item))
    if (found.size === MAXIMUM_BEGINNING) break
  }
  return [...found]
}
