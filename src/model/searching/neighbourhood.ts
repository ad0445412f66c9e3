/** The requirements and issues around one requirement, for a picture of them: parents of parents, children of children. */
import { oncePerKey } from '../../world/once.ts'
import { compareCodePoints } from '../../world/order.ts'
import type { Store } from '../../world/store/store.ts'
import { containers } from '../records/service/containers.ts'
import { integrations } from '../records/tracker/integrations.ts'
import { type IssueLinkRecord, issueLinks } from '../records/tracker/issue-links.ts'
import { copiesOfKey } from '../finding/requirements/frozen.ts'
import {
  findChildren,
  findIssueLinks,
  findLinkedIssue,
  findParent,
  isShownByWiki,
} from '../finding/requirements/lookup.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'

export interface ShownLink {
  readonly link: IssueLinkRecord
  readonly issueKey: string
  readonly relationship: string
  readonly shownBy: readonly ('wiki' | 'tracker')[]
  readonly issueId?: number
  readonly summary?: string
  readonly status?: string
}

export interface Neighbour {
  readonly record: RequirementRecord
  /** How many steps up (negative) or down; 0 for the requirement in the middle. */
  readonly level: number
  readonly baselines: readonly number[]
  readonly issues: readonly ShownLink[]
  /** How many neighbours the limit leaves out. */
  readonly more: { readonly parents: number; readonly children: number; readonly issues: number }
}

export interface NeighbourLink {
  readonly child: number
  readonly parent: number
  readonly relationship: string
}

export interface Neighbourhood {
  /** The requirement in the middle first, then level by level. */
  readonly nodes: readonly Neighbour[]
  readonly links: readonly NeighbourLink[]
}

const ISSUES_EACH = 8

/** What is up to `depth` steps up or down, at most `limit` in all. Ways up lead to parents only: siblings are left out. */
export function neighbourhoodOf(
  store: Store,
  record: RequirementRecord,
  { depth, limit }: { readonly depth: number; readonly limit: number },
): Neighbourhood {
  const parents = oncePerKey((child: RequirementRecord) =>
    child.dependencies.flatMap((named) => findParent(store, child, named) ?? []),
  )
  const children = oncePerKey((parent: RequirementRecord) =>
    findChildren(store, parent).map(({ other }) => other),
  )
  const levels = new Map([[record.id, 0]])
  const records = [record]
  let up = [record]
  let down = [record]
  let left = limit - 1
  const add = (found: readonly RequirementRecord[], level: number) => {
    const added: RequirementRecord[] = []
    for (const one of found) {
      if (left === 0 || levels.has(one.id)) continue
      levels.set(one.id, level)
      added.push(one)
      left--
    }
    records.push(...added)
    return added
  }
  for (let step = 1; step <= depth; step++) {
    up = add(up.flatMap(parents), -step)
    down = add(down.flatMap(children), step)
  }
  const nodes = records.map((one): Neighbour => {
    const all = linksOf(store, one)
    const issues = all.slice(0, Math.min(ISSUES_EACH, left))
    left -= issues.length
    const hidden = (others: readonly RequirementRecord[]) =>
      new Set(others.map(({ id }) => id).filter((id) => !levels.has(id))).size
    return {
      record: one,
      level: levels.get(one.id) ?? 0,
      baselines: baselinesOf(store, one),
      issues,
      more: {
        parents: hidden(parents(one)),
        children: hidden(children(one)),
        issues: all.length - issues.length,
      },
    }
  })
  return { nodes, links: linksAmong(store, records, levels) }
}

function baselinesOf(store: Store, { projectContainerId, key }: RequirementRecord): number[] {
  return [...copiesOfKey(store, projectContainerId, key)].flatMap(({ baseline }) => baseline ?? [])
}

/** The issue links of a requirement: those that the wiki shows, then those that only the tracker does. */
export function linksOf(store: Store, record: RequirementRecord): ShownLink[] {
  const shown = findIssueLinks(store, record).map((link) => describe(store, link, 'wiki'))
  if (!isShownByWiki(store, record)) return shown
  for (const { serviceId } of store.table(integrations).range('wiki', [record.applicationId])) {
    const named = [serviceId, record.spaceKey, record.key, record.baseline ?? -1]
    for (const link of store.table(issueLinks).range('trackerRequirement', named))
      if (link.wiki === undefined) shown.push(describe(store, link, 'tracker'))
  }
  return shown.sort((a, b) => compareCodePoints(a.issueKey, b.issueKey) || a.link.id - b.link.id)
}

function describe(store: Store, link: IssueLinkRecord, side: 'wiki' | 'tracker'): ShownLink {
  const issue = findLinkedIssue(store, link)
  const summary = issue && store.table(containers).get(issue.containerId)?.name
  const both = side === 'wiki' && link.tracker !== undefined
  return {
    link,
    issueKey: link.wiki?.issueKey ?? issue?.key ?? '?',
    relationship: link.wiki?.relationship ?? link.tracker?.relationship ?? '',
    shownBy: both ? ['wiki', 'tracker'] : [side],
    ...(summary === undefined ? {} : { summary }),
    ...(issue === undefined ? {} : { issueId: issue.id, status: issue.status }),
  }
}

function linksAmong(
  store: Store,
  records: readonly RequirementRecord[],
  shown: ReadonlyMap<number, number>,
): NeighbourLink[] {
  return records.flatMap((child) =>
    child.dependencies.flatMap((dependency) => {
      const parent = findParent(store, child, dependency)
      if (parent === undefined || !shown.has(parent.id)) return []
      return [{ child: child.id, parent: parent.id, relationship: dependency.relationship }]
    }),
  )
}
