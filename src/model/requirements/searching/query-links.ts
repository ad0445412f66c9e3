/**
 * What a query reads of the links of requirements: by index while it looks at a few of them, by one walk over everything
 * once it scans. Whatever the caller may not read leads nowhere (service §5.2).
 */
import { rememberLast } from '../../../language/query/memory.ts'
import type { AllLinks } from '../../../language/query/source.ts'
import type { Relation } from '../../../language/values.ts'
import { compareCodePoints } from '../../../world/order.ts'
import type { Store } from '../../../world/store/store.ts'
import { findProjectByKey } from '../../containers/containers.ts'
import { type ContainerRecord, containers } from '../../containers/records.ts'
import { issueLinks } from '../../links/records.ts'
import { versionsOfPage } from '../../pages/lookup.ts'
import { pages, pageVersions } from '../../pages/records.ts'
import { mayReadContainer, type Reader } from '../../users/permissions.ts'
import type { VariantRecord } from '../../variants/records.ts'
import { findFrozenSet, frozenRows, type FrozenSetRecord } from '../records/frozen.ts'
import { Filing, fileForScan, type Named } from './query-filing.ts'
import {
  belongsTo,
  countsAsChild,
  type DependencyLink,
  findChildren,
  findCurrentVariant,
  findIssueLinks,
  findLinkedIssue,
  findLinkingPages,
  findParent,
  hasWikiFace,
  isShownByWiki,
  placeOfParent,
  type WikiIssueLink,
} from '../records/lookup.ts'
import {
  isLive,
  type RequirementRecord,
  requirements,
  type TestCaseLinkRecord,
  testCaseLinks,
} from '../records/records.ts'

/** Where a query looks, and for whom: the projects of one application that the caller may read. */
export interface LinkScope {
  readonly store: Store
  readonly user: Reader
  readonly applicationId: number
  readonly projects: readonly ContainerRecord[]
}

type Read<T> = (record: RequirementRecord) => readonly T[]

/** The links of the requirement at hand. Answers are of one moment: good as long as the records stay as they are. */
export interface QueryLinks {
  /** Requirements whose definition names this one. */
  readonly children: Read<DependencyLink>
  /** Requirements that this one's definition names, those that exist; in one relationship, or in all. */
  readonly parents: (record: RequirementRecord, relationship?: string) => readonly DependencyLink[]
  /** Every link of a relation between two requirements that the caller may read and that are no frozen copies. */
  readonly allLinks: (relation: Relation) => AllLinks<RequirementRecord>
  /** Pages that defined its key in an earlier version. */
  readonly formerPages: Read<ContainerRecord>
  /** Pages whose text mentions it. */
  readonly pages: Read<ContainerRecord>
  /** Issue links that the wiki shows on it. */
  readonly issueLinks: Read<WikiIssueLink>
  /** The tracker projects of the linked issues. */
  readonly issueProjects: Read<ContainerRecord>
  /** Test case links, by date of execution. */
  readonly tests: Read<TestCaseLinkRecord>
  readonly mayRead: (container: ContainerRecord) => boolean
  readonly mayReadProject: (projectContainerId: number) => boolean
}

export function createQueryLinks(scope: LinkScope): QueryLinks {
  const mayRead = rememberReadable(scope)
  const readIssueLinks = createIssueLinks(scope)
  return {
    mayRead,
    mayReadProject(projectContainerId) {
      const project = scope.store.table(containers).get(projectContainerId)
      return project !== undefined && mayRead(project)
    },
    ...createDependencies(scope),
    formerPages: createFormerPages(scope),
    pages: createPages(scope, mayRead),
    issueLinks: readIssueLinks,
    issueProjects: createIssueProjects(scope, mayRead, readIssueLinks),
    tests: createTests(scope),
  }
}

/** Up to so many requirements are asked about one by one: a walk over all links would cost a small query more. */
const FEW = 512

const NONE: readonly never[] = []

/** The links of one relationship; all of them without one. */
export function ofRelationship(
  links: readonly DependencyLink[],
  relationship: string | undefined,
): readonly DependencyLink[] {
  if (relationship === undefined || links.length === 0) return links
  return links.filter((link) => link.relationship === relationship)
}

/** Reads by `few` at first, and by what `many` prepares from then on; both read the same of each requirement. */
function readAdaptively<T>(few: Read<T>, many: () => Read<T>): Read<T> {
  let asked = 0
  let read = few
  return rememberLast((record) => {
    asked++
    if (asked === FEW) read = many()
    return read(record)
  })
}

/** A dependency between two rows that the caller may read. */
interface Edge {
  readonly child: RequirementRecord
  readonly parent: RequirementRecord
  readonly relationship: string
  /** Whether it leads from parent to child too; see countsAsChild. */
  readonly counts: boolean
}

