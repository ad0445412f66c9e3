/** The query language bound to requirements: what each field reads, and which index answers it (service §4.3). */
import {
  type FieldBinding,
  type OwnCondition,
  type Candidates,
  type QuerySource,
} from '../../language/query/source.ts'
import type { FieldReference, FunctionNode, SpecialValue } from '../../language/query/syntax.ts'
import { numberOf, type Relation, type Scalar } from '../../language/values.ts'
import { containers } from '../containers/records.ts'
import { issueLinks } from '../links/records.ts'
import { users } from '../users/records.ts'
import { variants } from '../variants/records.ts'
import { applinkIdsOf, type DependencyLink, findRelated } from './lookup.ts'
import { createQueryLinks, type LinkScope, type QueryLinks } from './query-links.ts'
import {
  externalPropertyMetadata,
  type PropertyValue,
  type RequirementRecord,
  requirements,
} from './records.ts'

/** Where a query looks, and for whom: the projects of one application that the caller may read. */
export interface QueryScope extends LinkScope {
  /** How many rows a full scan reads, roughly. */
  readonly size: number
}

type Binding = FieldBinding<RequirementRecord>
type Rows = Candidates<RequirementRecord>

/** The source that a query over requirements runs on; it reads the links of each record at most once. */
export function requirementSource(scope: QueryScope): QuerySource<RequirementRecord> {
  const { store } = scope
  const links = createQueryLinks(scope)
  const related = (record: RequirementRecord, { direction, relationship }: Relation) => {
    const followed =
      direction === 'from'
        ? ofRelationship(links.children(record), relationship)
        : links.parents(record, relationship)
    return followed.map(({ other }) => other)
  }
  return {
    size: scope.size,
    identity: (record) => record.id,
    field: (field) => bindField(scope, links, field),
    user: (name) => (store.table(users).find('name', [name]) === undefined ? undefined : name),
    special: (field, value) => specialCondition(scope, field, value),
    condition: (called) => functionCondition(links, called),
    related,
    relatedBy: (record, { direction, relationship }) =>
      direction === 'from'
        ? related(record, relationship === undefined ? TO : { ...TO, relationship })
        : namedBy(scope, record, relationship),
  }
}

/** Every row whose definition names a requirement; DELETED ones have parents too, but are nobody's children. */
function namedBy(
  { store }: QueryScope,
  { applicationId, key, spaceKey }: RequirementRecord,
  relationship: string | undefined,
): Iterable<RequirementRecord> {
  const prefix = [applicationId, key, spaceKey]
  return store
    .table(requirements)
    .range('parent', relationship === undefined ? prefix : [...prefix, relationship])
}

function ofRelationship(
  links: readonly DependencyLink[],
  relationship: string | undefined,
): readonly DependencyLink[] {
  if (relationship === undefined || links.length === 0) return links
  return links.filter((link) => link.relationship === relationship)
}

/** Fields over records that the world does not hold (types, rules, suspect links, Excel attachments) are absent. */
function bindField(
  scope: QueryScope,
  links: QueryLinks,
  { field, name }: FieldReference,
): Binding | undefined {
  switch (field) {
    case 'key':
      return { values: (record) => record.key, lookup: (value) => byKey(scope, String(value)) }
    case 'text':
      return { values: (record) => record.text }
    case 'space':
      return { values: (record) => record.spaceKey }
    case 'status':
      return { values: (record) => record.status, lookup: (value) => byStatus(scope, String(value)) }
    case 'id':
      return { values: (record) => record.id, lookup: (value) => byId(scope, value) }
    case 'page':
    case 'pageHistory':
      return bindPage(scope, links)
    case 'links':
      return {
        values: (record) => [...pageValues(scope, links, record), ...linkingPageValues(links, record)],
      }
    case 'link':
      return { values: (record) => linkingPageValues(links, record) }
    case 'property':
      return bindProperty(scope, name as string)
    case 'externalProperty':
      return bindExternalProperty(scope, name as string)
    case 'from':
      return bindChildren(scope, links, name)
    case 'to':
      return bindParents(scope, name)
    case 'jira':
      return bindIssues(scope, links, name)
    case 'project':
      return { values: (record) => links.issueProjects(record).flatMap((project) => project.key ?? []) }
    case 'project_name':
      return { values: (record) => links.issueProjects(record).map((project) => project.name) }
    case 'variant':
      return {
        values: (record) => [record.variantId, ...namesOf(scope.store.table(variants).get(record.variantId))],
      }
    case 'baseline':
      return { values: (record) => record.baseline, lookup: (value) => byBaseline(scope, value) }
    case 'new_key':
      return { values: (record) => record.newKey }
    case 'new_space_key':
      return { values: (record) => record.newSpaceKey }
    case 'container':
      return { values: (record) => containerValues(scope, links, record) }
    case 'test_case':
      return { values: (record) => links.tests(record).map((link) => link.testCaseKey) }
    default:
      return undefined
  }
}

