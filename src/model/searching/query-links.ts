/** Links that a query reads: by index for a few requirements, by one walk for many. Only what may be read (service §5.2). */
import { cacheLast } from '../../language/query/caches.ts'
import type { AllLinks } from '../../language/query/source.ts'
import type { Relation } from '../../language/values.ts'
import { once, oncePerKey } from '../../world/once.ts'
import type { Store } from '../../world/store/store.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { issueLinks } from '../records/tracker/issue-links.ts'
import { versionsOfPage } from '../finding/page-versions.ts'
import { pages, pageVersions } from '../records/wiki/pages.ts'
import { type Reader, readingRights } from '../finding/permissions.ts'
import { findFrozenSet, frozenRows, type FrozenSetRecord } from '../finding/requirements/frozen.ts'
import {
  belongsTo,
  countsAsChild,
  type DependencyLink,
  findChildren,
  findCurrentVariant,
  findIssueLinks,
  findLiveRequirement,
  findLinkedIssue,
  findLinkingPages,
  findParent,
  hasWikiView,
  isShownByWiki,
  placeOfParent,
  type WikiIssueLink,
} from '../finding/requirements/lookup.ts'
import {
  type RequirementRecord,
  requirements,
  type TestCaseLinkRecord,
  testCaseLinks,
} from '../records/wiki/requirements.ts'

/** The projects of one application that the reader may read. */
export interface LinkScope {
  readonly store: Store
  readonly user: Reader
  readonly applicationId: number
  readonly projects: readonly ContainerRecord[]
}

type Read<T> = (record: RequirementRecord) => readonly T[]

/** The links of requirements; valid until a record changes. */
export interface QueryLinks {
  readonly children: Read<DependencyLink>
  /** Only parents that exist; of one relationship, or of all. */
  readonly parents: (record: RequirementRecord, relationship?: string) => readonly DependencyLink[]
  /** Every link of a relation between two requirements that the caller may read and that are no frozen copies. */
  readonly allLinks: (relation: Relation) => AllLinks<RequirementRecord>
  readonly formerPages: Read<ContainerRecord>
  readonly pages: Read<ContainerRecord>
  readonly issueLinks: Read<WikiIssueLink>
  readonly issueProjects: Read<ContainerRecord>
  readonly tests: Read<TestCaseLinkRecord>
  readonly mayRead: (container: ContainerRecord) => boolean
  readonly mayReadProject: (projectContainerId: number) => boolean
}

export function createQueryLinks(scope: LinkScope): QueryLinks {
  const mayReadProject = readingRights(scope.store, scope.user)
  const mayRead = (container: ContainerRecord) => mayReadProject(container.projectContainerId)
  const readIssueLinks = createIssueLinks(scope)
  return {
    mayRead,
    mayReadProject,
    ...createDependencies(scope),
    formerPages: createFormerPages(scope),
    pages: createPages(scope, mayRead),
    issueLinks: readIssueLinks,
    issueProjects: createIssueProjects(scope, mayRead, readIssueLinks),
    tests: createTests(scope),
  }
}

/** More requirements than this are read by one walk over all links, which would cost a small query more. */
const FEW = 512

const NONE: readonly never[] = []

export function ofRelationship(
  links: readonly DependencyLink[],
  relationship: string | undefined,
): readonly DependencyLink[] {
  if (relationship === undefined || links.length === 0) return links
  return links.filter((link) => link.relationship === relationship)
}

/** Reads by `few` at first, then by what `many` prepares; both give the same result. */
function readAdaptively<T>(few: Read<T>, many: () => Read<T>): Read<T> {
  let reads = 0
  let read = few
  return cacheLast((record) => {
    if (++reads === FEW) read = many()
    return read(record)
  })
}

function fileByName<T>(
  named: Iterable<readonly [name: { spaceKey: string; key: string }, thing: T]>,
): Read<T> {
  const spaces = new Map<string, Map<string, T[]>>()
  for (const [{ spaceKey, key }, thing] of named) {
    const keys = spaces.get(spaceKey) ?? new Map<string, T[]>()
    spaces.set(spaceKey, keys)
    const things = keys.get(key)
    if (things === undefined) keys.set(key, [thing])
    else things.push(thing)
  }
  return ({ spaceKey, key }) => spaces.get(spaceKey)?.get(key) ?? NONE
}

interface Edge {
  readonly child: RequirementRecord
  readonly parent: RequirementRecord
  readonly relationship: string
  /** Whether it leads from parent to child too; see countsAsChild. */
  readonly counts: boolean
}

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
    parents: (record, relationship) =>
      record.dependencies.flatMap((dependency): DependencyLink[] => {
        if (relationship !== undefined && dependency.relationship !== relationship) return []
        const other = findParent(store, record, dependency)
        if (other === undefined || !isVisible(other)) return []
        return [{ other, relationship: dependency.relationship }]
      }),
    allLinks: (relation) => linksAlong(edges(), relation),
  }
}