/** Children and parents, and all links at once for what is asked about many requirements. */
function createDependencies(scope: LinkScope): Pick<QueryLinks, 'children' | 'parents' | 'allLinks'> {
  const { store, projects } = scope
  const readable = new Set(projects.map((project) => project.id))
  const isVisible = (row: RequirementRecord) => readable.has(row.projectContainerId)
  let resolved: readonly Edge[] | undefined
  const edges = () => (resolved ??= resolveEdges(scope, isVisible))
  const frozenChildren = createFrozenChildren(scope)
  const liveChildren = readAdaptively(
    (record) => findChildren(store, record).filter(({ other }) => isVisible(other)),
    () => fileChildren(edges()),
  )
  return {
    children: (record) => (record.baseline === undefined ? liveChildren(record) : frozenChildren(record)),
    parents(record, relationship) {
      const found: DependencyLink[] = []
      for (const dependency of record.dependencies) {
        if (relationship !== undefined && dependency.relationship !== relationship) continue
        const other = findParent(store, record, dependency)
        if (other !== undefined && isVisible(other))
          found.push({ other, relationship: dependency.relationship })
      }
      return found
    },
    allLinks: (relation) => linksAlong(edges(), relation),
  }
}

function linksAlong(
  edges: readonly Edge[],
  { direction, relationship }: Relation,
): AllLinks<RequirementRecord> {
  const links = { from: [] as number[], to: [] as number[], targets: [] as RequirementRecord[] }
  for (const { child, parent, relationship: own, counts } of edges) {
    if (relationship !== undefined && own !== relationship) continue
    if (direction === 'from' && !counts) continue
    const [start, target] = direction === 'from' ? [parent, child] : [child, parent]
    links.from.push(start.id)
    links.to.push(target.id)
    links.targets.push(target)
  }
  return links
}

/** What definitions name under one key of one space. */
interface Naming {
  readonly key: string
  readonly by: { readonly child: RequirementRecord; readonly relationship: string }[]
}

/**
 * Every dependency that leads somewhere: what `findParent` finds for each, but found by walking the index of what is named
 * and the index of what there is side by side, because a descent for each dependency would take far longer.
 */
function resolveEdges(
  { store, applicationId }: LinkScope,
  isVisible: (row: RequirementRecord) => boolean,
): readonly Edge[] {
  const currentIn = rememberCurrentVariants(store, applicationId)
  const edges: Edge[] = []
  for (const [spaceKey, named] of namingsBySpace(store, applicationId)) {
    const add = (row: RequirementRecord, { by }: Naming) => {
      if (!isLive(row) || !isVisible(row)) return
      for (const { child, relationship } of by) {
        const place = isVisible(child) ? placeOfParent(store, child, spaceKey, currentIn) : undefined
        if (place?.variantId !== row.variantId || place.baseline !== row.baseline) continue
        edges.push({ child, parent: row, relationship, counts: countsAsChild(store, child, spaceKey) })
      }
    }
    const project = findProjectByKey(store, applicationId, spaceKey)
    if (project === undefined) continue
    let next = 0
    store.table(requirements).forEach('key', [project.id], (row, indexKey) => {
      const key = indexKey[1] as string
      let naming = named[next]
      while (naming !== undefined && naming.key !== key && compareCodePoints(naming.key, key) < 0)
        naming = named[++next]
      if (naming?.key === key) add(row, naming)
    })
  }
  return edges
}

/** What is named in each space, in order of key. */
function namingsBySpace(store: Store, applicationId: number): ReadonlyMap<string, readonly Naming[]> {
  const bySpace = new Map<string, Naming[]>()
  store.table(requirements).forEach('parent', [applicationId], (child, indexKey) => {
    const [, key, spaceKey, relationship] = indexKey as [number, string, string, string]
    let named = bySpace.get(spaceKey)
    if (named === undefined) bySpace.set(spaceKey, (named = []))
    const last = named.at(-1)
    if (last?.key === key) last.by.push({ child, relationship })
    else named.push({ key, by: [{ child, relationship }] })
  })
  return bySpace
}

function fileChildren(edges: readonly Edge[]): Read<DependencyLink> {
  const byParent = new Map<number, DependencyLink[]>()
  for (const { child, parent, relationship, counts } of edges) {
    if (!counts) continue
    const link = { other: child, relationship }
    const links = byParent.get(parent.id)
    if (links === undefined) byParent.set(parent.id, [link])
    else links.push(link)
  }
  return (record) => byParent.get(record.id) ?? NONE
}

function createPages(
  { store, applicationId }: LinkScope,
  mayRead: QueryLinks['mayRead'],
): Read<ContainerRecord> {
  const readAll = (): Read<ContainerRecord> => {
    const named: Named<ContainerRecord>[] = []
    for (const page of new Set(store.table(pages).range('link', [applicationId]))) {
      const container = store.table(containers).get(page.containerId)
      if (container === undefined || !mayRead(container)) continue
      for (const { spaceKey, key } of page.links) named.push({ spaceKey, key, thing: container })
    }
    const find = fileForScan(named)
    return (record) => {
      const linking = find(record.spaceKey, record.key)
      return linking.length === 0 || !isShownByWiki(store, record) ? NONE : linking
    }
  }
  return readAdaptively((record) => [...findLinkingPages(store, record)].filter(mayRead), readAll)
}

