/** Suggests child columns for each column of a hosted matrix (service §4.3): those that lead to cells. */
import { isBlank } from '../input/blank.ts'
import type { Store } from '../../world/store/store.ts'
import { compareCodePoints } from '../../world/order.ts'
import {
  externalPropertyMetadata,
  type ExternalPropertyMetadataRecord,
  type RequirementRecord,
} from '../records/wiki/requirements.ts'
import { type CellReader, requirementCell, TEST_CASE_TYPE } from './cells.ts'
import { ISSUE_FIELDS } from './issue-fields.ts'
import type { ColumnStep } from '../records/wiki/matrices.ts'
import type { RenderedColumn } from './render.ts'
import { escapeDollars } from './variables.ts'

const MAXIMUM_NAMES = 200
const MAXIMUM_NAMES_OF_KIND = 4000

/** All dropdowns of a response share this many characters; later dropdowns have no values. */
const MAXIMUM_VALUE_CHARACTERS = 200_000

const TEST_FIELDS = [{ value: TEST_CASE_TYPE, label: 'Test case' }]

/** Names are escaped for use in a step: dollar signs are doubled. */
export type ChildColumns = ReturnType<typeof childColumns>

/** Suggests child columns of a column; undefined for a column without requirements. */
export function createChildColumnsFinder(
  store: Store,
  reader: CellReader,
  columns: readonly RenderedColumn[],
): (column: RenderedColumn) => ChildColumns | undefined {
  const maximum = Math.min(MAXIMUM_NAMES, Math.floor(MAXIMUM_NAMES_OF_KIND / columns.length))
  const known = new Map<number, NamesOfRecord>()
  let charactersLeft = MAXIMUM_VALUE_CHARACTERS
  const valuesOf = (values: readonly string[]): Readonly<Record<string, string>> => {
    const characters = values.reduce((sum, { length }) => sum + length, 0)
    if (characters > charactersLeft) return {}
    charactersLeft -= characters
    return Object.fromEntries(values.map((value) => [value, value]))
  }
  const namesOf = (record: RequirementRecord) => {
    const names = known.get(record.id) ?? namesOfRecord(store, reader, record)
    known.set(record.id, names)
    return names
  }
  return ({ column: { columnIndex }, cells }) => {
    const records = new Map<number, RequirementRecord>()
    for (const { content } of cells)
      if (content.kind === 'requirement' && content.record !== undefined)
        records.set(content.record.id, content.record)
    if (records.size === 0) return undefined
    const children = new Set<ColumnStep>()
    for (const { column } of columns)
      if (column.parentColumnIndex === columnIndex) children.add(column.step.type)
    return childColumns({
      reader,
      records: [...records.values()],
      namesOf,
      valuesOf,
      children,
      maximum,
    })
  }
}

/** The first names of each kind, by code point. */
interface NamesOfRecord {
  readonly parents: readonly string[]
  readonly children: readonly string[]
  readonly properties: readonly string[]
  readonly external: readonly string[]
  readonly metadata: ReadonlyMap<string, ExternalPropertyMetadataRecord>
}

function namesOfRecord(store: Store, reader: CellReader, record: RequirementRecord): NamesOfRecord {
  const table = store.table(externalPropertyMetadata)
  const metadata = new Map<string, ExternalPropertyMetadataRecord>()
  for (const { metadataId } of record.externalProperties) {
    const known = table.get(metadataId)
    if (known !== undefined) metadata.set(known.name, known)
  }
  return {
    parents: firstNames(reader.links.relationships(record, 'TO')),
    children: firstNames(reader.links.relationships(record, 'FROM')),
    properties: firstNames(record.properties.map(({ key }) => key)),
    external: firstNames(metadata.keys()),
    metadata,
  }
}

function firstNames(names: Iterable<string>, maximum = MAXIMUM_NAMES): readonly string[] {
  return [...new Set(names)]
    .filter((name) => !isBlank(name))
    .toSorted(compareCodePoints)
    .slice(0, maximum)
}

interface Found {
  readonly reader: CellReader
  readonly records: readonly RequirementRecord[]
  readonly namesOf: (record: RequirementRecord) => NamesOfRecord
  /** The values of a dropdown by name; empty once the response has too many. */
  readonly valuesOf: (values: readonly string[]) => Readonly<Record<string, string>>
  /** The step types of the column's existing children. */
  readonly children: ReadonlySet<ColumnStep>
  readonly maximum: number
}

function childColumns({ reader, records, namesOf, valuesOf, children, maximum }: Found) {
  const leads = (type: ColumnStep, value?: string) => {
    const expand = reader.expanding({ type, value })
    return records.some((record) => expand(requirementCell(record)).length > 0)
  }
  // The first names of all requirements are among the first names of each.
  const names = (kind: Exclude<keyof NamesOfRecord, 'metadata'>) => {
    const found = new Set<string>()
    for (const record of records) for (const name of namesOf(record)[kind]) found.add(name)
    return firstNames(found, maximum)
  }
  const relationships = (kind: 'parents' | 'children') =>
    names(kind).map((name) => ({ relationship: escapeDollars(name) }))
  const typeOf = (name: string) => {
    const holder = records.find((record) => namesOf(record).metadata.has(name))
    const { dataType = 'TEXT', enumValues = [] } = (holder && namesOf(holder).metadata.get(name)) ?? {}
    return { dataType, enumValues: valuesOf(enumValues) }
  }
  const hasTestCases = leads('TEST_CASE_VERSION')
  const hasJiraLinks = leads('JIRA')
  return {
    // After a requirement at the FROM end of a dependency comes a step of type TO, and the reverse.
    dependencySuggestions: { FROM: relationships('parents'), TO: relationships('children') },
    propertySuggestions: names('properties').map((name) => ({ property: escapeDollars(name) })),
    externalPropertySuggestions: names('external').map((name) => ({
      property: escapeDollars(name),
      ...typeOf(name),
    })),
    allDependencies: !children.has('ALL_DEPENDENCIES'),
    allProperties: !children.has('ALL_PROPERTIES'),
    allExternalProperties: !children.has('ALL_EXTERNAL_PROPERTIES'),
    links: leads('LINKS'),
    originalLinks: leads('ORIGINAL_LINKS'),
    description: records.some(({ text }) => !isBlank(text)),
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
