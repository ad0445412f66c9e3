/** Which columns could start from the cells that a column shows (service §4.4): offered by what the cells have. */
import { isBlank } from '../input/blank.ts'
import type { Store } from '../../world/store/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import { findIssueLinks } from '../finding/requirements/lookup.ts'
import { externalPropertyMetadata, type RequirementRecord } from '../records/wiki/requirements.ts'
import { type CellReader, requirementCell } from './cells.ts'
import { ISSUE_FIELDS } from './issue-fields.ts'
import type { ColumnStep } from '../records/wiki/matrices.ts'
import type { RenderedColumn } from './render.ts'

/** Step types whose value is a name that a cell has. */
const SUGGESTED = [
  'TO',
  'FROM',
  'PROPERTY',
  'EXTERNAL_PROPERTY',
  'JIRA',
  'JIRAFIELD',
] as const satisfies readonly ColumnStep[]
type Suggested = (typeof SUGGESTED)[number]

export interface ColumnSuggestion {
  readonly type: Suggested
  readonly value: string
}

const MAXIMUM_SUGGESTIONS = 200

/** Looks up the names of requirements once for all columns. */
export function createSuggester(store: Store, reader: CellReader) {
  const known = new Map<number, readonly ColumnSuggestion[]>()
  const ofRecord = (record: RequirementRecord) => {
    const found = known.get(record.id) ?? inOrder(suggestionsFor(store, reader, record))
    known.set(record.id, found)
    return found
  }
  /** The first steps with a value that lead to cells from those of a column, by type, then value. */
  return ({ cells }: RenderedColumn): readonly ColumnSuggestion[] => {
    const records = new Map<number, RequirementRecord>()
    let hasIssues = false
    for (const { content } of cells) {
      if (content.kind === 'requirement' && content.record !== undefined)
        records.set(content.record.id, content.record)
      if (content.kind === 'issue' && content.details !== undefined) hasIssues = true
    }
    const found = new Map<string, ColumnSuggestion>()
    const add = (suggestion: ColumnSuggestion) =>
      found.set(`${suggestion.type} ${suggestion.value}`, suggestion)
    for (const record of records.values()) for (const suggestion of ofRecord(record)) add(suggestion)
    if (hasIssues) for (const field of ISSUE_FIELDS) add({ type: 'JIRAFIELD', value: field.id })
    return inOrder(found.values())
  }
}

/** The first names overall are among the first of each part: no list needs to be longer. */
function inOrder(suggestions: Iterable<ColumnSuggestion>): readonly ColumnSuggestion[] {
  return [...suggestions]
    .toSorted((a, b) => compareCodePoints(a.type, b.type) || compareCodePoints(a.value, b.value))
    .slice(0, MAXIMUM_SUGGESTIONS)
}

function suggestionsFor(store: Store, reader: CellReader, record: RequirementRecord): ColumnSuggestion[] {
  const issues = findIssueLinks(store, record)
  const metadata = store.table(externalPropertyMetadata)
  const values: Readonly<Record<Suggested, Iterable<string | undefined>>> = {
    TO: reader.links.relationships(record, 'TO'),
    FROM: reader.links.relationships(record, 'FROM'),
    PROPERTY: record.properties.map(({ key }) => key),
    EXTERNAL_PROPERTY: record.externalProperties.map(({ metadataId }) => metadata.get(metadataId)?.name),
    JIRA: issues.map(({ wiki }) => wiki.relationship),
    JIRAFIELD: ISSUE_FIELDS.map((field) => field.id).slice(issues.length === 0 ? ISSUE_FIELDS.length : 0),
  }
  return SUGGESTED.flatMap((type) =>
    [...new Set(values[type])].flatMap((value) => {
      if (isBlank(value)) return []
      // Fields of issues that the caller may not read show nothing.
      if (type === 'JIRAFIELD') {
        const cell = requirementCell(record)
        if (reader.expanding({ type, value })(cell).length === 0) return []
      }
      return [{ type, value }]
    }),
  )
}
