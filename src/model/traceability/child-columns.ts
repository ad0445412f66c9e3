/**
 * What may be added as a child of each column of a hosted matrix (service §4.3): found in the requirements whose cells are
 * shown, so that each name and flag leads to cells.
 */
import type { Store } from '../../world/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import {
  externalPropertyMetadata,
  type ExternalPropertyMetadataRecord,
  type RequirementRecord,
} from '../requirements/records.ts'
import { type CellReader, requirementCell, TEST_CASE_TYPE } from './cells.ts'
import { ISSUE_FIELDS } from './issue-fields.ts'
import type { ColumnStep } from './records.ts'
import type { RenderedColumn } from './render.ts'
import { escapeDollars } from './variables.ts'

/** Names of one list, and of all lists of one kind in an answer. */
const MAXIMUM_NAMES = 200
const MAXIMUM_NAMES_OF_ALL = 4000

const TEST_FIELDS = [{ value: TEST_CASE_TYPE, label: 'Test case' }]

/** Names are as a step takes them: a dollar sign is written twice. */
export type ChildColumns = ReturnType<typeof childColumns>

/** Finds what may be added to each column; undefined for one that shows no requirements. */
export function createChildColumnsFinder(
  store: Store,
  reader: CellReader,
  columns: readonly RenderedColumn[],
): (column: RenderedColumn) => ChildColumns | undefined {
  const most = Math.min(MAXIMUM_NAMES, Math.floor(MAXIMUM_NAMES_OF_ALL / columns.length))
  return ({ column: { columnIndex }, cells }) => {
    const records = new Map<number, RequirementRecord>()
    for (const { content } of cells)
      if (content.kind === 'requirement' && content.record !== undefined)
        records.set(content.record.id, content.record)
    if (records.size === 0) return undefined
    const children = new Set<ColumnStep>()
    for (const { column } of columns)
      if (column.parentColumnIndex === columnIndex) children.add(column.step.type)
    return childColumns({ store, reader, records: [...records.values()], children, most })
  }
}

interface Found {
  readonly store: Store
  readonly reader: CellReader
  /** The requirements of a column. */
  readonly records: readonly RequirementRecord[]
  /** The types of the children that the column has already. */
  readonly children: ReadonlySet<ColumnStep>
  readonly most: number
}

function childColumns({ store, reader, records, children, most }: Found) {
  const leads = (type: ColumnStep, value?: string) => {
    const expand = reader.expanding({ type, value })
    return records.some((record) => expand(requirementCell(record)).length > 0)
  }
  /** By code point, the first of them. */
  const names = (of: (record: RequirementRecord) => Iterable<string>) => {
    const found = new Set(records.flatMap((record) => [...of(record)]))
    return [...found]
      .filter((name) => name.trim() !== '')
      .toSorted(compareCodePoints)
      .slice(0, most)
  }
  const relationships = (direction: 'TO' | 'FROM') =>
    names((record) => reader.links.relationships(record, direction)).map((name) => ({
      relationship: escapeDollars(name),
    }))
  const metadata = metadataOf(store, records)
  const hasTestCases = leads('TEST_CASE_VERSION')
  const hasJiraLinks = leads('JIRA')
  return {
    // Who holds the FROM end of a dependency is followed TO the other one.
    dependencySuggestions: { FROM: relationships('TO'), TO: relationships('FROM') },
    propertySuggestions: names(({ properties }) => properties.map(({ key }) => key)).map((name) => ({
      property: escapeDollars(name),
    })),
    externalPropertySuggestions: names(() => metadata.keys()).map((name) => ({
      property: escapeDollars(name),
      dataType: metadata.get(name)?.dataType ?? 'TEXT',
      enumValues: Object.fromEntries((metadata.get(name)?.enumValues ?? []).map((value) => [value, value])),
    })),
    allDependencies: !children.has('ALL_DEPENDENCIES'),
    allProperties: !children.has('ALL_PROPERTIES'),
    allExternalProperties: !children.has('ALL_EXTERNAL_PROPERTIES'),
    links: leads('LINKS'),
    originalLinks: leads('ORIGINAL_LINKS'),
    description: records.some(({ text }) => text.trim() !== ''),
    variant: leads('VARIANT'),
    spaceKey: leads('SPACE_KEY'),
    hasTestCaseVersionLinks: hasTestCases,
    hasJiraLinks,
    jiraFields: ISSUE_FIELDS.filter(({ id }) => hasJiraLinks && leads('JIRAFIELD', id)).map(
      ({ id, name }) => ({ value: id, label: name, isStandard: true, isCustom: false }),
    ),
    hasMoreJiraFields: false,
    hasZephyrScale: hasTestCases,
    zephyrScaleFields: hasTestCases ? TEST_FIELDS : [],
    hasXray: hasTestCases,
    xrayFields: hasTestCases ? TEST_FIELDS : [],
    hasCalculations: true,
  }
}

/** The external properties that requirements have, by name. */
function metadataOf(
  store: Store,
  records: readonly RequirementRecord[],
): ReadonlyMap<string, ExternalPropertyMetadataRecord> {
  const ids = new Set(
    records.flatMap(({ externalProperties }) => externalProperties.map(({ metadataId }) => metadataId)),
  )
  const byName = new Map<string, ExternalPropertyMetadataRecord>()
  for (const id of ids) {
    const known = store.table(externalPropertyMetadata).get(id)
    if (known !== undefined && !byName.has(known.name)) byName.set(known.name, known)
  }
  return byName
}
