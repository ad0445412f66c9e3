/** The report macro: a table of requirements with the columns that an author chose (service §4.6, rich text). */
import { readingRights } from '../finding/permissions.ts'
import type { Store } from '../../world/store/store.ts'
import { containers } from '../records/service/containers.ts'
import { invalid, invalidRequest } from '../input/errors.ts'
import { parentsByRelationship } from '../searching/parents-by-relationship.ts'
import { findChildren, findIssueLinks } from '../finding/requirements/lookup.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../records/wiki/requirements.ts'
import type { UserRecord } from '../records/service/users.ts'
import { type CellItem, type HtmlTable, renderHtmlTable } from './table.ts'

const MAXIMUM_COLUMNS = 50

const FIELDS = ['key', 'text', 'status', 'space', 'page', 'baseline', 'jira'] as const
const SYNONYMS: ReadonlyMap<string, (typeof FIELDS)[number]> = new Map([
  ['description', 'text'],
  ['spacekey', 'space'],
  ['space_key', 'space'],
])

/** The label is the name that the author wrote. */
export type ReportColumn =
  | { readonly kind: (typeof FIELDS)[number]; readonly label: string }
  | { readonly kind: 'property' | 'external'; readonly label: string; readonly name: string }
  | { readonly kind: 'to' | 'from'; readonly label: string; readonly relationship: string | undefined }

export interface ReportView {
  readonly store: Store
  readonly user: UserRecord
  readonly urlOf: (record: RequirementRecord) => string
  readonly authored: HtmlTable['authored']
}

/** Reads names of columns, which are those of query fields. Throws a Refusal (INVALID). */
export function readColumns(names: readonly string[]): ReportColumn[] {
  if (names.length > MAXIMUM_COLUMNS)
    throw invalidRequest(
      "query parameter 'columns'",
      `takes at most ${MAXIMUM_COLUMNS} columns, not ${names.length}`,
    )
  return names.map(readColumn)
}

function readColumn(label: string): ReportColumn {
  const at = label.indexOf('@')
  const word = (at === -1 ? label : label.slice(0, at)).toLowerCase()
  const name = at === -1 ? undefined : label.slice(at + 1)
  if (name !== '') {
    if (word === 'to' || word === 'from') return { kind: word, label, relationship: name }
    if (name !== undefined && word === '') return { kind: 'property', label: name, name }
    if (name !== undefined && word === 'ext') return { kind: 'external', label: name, name }
    const kind =
      name === undefined ? (FIELDS.find((field) => field === word) ?? SYNONYMS.get(word)) : undefined
    if (kind !== undefined) return { kind, label }
  }
  throw invalid(
    "query parameter 'columns'",
    label,
    `takes ${FIELDS.join(', ')}, @Name, ext@Name, to, to@relationship, from and from@relationship`,
  )
}

export function renderReport(
  view: ReportView,
  columns: readonly ReportColumn[],
  rows: readonly RequirementRecord[],
): string {
  const mayRead = readingRights(view.store, view.user)
  return renderHtmlTable({
    className: 'requirements-report',
    authored: view.authored,
    columns: columns.map(({ label }) => label),
    rows: rows.map((row) => columns.map((column) => cellOf(view, column, row, mayRead))),
  })
}

function cellOf(
  view: ReportView,
  column: ReportColumn,
  row: RequirementRecord,
  mayRead: (projectContainerId: number) => boolean,
): CellItem[] {
  const { store, urlOf } = view
  switch (column.kind) {
    case 'key':
      return [{ text: row.key, url: urlOf(row) }]
    case 'text':
      return [{ html: row.html }]
    case 'status':
      return [{ text: row.status }]
    case 'space':
      return [{ text: row.spaceKey }]
    case 'page':
      return textOf(
        row.originContainerId === undefined
          ? undefined
          : store.table(containers).get(row.originContainerId)?.name,
      )
    case 'baseline':
      return textOf(row.baseline)
    case 'jira':
      return findIssueLinks(store, row).map(({ wiki }) => ({ text: wiki.issueKey }))
    case 'property': {
      const property = row.properties.find(({ key }) => key === column.name)
      return (property?.multivalues ?? textsOf(property?.value)).map((html) => ({ html }))
    }
    case 'external':
      return externalValues(store, row, column.name)
    case 'to':
      return [...parentsByRelationship(store, view.user, [row]).values()]
        .flat()
        .filter(({ relationship }) => isOf(column.relationship, relationship))
        .map(({ key, record }) => ({ text: key, url: record === undefined ? undefined : urlOf(record) }))
    case 'from':
      return findChildren(store, row, column.relationship)
        .filter(({ other }) => mayRead(other.projectContainerId))
        .map(({ other }) => ({ text: other.key, url: urlOf(other) }))
  }
}

function externalValues(store: Store, row: RequirementRecord, name: string): CellItem[] {
  const metadata = store.table(externalPropertyMetadata).find('name', [row.applicationId, name])
  const property = row.externalProperties.find(({ metadataId }) => metadataId === metadata?.id)
  return (property?.multivalues ?? textsOf(property?.value)).map((text) => ({ text }))
}

function isOf(wanted: string | undefined, relationship: string): boolean {
  return wanted === undefined || wanted === relationship
}

function textOf(value: string | number | boolean | undefined): CellItem[] {
  return textsOf(value).map((text) => ({ text }))
}

function textsOf(value: string | number | boolean | undefined): string[] {
  return value === undefined ? [] : [String(value)]
}
