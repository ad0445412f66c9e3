/** The fields of the query language bound to requirements: what each reads, and which index answers it (service §4.3). */
import { oncePerKey } from '../../world/once.ts'
import type { FieldBinding } from '../../language/query/source.ts'
import type { FieldReference } from '../../language/query/syntax.ts'
import { type FieldValue, foldCase, numberOf, type Relation, type Scalar } from '../../language/values.ts'
import { findProjectByKey } from '../finding/containers.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { excelAttachments } from '../records/wiki/excel.ts'
import { versionsOfPage } from '../finding/page-versions.ts'
import { pages } from '../records/wiki/pages.ts'
import { bindRuleStatus } from './rule-status.ts'
import { typeFinder } from '../finding/types.ts'
import type { RequirementTypeRecord } from '../records/wiki/types.ts'
import { variants } from '../records/wiki/variants.ts'
import { currentVariantOf, findRelated, findRequirementByKey } from '../finding/requirements/lookup.ts'
import { bindBaseline } from './query-baselines.ts'
import { type LinkScope, ofRelationship, type QueryLinks } from './query-links.ts'
import { propertyText } from '../records/text/property-text.ts'
import { byId, byIssue, byKey, byKeyPrefix, byStatus, countedRows, rowsOfKey } from './query-rows.ts'
import {
  externalPropertyMetadata,
  type PropertyDataType,
  type RequirementRecord,
  requirements,
} from '../records/wiki/requirements.ts'

type Binding = FieldBinding<RequirementRecord>

const NONE: readonly never[] = []

/** Undefined for suspect links, which no world holds yet: the field is absent everywhere. */
export function bindField(
  scope: LinkScope,
  links: () => QueryLinks,
  { field, name, anyCase }: FieldReference,
): Binding | undefined {
  switch (field) {
    case 'key':
      return {
        values: (record) => record.key,
        lookup: (value) => byKey(scope, String(value)),
        prefix: (folded) => byKeyPrefix(scope, folded),
      }
    case 'text':
      return { values: (record) => record.text }
    case 'space':
      return { values: (record) => record.spaceKey }
    case 'status':
      return { values: (record) => record.status, lookup: (value) => byStatus(scope, String(value)) }
    case 'id':
      return { values: (record) => record.id, lookup: (value) => byId(scope, value) }
    case 'page':
      return bindPage(scope, links())
    case 'pageHistory':
      return bindPageHistory(scope, links())
    case 'links':
      return bindDefiningAndLinking(scope, links())
    case 'link':
      return bindLinkingPages(scope, links())
    case 'property':
      return bindProperty(scope, name as string)
    case 'externalProperty':
      return bindExternalProperty(scope, name as string)
    case 'from':
      return bindChildren(scope, links(), name)
    case 'to':
      return bindParents(scope, name)
    case 'jira':
      return bindIssues(scope, links(), name, anyCase)
    case 'project':
      return bindProjects(links(), ({ key }) => key)
    case 'project_name':
      return bindProjects(links(), ({ name: ownName }) => ownName)
    case 'variant':
      return bindVariant(scope)
    case 'baseline':
      return bindBaseline(scope)
    case 'type':
      return bindType(scope, ({ id, name: ownName }) => [id, ownName])
    case 'type.id':
      return bindType(scope, ({ id }) => [id])
    case 'type.name':
      return bindType(scope, ({ name: ownName }) => [ownName])
    case 'excel':
      return bindExcel(scope, links())
    case 'new_key':
      return { values: (record) => record.newKey }
    case 'new_space_key':
      return { values: (record) => record.newSpaceKey }
    case 'container':
      return bindContainer(scope, links())
    case 'new_container':
      return { values: (record) => newContainerValues(scope, links(), record) }
    case 'test_case':
      return {
        values: (record) =>
          links()
            .tests(record)
            .map((link) => link.testCaseKey),
      }
    case 'ruleStatus':
      return bindRuleStatus(scope.store, name)
    case 'suspect':
      return undefined
  }
}

function bindPage(scope: LinkScope, links: QueryLinks): Binding {
  return {
    shared: true,
    values: readPages(scope, links),
    lookup(value) {
      const found = findPages(scope, value)
      return countedRows(function* () {
        for (const container of found) yield* scope.store.table(requirements).range('origin', [container.id])
      })
    },
  }
}

/** The id of the page that defines a requirement, or defined it last; its title only if the reader may read it. */
function readPages(scope: LinkScope, links: QueryLinks) {
  const valuesOf = oncePerKey((containerId: number) =>
    oncePerKey((id: number): readonly Scalar[] => [id, ...readableNames(scope, links, containerId)]),
  )
  return ({ pageId, originContainerId }: RequirementRecord): readonly Scalar[] | undefined =>
    pageId === undefined || originContainerId === undefined ? undefined : valuesOf(originContainerId)(pageId)
}

