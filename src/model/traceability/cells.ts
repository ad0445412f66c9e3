/**
 * Cells of matrices: from one cell to those of a column that starts from it (service §4.4). Whatever the caller may not
 * read gives no cells; a link to an issue that they may not read shows what the wiki itself stores of it.
 */
import type { CalculationResult } from '../../language/formula/evaluate.ts'
import type { Store } from '../../world/store.ts'
import { findProjectByKey } from '../containers/containers.ts'
import { type ContainerRecord, containers } from '../containers/records.ts'
import { pages } from '../pages/records.ts'
import { htmlToText, textToHtml } from '../requirements/excerpt.ts'
import {
  type DependencyLink,
  findChildren,
  findIssueLinks,
  findLinkedIssue,
  findLinkingPages,
  findParent,
  type WikiIssueLink,
} from '../requirements/lookup.ts'
import {
  externalPropertyMetadata,
  type PropertyDataType,
  type RequirementRecord,
  type TestCaseLinkRecord,
  testCaseLinks,
} from '../requirements/records.ts'
import { containerLevel } from '../users/permissions.ts'
import type { UserRecord } from '../users/records.ts'
import { variants } from '../variants/records.ts'
import type { ReadyStep } from './columns.ts'
import { findIssueField, type IssueDetails, issueDetails } from './issue-fields.ts'

/** A requirement, or the name of one that does not exist. */
export interface RequirementCell {
  readonly kind: 'requirement'
  readonly spaceKey: string
  readonly key: string
  readonly record?: RequirementRecord
  /** How the cell that it starts from leads here; absent in the first column. */
  readonly relationship?: string
  /** `TO` leads to what a requirement depends on, `FROM` to what depends on it. */
  readonly direction?: 'TO' | 'FROM'
}

export interface IssueCell {
  readonly kind: 'issue'
  readonly link: WikiIssueLink
  /** Absent when the issue does not exist or the caller may not read it. */
  readonly details?: IssueDetails
}

/** What one cell shows. */
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
      /** What it comes to; worked out for all cells of a column at once. */
      readonly result?: CalculationResult<RequirementRecord>
    }
  | { readonly kind: 'text'; readonly text: string; readonly html: string }

/** Leads from a cell to those of one column that start from it, in their order. */
export type Expand = (cell: CellContent) => readonly CellContent[]

/** What cells are read from, for whom. */
export interface CellScope {
  readonly store: Store
  readonly user: UserRecord
  readonly applicationId: number
}

const NONE: readonly never[] = []

/** Reads cells for one rendering; remembers what several cells ask for. Good as long as the records stay as they are. */
export interface CellReader {
  readonly expanding: (step: ReadyStep) => Expand
  readonly children: (record: RequirementRecord, relationship?: string) => readonly DependencyLink[]
}

export function createCellReader(scope: CellScope): CellReader {
  const mayRead = rememberReadable(scope)
  const children = rememberChildren(scope, mayRead)
  const expanding = (step: ReadyStep): Expand => {
    const ofRecord = expandRequirement(step, { ...scope, mayRead, children })
    const ofIssue = expandIssue(step)
    return (cell) => {
      if (cell.kind === 'requirement') return cell.record === undefined ? NONE : ofRecord(cell.record)
      return cell.kind === 'issue' ? ofIssue(cell) : NONE
    }
  }
  return { expanding, children }
}

interface Reading extends CellScope {
  readonly mayRead: (project: ContainerRecord | undefined) => boolean
  readonly children: CellReader['children']
}

type OfRecord = (record: RequirementRecord) => readonly CellContent[]

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
      return (record) => [...parentCells(reading, record, value), ...childCells(reading, record, value)]
    case 'PROPERTY':
    case 'ALL_PROPERTIES':
      return (record) => inlineCells(record, value)
    case 'EXTERNAL_PROPERTY':
    case 'ALL_EXTERNAL_PROPERTIES':
      return (record) => externalCells(store, record, value)
    case 'LINKS':
      return (record) => pageCells(reading, findLinkingPages(store, record))
    case 'ORIGINAL_LINKS':
      return (record) => originCells(reading, record)
    case 'JIRA':
      return (record) =>
        issueCells(reading, record).filter(({ link }) => isOrAny(link.wiki.relationship, value))
    case 'JIRA_RELATIONSHIP':
    case 'JIRA_TYPE':
    case 'JIRA_PROJECT_NAME':
    case 'JIRA_PROJECT_KEY':
    case 'JIRAFIELD': {
      const ofIssue = expandIssue(step)
      return (record) => issueCells(reading, record).flatMap(ofIssue)
    }
    case 'CALCULATION':
      return (record) => [{ kind: 'calculation', record }]
    case 'ZEPHYR_SCALE':
    case 'XRAY':
    case 'TEST_CASE_VERSION':
      return (record) => testCells(store, record, value)
    case 'DESCRIPTION':
      return (record) => [{ kind: 'text', text: record.text, html: record.html }]
    case 'VARIANT':
      return (record) => textCells(store.table(variants).get(record.variantId)?.name)
    case 'SPACE_KEY':
      return (record) => textCells(record.spaceKey)
  }
}

