/** Cells of matrices (service §4.4). Of issues that cannot be read, the wiki shows what it stores of the link. */
import { readingRights } from '../finding/permissions.ts'
import type { CalculationResult } from '../../language/formula/evaluate.ts'
import type { Store } from '../../world/store/store.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import { isReachable } from '../finding/reachability.ts'
import { integrations } from '../records/tracker/integrations.ts'
import { pages } from '../records/wiki/pages.ts'
import { htmlToText, textToHtml } from '../records/text/excerpt.ts'
import { itemTexts } from '../records/text/property-text.ts'
import {
  findIssueLinks,
  findLinkedIssue,
  findLinkingPages,
  findParent,
  type WikiIssueLink,
} from '../finding/requirements/lookup.ts'
import {
  externalPropertyMetadata,
  type PropertyDataType,
  type RequirementRecord,
  type TestCaseLinkRecord,
  testCaseLinks,
} from '../records/wiki/requirements.ts'
import type { UserRecord } from '../records/service/users.ts'
import { variants } from '../records/wiki/variants.ts'
import type { ReadyStep } from './columns.ts'
import { createDependencyReader, type DependencyReader } from './dependencies.ts'
import { findIssueField, type IssueDetails, issueDetails } from './issue-fields.ts'

export interface RequirementCell {
  readonly kind: 'requirement'
  readonly spaceKey: string
  readonly key: string
  readonly record?: RequirementRecord
  /** How the parent cell leads here; absent in the first column. */
  readonly relationship?: string
  /** `TO` leads to what a requirement depends on, `FROM` to what depends on it. */
  readonly direction?: 'TO' | 'FROM'
}

export interface IssueCell {
  readonly kind: 'issue'
  readonly link: WikiIssueLink
  /** Absent if the issue does not exist, the tracker cannot be reached or the caller may not read it. */
  readonly details?: IssueDetails
}

export type CellContent =
  | RequirementCell
  | IssueCell
  | {
      readonly kind: 'property'
      readonly key: string
      readonly html: string
      readonly text: string
      readonly dataType: PropertyDataType
      readonly external: boolean
    }
  | { readonly kind: 'page'; readonly pageId: number; readonly title: string; readonly version: number }
  | { readonly kind: 'testCase'; readonly link: TestCaseLinkRecord }
  | {
      readonly kind: 'calculation'
      readonly record: RequirementRecord
      /** The result, calculated for all cells of a column at once. */
      readonly result?: CalculationResult<RequirementRecord>
    }
  | { readonly kind: 'text'; readonly text: string; readonly html: string }

/** The cells that start from one cell, each made on demand. */
export interface Expansion {
  readonly length: number
  readonly at: (position: number) => CellContent
}

export type Expand = (cell: CellContent) => Expansion

export interface CellScope {
  readonly store: Store
  readonly user: UserRecord
  readonly applicationId: number
}

export const TEST_CASE_TYPE = 'TEST_CASE'

const NONE: Expansion = listed([])

/** Reads cells for one rendering, with a cache; valid until a record changes. */
export interface CellReader {
  /** Steps that are alike share one cache. */
  readonly expanding: (step: ReadyStep) => Expand
  readonly links: DependencyReader
  /** How many records were looked at so far; the length of each expansion counts once. */
  readonly work: () => number
  /** Whether something was left out because the caller may not read it, or it does not exist. */
  readonly hidSomething: () => boolean
}

export function createCellReader(scope: CellScope): CellReader {
  let isHiding = false
  const isReadable = readingRights(scope.store, scope.user)
  const mayRead: Reading['mayRead'] = (project) => {
    const may = project !== undefined && isReadable(project.id)
    if (!may) isHiding = true
    return may
  }
  const links = createDependencyReader(scope, mayRead)
  const known = new Map<string, Expand>()
  let expanded = 0
  const createExpand = (step: ReadyStep): Expand => {
    const expand = expandRequirement(step, { ...scope, mayRead, links })
    const expansions = new Map<number, Expansion>()
    const ofIssue = expandIssue(step)
    return (cell) => {
      if (cell.kind === 'issue') return listed(ofIssue(cell))
      if (cell.kind !== 'requirement' || cell.record === undefined) return NONE
      const { id } = cell.record
      const known = expansions.get(id) ?? expand(cell.record)
      if (!expansions.has(id)) expanded += known.length
      expansions.set(id, known)
      return known
    }
  }
  const expanding = (step: ReadyStep): Expand => {
    if (step.isEmpty === true) return () => NONE
    const name = `${step.type} ${step.value ?? ''}`
    const expand = known.get(name) ?? createExpand(step)
    known.set(name, expand)
    return expand
  }
  return { expanding, links, work: () => expanded + links.work(), hidSomething: () => isHiding }
}

