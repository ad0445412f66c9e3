/** The query language bound to requirements: what each field reads, and which index answers it (service §4.3). */
import {
  type FieldBinding,
  type OwnCondition,
  type Candidates,
  type QuerySource,
} from '../../language/query/source.ts'
import type { FieldReference, FunctionNode, QueryValue } from '../../language/query/syntax.ts'
import { numberOf, type Scalar } from '../../language/values.ts'
import type { Store } from '../../world/store.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { issues, issueLinks } from '../links/records.ts'
import { users } from '../users/records.ts'
import { variants } from '../variants/records.ts'
import {
  applinkIdsOf,
  findChildren,
  findIssueLinks,
  findLinkingPages,
  findLiveRequirement,
  findRelated,
} from './lookup.ts'
import { externalPropertyMetadata, type RequirementRecord, requirements, testCaseLinks } from './records.ts'

/** Where a query looks: the projects of one application that the caller may read. */
export interface QueryScope {
  readonly store: Store
  readonly applicationId: number
  readonly projects: readonly ContainerRecord[]
  /** How many rows a full scan reads, roughly. */
  readonly size: number
}

type Binding = FieldBinding<RequirementRecord>
type Rows = Candidates<RequirementRecord>

/** The source that a query over requirements runs on. */
export function requirementSource(scope: QueryScope): QuerySource<RequirementRecord> {
  const { store } = scope
  const readable = new Set(scope.projects.map((project) => project.id))
  const related = function* (record: RequirementRecord, relation: Parameters<typeof findRelated>[2]) {
    // What the caller may not read leads nowhere.
    for (const other of findRelated(store, record, relation))
      if (readable.has(other.projectContainerId)) yield other
  }
  return {
    size: scope.size,
    identity: (record) => record.id,
    field: (field) => bindField(scope, field),
    user: (name) => (store.table(users).find('name', [name]) === undefined ? undefined : name),
    special: (field, value) => specialCondition(scope, field, value),
    condition: (called) => functionCondition(scope, called),
    related,
    relatedBy: (record, { direction, ...relation }) =>
      related(record, { direction: direction === 'from' ? 'to' : 'from', ...relation }),
  }
}

/** Fields over records that the world does not hold (types, rules, suspect links, Excel attachments) are absent. */
function bindField(scope: QueryScope, { field, name }: FieldReference): Binding | undefined {
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
      return bindPage(scope)
    case 'links':
      return { values: (record) => [...pageValues(scope, record), ...linkingPageValues(scope, record)] }
    case 'link':
      return { values: (record) => linkingPageValues(scope, record) }
    case 'property':
      return bindProperty(scope, name as string)
    case 'externalProperty':
      return bindExternalProperty(scope, name as string)
    case 'from':
      return bindChildren(scope, name)
    case 'to':
      return bindParents(scope, name)
    case 'jira':
      return bindIssues(scope, name)
    case 'project':
      return { values: (record) => projectValues(scope, record, (project) => project.key) }
    case 'project_name':
      return { values: (record) => projectValues(scope, record, (project) => project.name) }
    case 'variant':
      return {
        values: (record) => [record.variantId, ...namesOf(scope.store.table(variants).get(record.variantId))],
      }
    case 'baseline':
      return { values: (record) => record.baseline }
    case 'new_key':
      return { values: (record) => record.newKey }
    case 'new_space_key':
      return { values: (record) => record.newSpaceKey }
    case 'container':
      return {
        values: (record) => containerValues(scope, record.originContainerId ?? record.projectContainerId),
      }
    case 'test_case':
      return { values: (record) => [...testsOf(scope, record)].map((link) => link.testCaseKey) }
    default:
      return undefined
  }
}

