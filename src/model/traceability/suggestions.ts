/** Which columns could start from the cells that a column shows (service §4.4): offered by what the cells have. */
import type { Store } from '../../world/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import { findIssueLinks } from '../requirements/lookup.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../requirements/records.ts'
import type { CellReader } from './cells.ts'
import { ISSUE_FIELDS } from './issue-fields.ts'
import type { ColumnStep } from './records.ts'
import type { RenderedColumn } from './render.ts'

export interface ColumnSuggestion {
  readonly type: ColumnStep
  readonly value?: string
}

/** Suggestions of one column. */
const MAXIMUM_SUGGESTIONS = 200

/** The steps that would lead somewhere from the cells of a column, by type, then value. */
export function suggestColumns(
  store: Store,
  reader: CellReader,
  { cells }: RenderedColumn,
): readonly ColumnSuggestion[] {
  const records = new Map<number, RequirementRecord>()
  let hasIssues = false
  for (const { content } of cells) {
    if (content.kind === 'requirement' && content.record !== undefined)
      records.set(content.record.id, content.record)
    if (content.kind === 'issue') hasIssues = true
  }
  const found = new Map<string, ColumnSuggestion>()
  const add = (type: ColumnStep, value: string) => found.set(`${type} ${value}`, { type, value })
  for (const record of records.values()) suggestFor(store, reader, record, add)
  if (hasIssues) for (const field of ISSUE_FIELDS) add('JIRAFIELD', field.id)
  return [...found.values()]
    .toSorted((a, b) => compareCodePoints(a.type, b.type) || compareCodePoints(a.value ?? '', b.value ?? ''))
    .slice(0, MAXIMUM_SUGGESTIONS)
}

function suggestFor(
  store: Store,
  reader: CellReader,
  record: RequirementRecord,
  add: (type: ColumnStep, value: string) => void,
): void {
  for (const { relationship } of record.dependencies) add('TO', relationship)
  for (const { relationship } of reader.children(record)) add('FROM', relationship)
  for (const { key } of record.properties) add('PROPERTY', key)
  for (const { metadataId } of record.externalProperties) {
    const name = store.table(externalPropertyMetadata).get(metadataId)?.name
    if (name !== undefined) add('EXTERNAL_PROPERTY', name)
  }
  for (const { wiki } of findIssueLinks(store, record)) add('JIRA', wiki.relationship)
}
