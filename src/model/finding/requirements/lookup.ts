/** Finding requirements by key, and following their links (service §2.1, §2.3). */
import type { Store } from '../../../world/store/store.ts'
import { compareCodePoints } from '../../../world/order.ts'
import { type ContainerRecord, containers } from '../../records/service/containers.ts'
import { findProjectByKey } from '../containers.ts'
import { integrations } from '../../records/tracker/integrations.ts'
import { type IssueLinkRecord, issueLinks, type WikiView } from '../../records/tracker/issue-links.ts'
import { type IssueRecord, issues } from '../../records/tracker/tracker.ts'
import { pages } from '../../records/wiki/pages.ts'
import { type VariantRecord, variants } from '../../records/wiki/variants.ts'
import type { Relation } from '../../../language/values.ts'
import { findFrozenSet, frozenRowOf, keysNaming } from './frozen.ts'
import {
  type DependencyValue,
  isLive,
  type RequirementRecord,
  requirements,
} from '../../records/wiki/requirements.ts'
import { rowOfKey } from './row-of-key.ts'

export interface DependencyLink {
  readonly other: RequirementRecord
  readonly relationship: string
}

export type WikiIssueLink = IssueLinkRecord & { readonly wiki: WikiView }

/** The live row of a key in a variant; with `baseline`, the frozen copy, of whichever variant it was made. */
export function findLiveRequirement(
  store: Store,
  { projectContainerId, variantId }: RequirementPlace,
  key: string,
  baseline?: number,
): RequirementRecord | undefined {
  if (baseline === undefined)
    return store.table(requirements).findUnique('key', [projectContainerId, key], variantId)
  const set = findFrozenSet(store, projectContainerId, baseline)
  return set === undefined ? undefined : frozenRowOf(store, set, key)
}

/** The row of a key in a variant: the ACTIVE one, else the latest DELETED or MOVED one. */
export function findRequirementByKey(
  store: Store,
  project: ContainerRecord,
  variantId: number,
  key: string,
): RequirementRecord | undefined {
  return rowOfKey(store, { projectContainerId: project.id, variantId, key })
}

export function currentVariantOf(store: Store, applicationId: number, spaceKey: string): number | undefined {
  return findCurrentVariant(store, applicationId, spaceKey)?.id
}

export function findCurrentVariant(
  store: Store,
  applicationId: number,
  spaceKey: string,
): VariantRecord | undefined {
  const project = findProjectByKey(store, applicationId, spaceKey)
  return project === undefined ? undefined : store.table(variants).find('current', [project.id])
}

export interface RequirementPlace {
  readonly projectContainerId: number
  readonly variantId: number
  readonly baseline?: number | undefined
}

/** Where a dependency leads: in the child's own space to its variant and baseline, elsewhere to the current variant. */
export function placeOfParent(
  store: Store,
  child: RequirementRecord,
  spaceKey: string,
  currentIn = (space: string) => findCurrentVariant(store, child.applicationId, space),
): RequirementPlace | undefined {
  if (spaceKey === child.spaceKey) return child
  const variant = currentIn(spaceKey)
  return variant && { projectContainerId: variant.projectContainerId, variantId: variant.id }
}

export function findParent(
  store: Store,
  child: RequirementRecord,
  { spaceKey, key }: DependencyValue,
): RequirementRecord | undefined {
  const place = placeOfParent(store, child, spaceKey)
  return place === undefined ? undefined : findLiveRequirement(store, place, key, place.baseline)
}

/** Sorted by relationship, then id. The children of a copy are copies. */
export function findChildren(
  store: Store,
  parent: RequirementRecord,
  relationship?: string,
): DependencyLink[] {
  const { applicationId, key, spaceKey } = parent
  if (!isLive(parent)) return []
  const prefix = [applicationId, key, spaceKey]
  if (relationship !== undefined) prefix.push(relationship)
  const table = store.table(requirements)
  // Most requirements have no children, which one lookup shows.
  if (parent.baseline === undefined && table.find('parent', prefix) === undefined) return []
  const named = parent.baseline === undefined ? table.range('parent', prefix) : copiesNaming(store, parent)
  const current = findCurrentVariant(store, applicationId, spaceKey)
  const found: DependencyLink[] = []
  // The index lists a child once for each relationship in which it names the parent.
  for (const child of new Set(named)) {
    const place = placeOfParent(store, child, spaceKey, () => current)
    if (place?.variantId !== parent.variantId || place.baseline !== parent.baseline) continue
    if (!countsAsChild(store, child, spaceKey)) continue
    const relationships = new Set(
      child.dependencies
        .filter((dependency) => dependency.key === key && dependency.spaceKey === spaceKey)
        .map((dependency) => dependency.relationship),
    )
    for (const own of relationships) {
      if (relationship === undefined || own === relationship) found.push({ other: child, relationship: own })
    }
  }
  return found.sort((a, b) => compareCodePoints(a.relationship, b.relationship) || a.other.id - b.other.id)
}

