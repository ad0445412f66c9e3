/** Finding requirements by key, and following their links (service §2.1, §2.3). */
import type { Store } from '../../world/store.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { findProjectByKey } from '../containers/containers.ts'
import { integrations, type IssueLinkRecord, issueLinks } from '../links/records.ts'
import { pages } from '../pages/records.ts'
import { currentVariant } from '../variants/variants.ts'
import type { Relation } from '../../language/values.ts'
import { type DependencyValue, type RequirementRecord, requirements } from './records.ts'

/** The row of a key in a variant that is not DELETED or MOVED; `baseline` asks for a frozen copy. */
export function findLiveRequirement(
  store: Store,
  place: { readonly applicationId: number; readonly spaceKey: string; readonly variantId: number },
  key: string,
  baseline?: number,
): RequirementRecord | undefined {
  return store
    .table(requirements)
    .find('logical', [place.applicationId, place.spaceKey, key, place.variantId, baseline ?? -1])
}

/** The row of a key in a variant: the ACTIVE one, else the latest DELETED or MOVED one. */
export function findRequirementByKey(
  store: Store,
  project: ContainerRecord,
  variantId: number,
  key: string,
): RequirementRecord | undefined {
  const place = { applicationId: project.applicationId, spaceKey: project.key ?? '', variantId }
  const live = findLiveRequirement(store, place, key)
  if (live !== undefined) return live
  for (const row of store.table(requirements).range('key', [project.id, key], { reverse: true })) {
    if (row.variantId === variantId && row.status !== 'ARCHIVED') return row
  }
  return undefined
}

/** The requirement that a dependency names, seen from its child: of the same baseline, and variant or current variant. */
export function findParent(
  store: Store,
  child: RequirementRecord,
  dependency: DependencyValue,
): RequirementRecord | undefined {
  const { applicationId, spaceKey: ownSpace, variantId: ownVariant } = child
  const { spaceKey, key } = dependency
  if (spaceKey === ownSpace) {
    return findLiveRequirement(store, { applicationId, spaceKey, variantId: ownVariant }, key, child.baseline)
  }
  const project = findProjectByKey(store, applicationId, spaceKey)
  if (project === undefined) return undefined
  const variantId = currentVariant(store, project.id).id
  return findLiveRequirement(store, { applicationId, spaceKey, variantId }, key)
}

/** The requirements whose dependencies lead to this one, by key of relationship, then id. */
export function* findChildren(
  store: Store,
  parent: RequirementRecord,
  relationship?: string,
): Generator<{ readonly child: RequirementRecord; readonly relationship: string }> {
  const prefix = [parent.applicationId, parent.spaceKey, parent.key]
  const all = store
    .table(requirements)
    .range('parent', relationship === undefined ? prefix : [...prefix, relationship])
  let previous: RequirementRecord | undefined
  for (const child of all) {
    // A child that names the parent in several relationships stands in the index once for each: list them together.
    if (child === previous && relationship === undefined) continue
    previous = child
    if (child.status !== 'ACTIVE' && child.status !== 'ARCHIVED') continue
    for (const dependency of child.dependencies) {
      if (dependency.key !== parent.key || dependency.spaceKey !== parent.spaceKey) continue
      if (relationship !== undefined && dependency.relationship !== relationship) continue
      if (findParent(store, child, dependency)?.id === parent.id)
        yield { child, relationship: dependency.relationship }
    }
  }
}

/** The records that a relation leads to, those that exist. */
export function* findRelated(
  store: Store,
  record: RequirementRecord,
  relation: Relation,
): Generator<RequirementRecord> {
  const { direction, relationship } = relation
  if (direction === 'from') {
    for (const { child } of findChildren(store, record, relationship)) yield child
    return
  }
  for (const dependency of record.dependencies) {
    if (relationship !== undefined && dependency.relationship !== relationship) continue
    const parent = findParent(store, record, dependency)
    if (parent !== undefined) yield parent
  }
}

/** The issue links that the wiki shows on a requirement, by id. */
export function findIssueLinks(store: Store, record: RequirementRecord): Iterable<IssueLinkRecord> {
  return store.table(issueLinks).range('requirement', [record.applicationId, record.spaceKey, record.key])
}

/** The containers of the pages whose text mentions a requirement, by page id. */
export function* findLinkingPages(store: Store, record: RequirementRecord): Generator<ContainerRecord> {
  const linking = store.table(pages).range('link', [record.applicationId, record.spaceKey, record.key])
  for (const page of linking) {
    const container = store.table(containers).get(page.containerId)
    if (container !== undefined) yield container
  }
}

/** The wiki's ids of its links to trackers, in order of integration. */
export function applinkIdsOf(store: Store, applicationId: number): string[] {
  return [...store.table(integrations).range('wiki', [applicationId])].map(
    (integration) => integration.wikiApplinkId,
  )
}