function bindPage(scope: QueryScope): Binding {
  return {
    values: (record) => pageValues(scope, record),
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
function bindChildren(scope: QueryScope, relationship: string | undefined): Binding {
  return {
    values: (record) => [...findChildren(scope.store, record, relationship)].map(({ child }) => child.key),
    lookup: (value) =>
      follow(scope, String(value), {
        direction: 'to',
        ...(relationship === undefined ? {} : { relationship }),
      }),
  }
}

/** `to` reads the keys of the parents, dangling ones included. */
function bindParents(scope: QueryScope, relationship: string | undefined): Binding {
  return {
    values: (record) =>
      record.dependencies
        .filter((dependency) => relationship === undefined || dependency.relationship === relationship)
        .map((dependency) => dependency.key),
    lookup: (value) =>
      ofSeveral(
        spaceKeysOf(scope).map((spaceKey) =>
          scope.store.table(requirements).range('parent', [scope.applicationId, spaceKey, String(value)]),
        ),
      ),
  }
}

function bindIssues(scope: QueryScope, relationship: string | undefined): Binding {
  const { store } = scope
  return {
    values: (record) =>
      [...findIssueLinks(store, record)].flatMap(({ wiki }) =>
        wiki === undefined || (relationship !== undefined && wiki.relationship !== relationship)
          ? []
          : [wiki.issueKey],
      ),
    lookup: (value) =>
      ofSeveral(
        applinkIdsOf(store, scope.applicationId).flatMap((applinkId) =>
          [...store.table(issueLinks).range('wikiIssue', [applinkId, String(value)])].map(({ wiki }) =>
            wiki === undefined ? [] : (byKey(scope, wiki.key)?.records() ?? []),
          ),
        ),
      ),
  }
}

function specialCondition(
  scope: QueryScope,
  { field }: FieldReference,
  value:
    | (QueryValue & { kind: 'scoped' | 'currentBaseline' })
    | { kind: 'scoped'; name: string | number; space: string }
    | { kind: 'currentBaseline' },
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

function functionCondition(scope: QueryScope, called: FunctionNode): OwnCondition<RequirementRecord> {
  switch (called.kind) {
    case 'hasTest':
      return { matches: (record) => hasTest(scope, record, called) }
    case 'baselineWas':
      return { matches: (record) => rowOfBaseline(scope, record, called.baseline) !== undefined }
    case 'isModified':
      return {
        matches(record) {
          const frozen = rowOfBaseline(scope, record, called.baseline)
          return frozen === undefined || frozen.html !== record.html || !sameProperties(frozen, record)
        },
      }
  }
}

function hasTest(
  scope: QueryScope,
  record: RequirementRecord,
  called: FunctionNode & { kind: 'hasTest' },
): boolean {
  const wanted = called.status.toLowerCase()
  const all = [...testsOf(scope, record)].filter(
    (link) => called.relationship === undefined || link.relationship === called.relationship,
  )
  const considered = called.last ? all.slice(-1) : all
  return considered.some((link) => link.status.toLowerCase() === wanted)
}

/** The frozen copy of the same requirement in a numbered baseline of its space; baselines have no names here yet. */
function rowOfBaseline(
  scope: QueryScope,
  record: RequirementRecord,
  baseline: (FunctionNode & { kind: 'baselineWas' })['baseline'],
): RequirementRecord | undefined {
  if (typeof baseline === 'object' && baseline.space !== record.spaceKey) return undefined
  const number = numberOf(typeof baseline === 'object' ? baseline.name : baseline)
  return number === undefined ? undefined : findLiveRequirement(scope.store, record, record.key, number)
}

function sameProperties(a: RequirementRecord, b: RequirementRecord): boolean {
  if (a.properties === b.properties) return true
  const text = (record: RequirementRecord) =>
    JSON.stringify(record.properties.map(({ key, value, multivalues }) => [key, value, multivalues ?? null]))
  return text(a) === text(b)
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

function follow(scope: QueryScope, key: string, relation: Parameters<typeof findRelated>[2]): Rows {
  const { records } = byKey(scope, key)
  return ofSeveral([...records()].map((record) => findRelated(scope.store, record, relation)))
}

function pageValues(scope: QueryScope, record: RequirementRecord): Scalar[] {
  if (record.pageId === undefined || record.originContainerId === undefined) return []
  return [record.pageId, ...namesOf(scope.store.table(containers).get(record.originContainerId))]
}

function linkingPageValues(scope: QueryScope, record: RequirementRecord): Scalar[] {
  return [...findLinkingPages(scope.store, record)].flatMap((container) =>
    container.pageId === undefined ? [] : [container.pageId, container.name],
  )
}

function projectValues(
  scope: QueryScope,
  record: RequirementRecord,
  read: (project: ContainerRecord) => string | undefined,
): Scalar[] {
  const { store } = scope
  return [...findIssueLinks(store, record)].flatMap(({ tracker }) => {
    const issue = tracker === undefined ? undefined : store.table(issues).get(tracker.issueId)
    const project = issue === undefined ? undefined : store.table(containers).get(issue.projectContainerId)
    const value = project === undefined ? undefined : read(project)
    return value === undefined ? [] : [value]
  })
}

function containerValues(scope: QueryScope, id: number): Scalar[] {
  return [id, ...namesOf(scope.store.table(containers).get(id))]
}

function testsOf(scope: QueryScope, record: RequirementRecord) {
  return scope.store.table(testCaseLinks).range('requirement', [record.id])
}

function spaceKeysOf(scope: QueryScope): string[] {
  return scope.projects.flatMap((project) => project.key ?? [])
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