/**
 * Pages that defined a requirement's key in an earlier version. Pages define the current variant of their own space, so
 * that whoever reads the requirement may read them.
 */
function createFormerPages({ store, applicationId }: LinkScope): Read<ContainerRecord> {
  const currentIn = rememberCurrentVariants(store, applicationId)
  const fileAll = () => {
    const filing = new Filing<ContainerRecord>()
    for (const page of store.table(pages).range('space', [applicationId])) {
      const container = store.table(containers).get(page.containerId)
      if (container === undefined) continue
      const defined = new Set<string>()
      for (const version of versionsOfPage(store, page.id))
        for (const { key } of version.definitions) defined.add(key)
      for (const key of defined) filing.add(page.spaceKey, key, container)
    }
    return filing
  }
  let filed: Filing<ContainerRecord> | undefined
  return (record) => {
    if (store.table(pageVersions).size === 0 || record.variantId !== currentIn(record.spaceKey)?.id)
      return NONE
    filed ??= fileAll()
    return filed.of(record.spaceKey, record.key)
  }
}

function createIssueLinks({ store, applicationId }: LinkScope): Read<WikiIssueLink> {
  const readAll = (): Read<WikiIssueLink> => {
    const named: Named<WikiIssueLink>[] = []
    store.table(issueLinks).forEach('requirement', [applicationId], (link) => {
      if (hasWikiFace(link)) named.push({ spaceKey: link.wiki.spaceKey, key: link.wiki.key, thing: link })
    })
    const find = fileForScan(named)
    return (record) => {
      const found = find(record.spaceKey, record.key)
      return found.length === 0 || !isShownByWiki(store, record)
        ? NONE
        : found.filter((link) => belongsTo(link, record))
    }
  }
  return readAdaptively((record) => findIssueLinks(store, record), readAll)
}

function createIssueProjects(
  { store }: LinkScope,
  mayRead: QueryLinks['mayRead'],
  readIssueLinks: Read<WikiIssueLink>,
): Read<ContainerRecord> {
  const known = new Map<number, readonly ContainerRecord[]>()
  const projectOf = (link: WikiIssueLink): readonly ContainerRecord[] => {
    const issue = findLinkedIssue(store, link)
    const project = issue === undefined ? undefined : store.table(containers).get(issue.projectContainerId)
    return project === undefined || !mayRead(project) ? NONE : [project]
  }
  return rememberLast((record: RequirementRecord) => {
    const links = readIssueLinks(record)
    if (links.length === 0) return NONE
    return links.flatMap((link) => {
      const found = known.get(link.id) ?? projectOf(link)
      known.set(link.id, found)
      return found
    })
  })
}

function createTests({ store }: LinkScope): Read<TestCaseLinkRecord> {
  const table = store.table(testCaseLinks)
  const fileAll = (): Read<TestCaseLinkRecord> => {
    const filing = new Filing<TestCaseLinkRecord>()
    for (const link of table.range('requirement', [])) filing.add('', link.requirementId, link)
    return (record) => filing.of('', record.id)
  }
  return readAdaptively((record) => [...table.range('requirement', [record.id])], fileAll)
}

/** The children of frozen copies, filed for each baseline that is asked about. */
function createFrozenChildren({ store }: LinkScope): Read<DependencyLink> {
  const filed = new Map<string, Filing<DependencyLink>>()
  const fileSet = (set: FrozenSetRecord): Filing<DependencyLink> => {
    const filing = new Filing<DependencyLink>()
    for (const child of frozenRows(store, set)) {
      const named = new Set(
        child.dependencies
          .filter((dependency) => dependency.spaceKey === child.spaceKey)
          .map(({ key, relationship }) => JSON.stringify([key, relationship])),
      )
      for (const text of named) {
        const [key, relationship] = JSON.parse(text) as [string, string]
        filing.add('', key, { other: child, relationship })
      }
    }
    return filing
  }
  return ({ projectContainerId, baseline, key }) => {
    const set = baseline === undefined ? undefined : findFrozenSet(store, projectContainerId, baseline)
    if (set === undefined) return NONE
    let filing = filed.get(set.id)
    if (filing === undefined) filed.set(set.id, (filing = fileSet(set)))
    return filing.of('', key)
  }
}

function rememberCurrentVariants(store: Store, applicationId: number) {
  const known = new Map<string, { readonly variant: VariantRecord | undefined }>()
  return (spaceKey: string): VariantRecord | undefined => {
    const found = known.get(spaceKey) ?? { variant: findCurrentVariant(store, applicationId, spaceKey) }
    known.set(spaceKey, found)
    return found.variant
  }
}

/** Permissions are given on projects and hold for what is below. */
function rememberReadable({ store, user }: LinkScope): QueryLinks['mayRead'] {
  const known = new Map<number, boolean>()
  return (container) => {
    const project = container.projectContainerId
    const may = known.get(project) ?? mayReadContainer(store, user, container)
    known.set(project, may)
    return may
  }
}