interface Reading extends CellScope {
  readonly mayRead: (project: ContainerRecord | undefined) => boolean
  readonly links: DependencyReader
}

type OfRecord = (record: RequirementRecord) => Expansion

function expandRequirement(step: ReadyStep, reading: Reading): OfRecord {
  const { type, value } = step
  const { store } = reading
  switch (type) {
    case 'FIRST_COLUMN':
      return () => NONE
    case 'TO':
      return (record) => parentCells(reading, record, value)
    case 'FROM':
      return (record) => childCells(reading, record, value)
    case 'ALL_DEPENDENCIES':
      return (record) => joined(parentCells(reading, record, value), childCells(reading, record, value))
    case 'PROPERTY':
    case 'ALL_PROPERTIES':
      return (record) => inlineCells(record, value)
    case 'EXTERNAL_PROPERTY':
    case 'ALL_EXTERNAL_PROPERTIES':
      return (record) => listed(externalCells(store, record, value))
    case 'LINKS':
      return (record) => listed(pageCells(reading, findLinkingPages(store, record)))
    case 'ORIGINAL_LINKS':
      return (record) => listed(originCells(reading, record))
    case 'JIRA':
      return (record) =>
        listed(issueCells(reading, record).filter(({ link }) => isOrAny(link.wiki.relationship, value)))
    case 'JIRA_RELATIONSHIP':
    case 'JIRA_TYPE':
    case 'JIRA_PROJECT_NAME':
    case 'JIRA_PROJECT_KEY':
    case 'JIRAFIELD': {
      const ofIssue = expandIssue(step)
      return (record) => listed(issueCells(reading, record).flatMap(ofIssue))
    }
    case 'CALCULATION':
      return (record) => listed([{ kind: 'calculation', record }])
    case 'ZEPHYR_SCALE':
    case 'XRAY': {
      const relationship = value === TEST_CASE_TYPE ? undefined : value
      return (record) => listed(testCells(store, record, relationship))
    }
    case 'TEST_CASE_VERSION':
      return (record) => listed(testCells(store, record, value))
    case 'DESCRIPTION':
      return (record) => listed([{ kind: 'text', text: record.text, html: record.html }])
    case 'VARIANT':
      return (record) => listed(textCells(store.table(variants).get(record.variantId)?.name))
    case 'SPACE_KEY':
      return (record) => listed(textCells(record.spaceKey))
  }
}

/** With a value: the issue, if it has that feature. Without one: the feature as text. */
function expandIssue({ type, value }: ReadyStep): (cell: IssueCell) => readonly CellContent[] {
  const read = featureOf(type, value)
  if (read === undefined) return () => []
  return (cell) => {
    const feature = read(cell)
    if (type === 'JIRAFIELD' || value === undefined) return textCells(feature)
    return feature === value ? [cell] : []
  }
}

function featureOf(
  type: ReadyStep['type'],
  value: string | undefined,
): ((cell: IssueCell) => string | undefined) | undefined {
  switch (type) {
    case 'JIRA_RELATIONSHIP':
      return ({ link }) => link.wiki.relationship
    case 'JIRA_TYPE':
      return ({ details }) => details?.typeName
    case 'JIRA_PROJECT_NAME':
      return ({ details }) => details?.project.name
    case 'JIRA_PROJECT_KEY':
      return ({ details }) => details?.project.key
    case 'JIRAFIELD': {
      const field = findIssueField(value ?? '')
      return ({ details }) => (details === undefined ? undefined : field?.read(details))
    }
    default:
      return undefined
  }
}