/** Whether a row is a child to a parent in this space: live, and of another space only rows of the current variant. */
export function countsAsChild(store: Store, child: RequirementRecord, spaceKey: string): boolean {
  if (!isLive(child)) return false
  return child.spaceKey === spaceKey || store.table(variants).get(child.variantId)?.current === true
}

function* copiesNaming(store: Store, copy: RequirementRecord): Generator<RequirementRecord> {
  const { projectContainerId, baseline, spaceKey, key } = copy
  const set = baseline === undefined ? undefined : findFrozenSet(store, projectContainerId, baseline)
  if (set === undefined) return
  for (const child of keysNaming(store, set, spaceKey, key)) {
    const row = frozenRowOf(store, set, child)
    if (row !== undefined) yield row
  }
}

export function* findRelated(
  store: Store,
  record: RequirementRecord,
  relation: Relation,
): Generator<RequirementRecord> {
  const { direction, relationship } = relation
  if (direction === 'from') {
    for (const { other } of findChildren(store, record, relationship)) yield other
    return
  }
  for (const dependency of record.dependencies) {
    if (relationship !== undefined && dependency.relationship !== relationship) continue
    const parent = findParent(store, record, dependency)
    if (parent !== undefined) yield parent
  }
}

/** The issue links that the wiki shows on a requirement, by id; see belongsTo. */
export function findIssueLinks(store: Store, record: RequirementRecord): WikiIssueLink[] {
  if (!isShownByWiki(store, record)) return []
  const shown: WikiIssueLink[] = []
  store
    .table(issueLinks)
    .forEach('requirement', [record.applicationId, record.spaceKey, record.key], (link) => {
      if (hasWikiView(link) && belongsTo(link, record)) shown.push(link)
    })
  return shown
}

/** Whether the wiki shows a row: rows of the current variant of each space, and frozen copies. */
export function isShownByWiki(store: Store, { variantId, baseline }: RequirementRecord): boolean {
  return baseline !== undefined || store.table(variants).get(variantId)?.current === true
}

export function belongsTo({ wiki }: WikiIssueLink, record: RequirementRecord): boolean {
  return wiki.baseline === record.baseline
}

export function hasWikiView(link: IssueLinkRecord): link is WikiIssueLink {
  return link.wiki !== undefined
}

/** The issue at the other end of a link: by the tracker's view, else by the wiki's issue key. */
export function findLinkedIssue(store: Store, link: IssueLinkRecord): IssueRecord | undefined {
  const { serviceId, tracker, wiki } = link
  if (tracker !== undefined) return store.table(issues).get(tracker.issueId)
  const trackerId = store.table(integrations).get(serviceId)?.trackerApplicationId
  if (trackerId === undefined || wiki === undefined) return undefined
  return store.table(issues).find('key', [trackerId, wiki.issueKey])
}

/** The containers of the pages whose text mentions a requirement that the wiki shows, by page id. */
export function* findLinkingPages(store: Store, record: RequirementRecord): Generator<ContainerRecord> {
  if (!isShownByWiki(store, record)) return
  const linking = store.table(pages).range('link', [record.applicationId, record.spaceKey, record.key])
  for (const page of linking) {
    const container = store.table(containers).get(page.containerId)
    if (container !== undefined) yield container
  }
}

/** The wiki's ids of its links to trackers; what it was linked to through one outlives its descriptor. */
export function applinkIdsOf(store: Store, applicationId: number): string[] {
  return [...store.table(integrations).range('applicationLink', [applicationId])].map(
    (integration) => integration.wikiApplinkId,
  )
}