function bindPage(scope: QueryScope, links: QueryLinks): Binding {
  return {
    values: (record) => pageValues(scope, links, record),
    lookup(value) {
      const table = scope.store.table(containers)
      const found =
        typeof value === 'number'
          ? [table.find('page', [value])]
          : [...table.range('name', [scope.applicationId, 'PAGE', String(value)])]
      return ofSeveral(
        found.flatMap((container) =>
          container === undefined ? [] : [scope.store.table(requirements).range('origin', [container.id])],
        ),
      )
    },
  }
}

function bindProperty(scope: QueryScope, name: string): Binding {
  return {
    values(record) {
      const property = record.properties.find((candidate) => candidate.key === name)
      return property?.multivalues ?? property?.value
    },
    lookup: (value) =>
      ofSeveral(
        scope.projects.map((project) =>
          scope.store.table(requirements).range('property', [project.id, name, String(value)]),
        ),
      ),
  }
}

function bindExternalProperty(scope: QueryScope, name: string): Binding | undefined {
  const metadata = scope.store.table(externalPropertyMetadata).find('name', [scope.applicationId, name])
  if (metadata === undefined) return undefined
  return {
    values: (record) =>
      record.externalProperties.find((property) => property.metadataId === metadata.id)?.value,
    lookup(value) {
      const number = numberOf(value)
      const forms =
        number !== undefined && String(number) === String(value) ? [String(value), number] : [String(value)]
      return ofSeveral(
        forms.map((form) => scope.store.table(requirements).range('externalProperty', [metadata.id, form])),
      )
    },
  }
}

/** `from` reads the keys of the children; the requirements with a given child are the child's parents. */
function bindChildren(scope: QueryScope, links: QueryLinks, relationship: string | undefined): Binding {
  const relation: Relation = relationship === undefined ? TO : { ...TO, relationship }
  return {
    values(record) {
      const children = links.children(record)
      return children.length === 0
        ? undefined
        : ofRelationship(children, relationship).map(({ other }) => other.key)
    },
    lookup(value) {
      const children = [...byKey(scope, String(value)).records()]
      return ofSeveral(children.map((child) => findRelated(scope.store, child, relation)))
    },
  }
}

const TO: Relation = { direction: 'to' }

/** `to` reads the keys of the parents as the definition writes them: dangling ones, and those of unreadable spaces. */
function bindParents({ store, applicationId }: QueryScope, relationship: string | undefined): Binding {
  return {
    values({ dependencies }) {
      if (dependencies.length === 0) return undefined
      const named =
        relationship === undefined
          ? dependencies
          : dependencies.filter((dependency) => dependency.relationship === relationship)
      return named.map((dependency) => dependency.key)
    },
    lookup: (value) => ofSeveral([store.table(requirements).range('parent', [applicationId, String(value)])]),
  }
}

/** `jira` reads the issue keys that the wiki itself stores, whether or not the caller may read the issues. */
function bindIssues(scope: QueryScope, links: QueryLinks, relationship: string | undefined): Binding {
  const { store, applicationId } = scope
  return {
    values(record) {
      const all = links.issueLinks(record)
      if (all.length === 0) return undefined
      const named =
        relationship === undefined ? all : all.filter(({ wiki }) => wiki.relationship === relationship)
      return named.map(({ wiki }) => wiki.issueKey)
    },
    lookup: (value) =>
      ofSeveral(
        applinkIdsOf(store, applicationId).flatMap((applinkId) =>
          [...store.table(issueLinks).range('wikiIssue', [applinkId, String(value)])].map(({ wiki }) =>
            wiki === undefined ? [] : byKey(scope, wiki.key).records(),
          ),
        ),
      ),
  }
}

function specialCondition(
  scope: QueryScope,
  { field }: FieldReference,
  value: SpecialValue,
): OwnCondition<RequirementRecord> {
  if (value.kind === 'currentBaseline') return { matches: () => false }
  const project = scope.projects.find((candidate) => candidate.key === value.space)
  if (project === undefined) return { matches: () => false }
  if (field === 'baseline') {
    return { matches: (record) => record.projectContainerId === project.id && record.baseline === value.name }
  }
  const variant = [...scope.store.table(variants).range('project', [project.id])].find(
    (candidate) => candidate.name === value.name || candidate.id === value.name,
  )
  return { matches: (record) => variant !== undefined && record.variantId === variant.id }
}

function functionCondition(links: QueryLinks, called: FunctionNode): OwnCondition<RequirementRecord> {
  switch (called.kind) {
    case 'hasTest':
      return { matches: testCondition(links, called) }
    case 'baselineWas': {
      const { baseline } = called
      const space = typeof baseline === 'object' ? baseline.space : undefined
      const copyOf = copyIn(links, typeof baseline === 'object' ? baseline.name : baseline)
      return {
        matches: (record) =>
          (space === undefined || space === record.spaceKey) && copyOf(record) !== undefined,
      }
    }
    case 'isModified': {
      const copyOf = copyIn(links, called.baseline)
      return {
        matches(record) {
          const frozen = copyOf(record)
          return frozen === undefined || frozen.html !== record.html || !sameProperties(frozen, record)
        },
      }
    }
  }
}