function findPages({ store, applicationId }: LinkScope, value: Scalar): ContainerRecord[] {
  const table = store.table(containers)
  if (typeof value !== 'number') return [...table.range('name', [applicationId, 'PAGE', String(value)])]
  const found = table.find('page', [value])
  return found === undefined ? [] : [found]
}

function bindPageHistory(scope: LinkScope, links: QueryLinks): Binding {
  const { store } = scope
  const present = bindPage(scope, links)
  return {
    values: (record) => joined(present.values(record), containerPages(links.formerPages(record))),
    lookup(value) {
      const former = findPages(scope, value).flatMap((container) => {
        const page = container.pageId === undefined ? undefined : store.table(pages).get(container.pageId)
        return page === undefined ? [] : versionsOfPage(store, page.id)
      })
      const keys = new Set(former.flatMap((version) => version.definitions.map(({ key }) => key)))
      return countedRows(function* () {
        yield* present.lookup?.(value)?.records() ?? []
        for (const key of keys) yield* rowsOfKey(scope, key)
      })
    },
  }
}

function bindDefiningAndLinking(scope: LinkScope, links: QueryLinks): Binding {
  const defining = bindPage(scope, links)
  const linking = bindLinkingPages(scope, links)
  return {
    values: (record) => joined(defining.values(record), containerPages(links.pages(record))),
    lookup: (value) =>
      countedRows(function* () {
        for (const binding of [defining, linking]) yield* binding.lookup?.(value)?.records() ?? []
      }),
  }
}

function bindLinkingPages(scope: LinkScope, links: QueryLinks): Binding {
  return {
    values: (record) => containerPages(links.pages(record)),
    lookup(value) {
      const keys = new Set<string>()
      for (const { pageId } of findPages(scope, value))
        for (const { key } of (pageId === undefined ? undefined : scope.store.table(pages).get(pageId))
          ?.links ?? [])
          keys.add(key)
      return countedRows(function* () {
        for (const key of keys) yield* rowsOfKey(scope, key)
      })
    },
  }
}

function containerPages(found: readonly ContainerRecord[]): readonly Scalar[] {
  if (found.length === 0) return NONE
  return found.flatMap(({ pageId, name }) => (pageId === undefined ? [] : [pageId, name]))
}

function joined(first: FieldValue, second: readonly Scalar[]): FieldValue {
  if (second.length === 0 || typeof first !== 'object') return second.length === 0 ? first : second
  return [...first, ...second]
}

function bindProperty(scope: LinkScope, name: string): Binding {
  const table = scope.store.table(requirements)
  const days = holdsDays(scope, name)
  return {
    ...(days ? { days } : {}),
    values({ properties }) {
      const property = properties.find(({ key }) => key === name)
      return property && propertyText(property)
    },
    present: () =>
      countedRows(function* () {
        for (const { id } of scope.projects) yield* table.range('property', [id, name])
      }),
    lookup: (value) =>
      countedRows(function* () {
        for (const { id } of scope.projects)
          yield* days
            ? table.rangeOfText('property', [id, name], String(value))
            : table.range('property', [id, name, String(value)])
      }),
  }
}

/** Whether an inline property is one of days: in each space that has it, its first value is. */
function holdsDays({ store, projects }: LinkScope, name: string): boolean {
  const table = store.table(requirements)
  let found = false
  for (const { id } of projects) {
    const property = table.find('property', [id, name])?.properties.find(({ key }) => key === name)
    if (property === undefined) continue
    if (property.dataType !== 'DATE') return false
    found = true
  }
  return found
}

const NUMBER_TYPES: readonly PropertyDataType[] = ['NUMBER', 'INTEGER', 'DECIMAL']

function bindExternalProperty({ store, applicationId }: LinkScope, name: string): Binding | undefined {
  const metadata = store.table(externalPropertyMetadata).find('name', [applicationId, name])
  if (metadata === undefined) return undefined
  const table = store.table(requirements)
  const days = metadata.dataType === 'DATE'
  return {
    ...(days ? { days } : {}),
    ...(NUMBER_TYPES.includes(metadata.dataType) ? { numbers: true } : {}),
    values({ externalProperties }) {
      for (const property of externalProperties)
        if (property.metadataId === metadata.id) return property.multivalues ?? property.value
      return undefined
    },
    lookup(value) {
      const number = numberOf(value)
      const text = String(value)
      const forms = number !== undefined && String(number) === text ? [text, number] : [text]
      return countedRows(function* () {
        if (days) yield* table.rangeOfText('externalProperty', [metadata.id], text)
        else for (const form of forms) yield* table.range('externalProperty', [metadata.id, form])
      })
    },
  }
}

/** `from` reads the keys of the children; the requirements with a given child are the child's parents. */
function bindChildren(scope: LinkScope, links: QueryLinks, relationship: string | undefined): Binding {
  const along = (direction: Relation['direction']): Relation =>
    relationship === undefined ? { direction } : { direction, relationship }
  return {
    keysAlong: along('from'),
    values(record) {
      const children = links.children(record)
      return children.length === 0
        ? undefined
        : ofRelationship(children, relationship).map(({ other }) => other.key)
    },
    lookup: (value) =>
      countedRows(function* () {
        for (const child of rowsOfKey(scope, String(value)))
          yield* findRelated(scope.store, child, along('to'))
      }),
  }
}