function linksAlong(
  edges: readonly Edge[],
  { direction, relationship }: Relation,
): AllLinks<RequirementRecord> {
  const along = edges.filter((edge) => relationship === undefined || edge.relationship === relationship)
  if (direction === 'to') return along.map(({ child, parent }) => ({ from: child.id, target: parent }))
  return along.filter(({ counts }) => counts).map(({ child, parent }) => ({ from: parent.id, target: child }))
}

function resolveEdges(
  { store, applicationId }: LinkScope,
  isVisible: (row: RequirementRecord) => boolean,
): readonly Edge[] {
  const currentIn = currentVariants(store, applicationId)
  const edges: Edge[] = []
  store.table(requirements).forEach('parent', [applicationId], (child, indexKey) => {
    if (!isVisible(child)) return
    const [, key, spaceKey, relationship] = indexKey as [number, string, string, string]
    const place = placeOfParent(store, child, spaceKey, currentIn)
    const parent = place && findLiveRequirement(store, place, key, place.baseline)
    if (parent === undefined || !isVisible(parent)) return
    edges.push({ child, parent, relationship, counts: countsAsChild(store, child, spaceKey) })
  })
  return edges
}

function fileChildren(edges: readonly Edge[]): Read<DependencyLink> {
  const counting = edges.filter(({ counts }) => counts)
  const links = counting.map(({ child, parent, relationship }) => ({ parent, other: child, relationship }))
  const byParent = Map.groupBy(links, ({ parent }) => parent.id)
  return (record) => byParent.get(record.id) ?? NONE
}

function createPages(
  { store, applicationId }: LinkScope,
  mayRead: QueryLinks['mayRead'],
): Read<ContainerRecord> {
  const readAll = (): Read<ContainerRecord> => {
    const linking = new Set(store.table(pages).range('link', [applicationId]))
    const find = fileByName(
      [...linking].flatMap(({ containerId, links }) => {
        const container = store.table(containers).get(containerId)
        if (container === undefined || !mayRead(container)) return []
        return links.map((name) => [name, container] as const)
      }),
    )
    return (record) => (isShownByWiki(store, record) ? find(record) : NONE)
  }
  return readAdaptively((record) => [...findLinkingPages(store, record)].filter(mayRead), readAll)
}

/** Pages that defined a key in an earlier version. Pages define the current variant only. */
function createFormerPages({ store, applicationId }: LinkScope): Read<ContainerRecord> {
  const currentIn = currentVariants(store, applicationId)
  const fileAll = once(() =>
    fileByName(
      [...store.table(pages).range('space', [applicationId])].flatMap(({ id, containerId, spaceKey }) => {
        const container = store.table(containers).get(containerId)
        if (container === undefined) return []
        const versions = versionsOfPage(store, id)
        const keys = new Set(versions.flatMap(({ definitions }) => definitions.map(({ key }) => key)))
        return Array.from(keys, (key) => [{ spaceKey, key }, container] as const)
      }),
    ),
  )
  return (record) => {
    if (store.table(pageVersions).size === 0 || record.variantId !== currentIn(record.spaceKey)?.id)
      return NONE
    return fileAll()(record)
  }
}

function createIssueLinks({ store, applicationId }: LinkScope): Read<WikiIssueLink> {
  const readAll = (): Read<WikiIssueLink> => {
    const links = [...store.table(issueLinks).range('requirement', [applicationId])].filter(hasWikiView)
    const find = fileByName(links.map((link) => [link.wiki, link] as const))
    return (record) => {
      const found = find(record)
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
  const projectOf = oncePerKey((link: WikiIssueLink): readonly ContainerRecord[] => {
    const issue = findLinkedIssue(store, link)
    const project = issue && store.table(containers).get(issue.projectContainerId)
    return project === undefined || !mayRead(project) ? NONE : [project]
  })
  return cacheLast((record: RequirementRecord) => {
    const links = readIssueLinks(record)
    return links.length === 0 ? NONE : links.flatMap(projectOf)
  })
}

function createTests({ store }: LinkScope): Read<TestCaseLinkRecord> {
  const table = store.table(testCaseLinks)
  const fileAll = (): Read<TestCaseLinkRecord> => {
    const byRequirement = Map.groupBy(table.range('requirement', []), (link) => link.requirementId)
    return (record) => byRequirement.get(record.id) ?? NONE
  }
  return readAdaptively((record) => [...table.range('requirement', [record.id])], fileAll)
}

function createFrozenChildren({ store }: LinkScope): Read<DependencyLink> {
  const fileSet = oncePerKey((set: FrozenSetRecord) => {
    const links = [...frozenRows(store, set)].flatMap((child) =>
      child.dependencies
        .filter((dependency) => dependency.spaceKey === child.spaceKey)
        .map(({ key, relationship }) => ({ key, other: child, relationship })),
    )
    return Map.groupBy(links, ({ key }) => key)
  })
  return ({ projectContainerId, baseline, key }) => {
    const set = baseline === undefined ? undefined : findFrozenSet(store, projectContainerId, baseline)
    return (set && fileSet(set).get(key)) ?? NONE
  }
}

function currentVariants(store: Store, applicationId: number) {
  return oncePerKey((spaceKey: string) => findCurrentVariant(store, applicationId, spaceKey))
}