function testCondition(
  links: QueryLinks,
  { relationship, last, status }: FunctionNode & { kind: 'hasTest' },
): (record: RequirementRecord) => boolean {
  const wanted = status.toLowerCase()
  return (record) => {
    const all = links.tests(record)
    if (all.length === 0) return false
    const related = all.filter((link) => relationship === undefined || link.relationship === relationship)
    const considered = last ? related.slice(-1) : related
    return considered.some((link) => link.status.toLowerCase() === wanted)
  }
}

/** Gives the frozen copy of a requirement in a numbered baseline of its space; baselines have no names here yet. */
function copyIn(links: QueryLinks, baseline: string | number) {
  const number = numberOf(baseline)
  return (record: RequirementRecord): RequirementRecord | undefined =>
    number === undefined ? undefined : links.copies(record).find((copy) => copy.baseline === number)
}

function sameProperties(a: RequirementRecord, b: RequirementRecord): boolean {
  if (a.properties === b.properties) return true
  return (
    a.properties.length === b.properties.length &&
    a.properties.every((property, index) => sameProperty(property, b.properties[index]))
  )
}

function sameProperty(a: PropertyValue, b: PropertyValue | undefined): boolean {
  if (b === undefined || a.key !== b.key || a.value !== b.value) return false
  const [ours, theirs] = [a.multivalues, b.multivalues]
  if (ours === undefined || theirs === undefined) return ours === theirs
  return ours.length === theirs.length && ours.every((value, index) => value === theirs[index])
}

function byKey(scope: QueryScope, key: string): Rows {
  return ofSeveral(
    scope.projects.map((project) => scope.store.table(requirements).range('key', [project.id, key])),
  )
}

function byId(scope: QueryScope, value: Scalar): Rows {
  const id = numberOf(value)
  const record = id === undefined ? undefined : scope.store.table(requirements).get(id)
  return { count: 1, records: () => (record === undefined ? [] : [record]) }
}

function byStatus(scope: QueryScope, status: string): Rows | undefined {
  const table = scope.store.table(requirements)
  const all = scope.projects.flatMap((project) => [
    ...scope.store.table(variants).range('project', [project.id]),
  ])
  const count = all.reduce((sum, variant) => sum + table.count('status', [variant.id, status]), 0)
  return {
    count,
    *records() {
      for (const variant of all) yield* table.range('status', [variant.id, status])
    },
  }
}

/** Baselines are named by number; none has another name. */
function byBaseline(scope: QueryScope, value: Scalar): Rows {
  if (typeof value !== 'number') return NO_ROWS
  return ofSeveral(
    scope.projects.map((project) => scope.store.table(requirements).range('baseline', [project.id, value])),
  )
}

const NO_ROWS: Rows = { count: 0, records: () => [] }

function pageValues(scope: QueryScope, links: QueryLinks, record: RequirementRecord): Scalar[] {
  const { originContainerId } = record
  if (record.pageId === undefined || originContainerId === undefined) return []
  return [record.pageId, ...readableNames(scope, links, originContainerId)]
}

function linkingPageValues(links: QueryLinks, record: RequirementRecord): Scalar[] {
  return links
    .pages(record)
    .flatMap((container) => (container.pageId === undefined ? [] : [container.pageId, container.name]))
}

function containerValues(scope: QueryScope, links: QueryLinks, record: RequirementRecord): Scalar[] {
  const id = record.originContainerId ?? record.projectContainerId
  return [id, ...readableNames(scope, links, id)]
}

/** The id of a container is the requirement's own text, its name is not. */
function readableNames({ store }: QueryScope, links: QueryLinks, containerId: number): string[] {
  const container = store.table(containers).get(containerId)
  return container === undefined || !links.mayRead(container) ? [] : [container.name]
}

function namesOf(record: { readonly name: string } | undefined): string[] {
  return record === undefined ? [] : [record.name]
}

/** Beyond so many rows an index is no better than a scan, and counting them would cost as much. */
const COUNTED = 4096

function ofSeveral(parts: readonly Iterable<RequirementRecord>[]): Rows {
  const first: RequirementRecord[] = []
  const iterators = parts.map((part) => part[Symbol.iterator]())
  let position = 0
  for (; position < iterators.length && first.length < COUNTED; position++) {
    const iterator = iterators[position] as Iterator<RequirementRecord>
    for (let next = iterator.next(); !next.done; next = iterator.next()) {
      first.push(next.value)
      if (first.length >= COUNTED) break
    }
    if (first.length >= COUNTED) break
  }
  const rest = iterators.slice(position)
  const complete = first.length < COUNTED
  return {
    count: complete ? first.length : Number.MAX_SAFE_INTEGER,
    *records() {
      yield* first
      if (complete) return
      for (const iterator of rest)
        for (let next = iterator.next(); !next.done; next = iterator.next()) yield next.value
    },
  }
}