/** `to` reads the keys of the parents as the definition writes them: dangling ones, and those of unreadable spaces. */
function bindParents({ store, applicationId }: LinkScope, relationship: string | undefined): Binding {
  return {
    values({ dependencies }) {
      if (dependencies.length === 0) return undefined
      const named =
        relationship === undefined
          ? dependencies
          : dependencies.filter((dependency) => dependency.relationship === relationship)
      return named.map((dependency) => dependency.key)
    },
    lookup: (value) =>
      countedRows(() => store.table(requirements).range('parent', [applicationId, String(value)])),
  }
}

/** `jira` reads the issue keys that the wiki itself stores, whether or not the caller may read the issues. */
function bindIssues(
  scope: LinkScope,
  links: QueryLinks,
  relationship: string | undefined,
  anyCase = false,
): Binding {
  const form = (name: string) => (anyCase ? foldCase(name) : name)
  const wanted = relationship === undefined ? undefined : form(relationship)
  return {
    values(record) {
      const all = links.issueLinks(record)
      if (all.length === 0) return undefined
      const named = wanted === undefined ? all : all.filter(({ wiki }) => form(wiki.relationship) === wanted)
      return named.map(({ wiki }) => wiki.issueKey)
    },
    lookup(value) {
      const rows = byIssue(scope, String(value), anyCase ? undefined : relationship)
      return anyCase ? { ...rows, exact: false } : rows
    },
  }
}

function bindProjects(links: QueryLinks, read: (project: ContainerRecord) => string | undefined): Binding {
  return {
    values(record) {
      const found = links.issueProjects(record)
      return found.length === 0 ? undefined : found.flatMap((project) => read(project) ?? [])
    },
  }
}

function bindVariant({ store }: LinkScope): Binding {
  const valuesOf = oncePerKey((id: number): readonly Scalar[] => {
    const variant = store.table(variants).get(id)
    return variant === undefined ? [id] : [id, variant.name]
  })
  return { shared: true, values: (record) => valuesOf(record.variantId) }
}

/** The type of a requirement is the one of its space whose pattern its key has. */
function bindType({ store }: LinkScope, read: (type: RequirementTypeRecord) => readonly Scalar[]): Binding {
  const finderOf = oncePerKey((projectContainerId: number) => typeFinder(store, projectContainerId))
  const valuesOf = oncePerKey(read)
  return {
    shared: true,
    values({ projectContainerId, key }) {
      const type = finderOf(projectContainerId)(key)
      return type && valuesOf(type)
    },
  }
}

/**
 * The id of the attachment that a requirement was imported from; its file name only if the reader may read its space.
 */
function bindExcel({ store }: LinkScope, { mayReadProject }: QueryLinks): Binding {
  const valuesOf = oncePerKey((id: number): readonly Scalar[] => {
    const attachment = store.table(excelAttachments).get(id)
    return attachment === undefined || !mayReadProject(attachment.projectContainerId)
      ? [id]
      : [id, attachment.fileName]
  })
  return {
    shared: true,
    values: ({ excelAttachmentId }) =>
      excelAttachmentId === undefined ? undefined : valuesOf(excelAttachmentId),
  }
}

/** The page, issue or file that defines a requirement, otherwise its project. */
function bindContainer(scope: LinkScope, links: QueryLinks): Binding {
  const valuesOf = oncePerKey((id: number): readonly Scalar[] => [id, ...readableNames(scope, links, id)])
  return {
    shared: true,
    values: ({ originContainerId, projectContainerId }) => valuesOf(originContainerId ?? projectContainerId),
  }
}

/** The container of the row that a MOVED requirement went to, where the caller may read it. */
function newContainerValues(
  { store, applicationId }: LinkScope,
  { mayReadProject }: QueryLinks,
  { newSpaceKey, newKey }: RequirementRecord,
): readonly Scalar[] | undefined {
  if (newSpaceKey === undefined || newKey === undefined) return undefined
  const project = findProjectByKey(store, applicationId, newSpaceKey)
  const variantId = currentVariantOf(store, applicationId, newSpaceKey)
  if (project === undefined || variantId === undefined || !mayReadProject(project.id)) return undefined
  const moved = findRequirementByKey(store, project, variantId, newKey)
  if (moved === undefined) return undefined
  const container = store.table(containers).get(moved.originContainerId ?? moved.projectContainerId)
  return container === undefined ? undefined : [container.id, container.name]
}

/** The id of a container is part of the requirement; its name is not. */
function readableNames({ store }: LinkScope, { mayRead }: QueryLinks, containerId: number): string[] {
  const container = store.table(containers).get(containerId)
  return container === undefined || !mayRead(container) ? [] : [container.name]
}
