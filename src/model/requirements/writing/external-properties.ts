/** Writing external properties (service §4.4). Values are not baselined: a requirement and its copies share them. */
import type { Writing } from '../../records/actor.ts'
import { checkName } from '../../finding/property-names.ts'
import type { Store } from '../../../world/store/store.ts'
import { type HistoryNote, recordHistories } from '../../history/history.ts'
import { conflict, invalid, invalidRequest } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import {
  inferDataType,
  isSameType,
  readTypedValue,
  sentText,
  TAKES,
  type TypedValue,
} from './property-values.ts'
import { noteEventOf } from '../../records/machines/requirement-machine.ts'
import { bearerOfCopy, writeFrozenSources } from '../../finding/requirements/frozen.ts'
import {
  externalPropertyMetadata,
  type ExternalPropertyMetadataRecord,
  type ExternalPropertyValue,
  type PropertyDataType,
  type RequirementRecord,
  requirements,
} from '../../records/wiki/requirements.ts'

export interface ExternalPropertyInput {
  readonly name: string
  /** HTML, or the bare value; without text the requirement loses the property. */
  readonly value?: string | number | boolean | null | undefined
  readonly dataType?: PropertyDataType | undefined
}

export interface ExternalProperty {
  readonly applicationId: number
  readonly name: string
  /** Absent where a property that nobody knows is taken away. */
  readonly dataType: PropertyDataType | undefined
  /** Absent: the property is taken away. */
  readonly value: TypedValue | undefined
  /** Absent for a name that is new to the wiki. */
  readonly metadata: ExternalPropertyMetadataRecord | undefined
}

/** Reads a property; a new name takes the given type, else what `infer` says. Throws a Refusal: INVALID or CONFLICT. */
export function readExternalProperty(
  store: Store,
  applicationId: number,
  input: ExternalPropertyInput,
  infer: (text: string) => PropertyDataType = inferDataType,
): ExternalProperty {
  const { name } = input
  const metadata = store.table(externalPropertyMetadata).find('name', [applicationId, name])
  if (metadata === undefined) checkName(name)
  if (
    metadata !== undefined &&
    input.dataType !== undefined &&
    !isSameType(input.dataType, metadata.dataType)
  ) {
    throw conflict(
      'external property',
      name,
      `is ${metadata.dataType}, not ${input.dataType}`,
      'send that as dataType, or leave it out',
    )
  }
  const text = sentText(input.value)
  const declaredType = metadata?.dataType ?? input.dataType
  if (text === '') {
    return { applicationId, name, dataType: declaredType, value: undefined, metadata }
  }
  const dataType = declaredType ?? infer(text)
  if (metadata === undefined && dataType === 'ENUM') {
    throw invalidRequest(
      "dataType 'ENUM'",
      `there is no external property ${quoted(name)} with enumValues yet; create it first`,
    )
  }
  const value = readTypedValue(store, dataType, text, metadata?.enumValues)
  if (value === undefined) {
    const values = metadata?.enumValues?.slice(0, 10).map(quoted).join(', ')
    const choices = values === undefined ? '' : `: ${values}`
    throw invalid(
      'value',
      text,
      `external property ${quoted(name)} is ${dataType} and takes ${TAKES[dataType]}${choices}`,
    )
  }
  return { applicationId, name, dataType, value, metadata }
}

/** Sets or removes a property of the requirements that these rows stand for, and notes each change in their history. */
export function writeExternalProperty(
  writing: Writing,
  rows: Iterable<RequirementRecord>,
  property: ExternalProperty,
): void {
  const { store } = writing
  // Read everything before writing: a table that is being walked copies what is written.
  const bearers = bearersOf(store, rows)
  const metadata = property.metadata ?? createMetadata(store, property, bearers.length)
  if (metadata === undefined) return
  const { name, value } = property
  const changed: RequirementRecord[] = []
  const notes: HistoryNote[] = []
  for (const row of bearers) {
    const before = valueOf(row, metadata.id)
    if (sameValue(before, value)) continue
    changed.push({ ...row, externalProperties: withValue(row.externalProperties, metadata.id, value) })
    const change = {
      field: `ext@${name}`,
      ...(before === undefined ? {} : { before: String(before.value) }),
      ...(value === undefined ? {} : { after: String(value.value) }),
    }
    notes.push({ requirementId: row.id, changes: [change] })
  }
  store.table(requirements).replaceMany(changed.filter(({ baseline }) => baseline === undefined))
  writeFrozenSources(
    store,
    changed.filter(({ baseline }) => baseline !== undefined),
  )
  recordHistories(writing, 'PROPERTY_SET', notes)
  for (const status of new Set(changed.map((row) => row.status)))
    noteEventOf(store, { status }, 'PROPERTY_SET')
}

function bearersOf(store: Store, rows: Iterable<RequirementRecord>): RequirementRecord[] {
  const found = new Map<number, RequirementRecord>()
  for (const row of rows) {
    const bearer = row.baseline === undefined ? row : (bearerOfCopy(store, row) ?? row)
    found.set(bearer.id, bearer)
  }
  return [...found.values()]
}

/** Registers a new name, unless no requirement gets a value. */
function createMetadata(
  store: Store,
  { applicationId, name, dataType, value }: ExternalProperty,
  requirementCount: number,
): ExternalPropertyMetadataRecord | undefined {
  if (value === undefined || dataType === undefined || requirementCount === 0) return undefined
  return insertMetadata(store, { applicationId, name, dataType })
}

export function insertMetadata(
  store: Store,
  metadata: Omit<ExternalPropertyMetadataRecord, 'id'>,
): ExternalPropertyMetadataRecord {
  const id = store.nextId(externalPropertyMetadata)
  return store.table(externalPropertyMetadata).insert({ id, ...metadata })
}

function valueOf(row: RequirementRecord, metadataId: number): ExternalPropertyValue | undefined {
  return row.externalProperties.find((property) => property.metadataId === metadataId)
}

/** Compares the text: no item of a list holds a comma. */
function sameValue(a: TypedValue | undefined, b: TypedValue | undefined): boolean {
  return a?.value === b?.value && (a?.multivalues === undefined) === (b?.multivalues === undefined)
}

/** Keeps the values in order of their metadata. */
function withValue(
  values: readonly ExternalPropertyValue[],
  metadataId: number,
  value: TypedValue | undefined,
): readonly ExternalPropertyValue[] {
  const others = values.filter((other) => other.metadataId !== metadataId)
  if (value === undefined) return others
  return [...others, { metadataId, ...value }].sort((a, b) => a.metadataId - b.metadataId)
}