/** Features of an issue: with a value, the issue itself where the feature has it; without one, the feature as text. */
function expandIssue({ type, value }: ReadyStep): (cell: IssueCell) => readonly CellContent[] {
  const read = featureOf(type, value)
  if (read === undefined) return () => NONE
  return (cell) => {
    const feature = read(cell)
    if (type === 'JIRAFIELD' || value === undefined) return textCells(feature)
    return feature === value ? [cell] : NONE
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

/** As the definition names them; those that do not exist have a name only. Nothing of spaces that cannot be read. */
function parentCells(reading: Reading, record: RequirementRecord, relationship?: string): RequirementCell[] {
  const { store, applicationId, mayRead } = reading
  return record.dependencies
    .filter((dependency) => isOrAny(dependency.relationship, relationship))
    .filter(({ spaceKey }) => {
      const project = findProjectByKey(store, applicationId, spaceKey)
      return project === undefined || mayRead(project)
    })
    .map((dependency) => {
      const parent = findParent(store, record, dependency)
      const { spaceKey, key } = dependency
      const link = { relationship: dependency.relationship, direction: 'TO' } as const
      return {
        kind: 'requirement',
        spaceKey,
        key,
        ...link,
        ...(parent === undefined ? {} : { record: parent }),
      }
    })
}

function childCells(reading: Reading, record: RequirementRecord, relationship?: string): RequirementCell[] {
  return reading.children(record, relationship).map(({ other, relationship: by }) => ({
    ...requirementCell(other),
    relationship: by,
    direction: 'FROM',
  }))
}

export function requirementCell(record: RequirementRecord): RequirementCell {
  return { kind: 'requirement', spaceKey: record.spaceKey, key: record.key, record }
}

function inlineCells(record: RequirementRecord, name: string | undefined): CellContent[] {
  return record.properties
    .filter((property) => isOrAny(property.key, name))
    .map(({ key, value, dataType, multivalues }) => ({
      kind: 'property',
      key,
      html: value,
      text: multivalues === undefined ? htmlToText(value) : multivalues.join(', '),
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
    const issue = findLinkedIssue(store, link)
    const details = issue === undefined ? undefined : issueDetails(store, issue)
    const isHidden = details === undefined || !mayRead(details.project)
    return { kind: 'issue', link, ...(isHidden ? {} : { details }) }
  })
}

function testCells(store: Store, record: RequirementRecord, relationship: string | undefined): CellContent[] {
  return [...store.table(testCaseLinks).range('requirement', [record.id])]
    .filter((link) => isOrAny(link.relationship, relationship))
    .map((link) => ({ kind: 'testCase', link }))
}

function textCells(text: string | undefined): readonly CellContent[] {
  return text === undefined ? NONE : [{ kind: 'text', text, html: textToHtml(text) }]
}

function isOrAny(actual: string, wanted: string | undefined): boolean {
  return wanted === undefined || actual === wanted
}

/** Permissions are given on projects and hold for what is below. */
function rememberReadable({ store, user }: CellScope): Reading['mayRead'] {
  const known = new Map<number, boolean>()
  return (project) => {
    if (project === undefined) return false
    const may = known.get(project.id) ?? containerLevel(store, user, project) !== undefined
    known.set(project.id, may)
    return may
  }
}

/** The children that the caller may read; the same requirement may stand in many cells. */
function rememberChildren({ store }: CellScope, mayRead: Reading['mayRead']): CellReader['children'] {
  const known = new Map<string, readonly DependencyLink[]>()
  return (record, relationship) => {
    const name = `${record.id} ${relationship ?? ''}`
    const found =
      known.get(name) ??
      findChildren(store, record, relationship).filter(({ other }) =>
        mayRead(store.table(containers).get(other.projectContainerId)),
      )
    known.set(name, found)
    return found
  }
}