/** In the order of the definition; parents that do not exist have a name only. Skips unreadable spaces. */
function parentCells(reading: Reading, record: RequirementRecord, wanted?: string): Expansion {
  const { store, links } = reading
  return listed(links.parents(record, wanted), (dependency) => {
    const parent = findParent(store, record, dependency)
    const { relationship, spaceKey, key } = dependency
    const link = { relationship, direction: 'TO' } as const
    const found = parent === undefined ? {} : { record: parent }
    return { kind: 'requirement', spaceKey, key, ...link, ...found }
  })
}

function childCells({ links }: Reading, record: RequirementRecord, wanted?: string): Expansion {
  return listed(links.children(record, wanted), ({ other, relationship }) => ({
    ...requirementCell(other),
    relationship,
    direction: 'FROM',
  }))
}

export function requirementCell(record: RequirementRecord): RequirementCell {
  return { kind: 'requirement', spaceKey: record.spaceKey, key: record.key, record }
}

function inlineCells(record: RequirementRecord, name: string | undefined): Expansion {
  const wanted = record.properties.filter((property) => isOrAny(property.key, name))
  return listed(wanted, ({ key, value, dataType, multivalues }) => ({
    kind: 'property',
    key,
    html: value,
    text: multivalues === undefined ? htmlToText(value) : itemTexts(multivalues).join(', '),
    dataType,
    external: false,
  }))
}

function externalCells(store: Store, record: RequirementRecord, name: string | undefined): CellContent[] {
  const metadata = store.table(externalPropertyMetadata)
  return record.externalProperties.flatMap(({ metadataId, value }) => {
    const known = metadata.get(metadataId)
    if (known === undefined || !isOrAny(known.name, name)) return []
    const text = String(value)
    const { name: key, dataType } = known
    return [{ kind: 'property' as const, key, html: textToHtml(text), text, dataType, external: true }]
  })
}

function pageCells({ store, mayRead }: Reading, found: Iterable<ContainerRecord>): CellContent[] {
  const cells: CellContent[] = []
  for (const container of found) {
    const { pageId, name: title } = container
    const page = pageId === undefined ? undefined : store.table(pages).get(pageId)
    const project = store.table(containers).get(container.projectContainerId)
    if (page !== undefined && mayRead(project))
      cells.push({ kind: 'page', pageId: page.id, title, version: page.version })
  }
  return cells
}

function originCells(reading: Reading, record: RequirementRecord): CellContent[] {
  const { originContainerId } = record
  const origin =
    originContainerId === undefined ? undefined : reading.store.table(containers).get(originContainerId)
  return origin === undefined ? [] : pageCells(reading, [origin])
}

function issueCells({ store, mayRead }: Reading, record: RequirementRecord): IssueCell[] {
  return findIssueLinks(store, record).map((link) => {
    const integration = store.table(integrations).get(link.serviceId)
    const isKnown = integration === undefined || isReachable(store, integration)
    const issue = isKnown ? findLinkedIssue(store, link) : undefined
    const details = issue === undefined ? undefined : issueDetails(store, issue)
    const isShown = mayRead(details?.project) && details !== undefined
    return { kind: 'issue', link, ...(isShown ? { details } : {}) }
  })
}

function testCells(store: Store, record: RequirementRecord, relationship: string | undefined): CellContent[] {
  return [...store.table(testCaseLinks).range('requirement', [record.id])]
    .filter((link) => isOrAny(link.relationship, relationship))
    .map((link) => ({ kind: 'testCase', link }))
}

function textCells(text: string | undefined): readonly CellContent[] {
  return text === undefined ? [] : [{ kind: 'text', text, html: textToHtml(text) }]
}

function isOrAny(actual: string, wanted: string | undefined): boolean {
  return wanted === undefined || actual === wanted
}

function listed(cells: readonly CellContent[]): Expansion
function listed<T>(items: readonly T[], toCell: (item: T) => CellContent): Expansion
function listed(items: readonly unknown[], toCell = (item: unknown) => item as CellContent): Expansion {
  return { length: items.length, at: (position) => toCell(items[position]) }
}

function joined(first: Expansion, second: Expansion): Expansion {
  return {
    length: first.length + second.length,
    at: (position) => (position < first.length ? first.at(position) : second.at(position - first.length)),
  }
}
