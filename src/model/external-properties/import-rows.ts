/** Rows of an import: which requirement each means, whether its values can be written, and writing them. */
import type { Store } from '../../world/store/store.ts'
import { findProjectByKey } from '../finding/containers.ts'
import { type ContainerRecord, containers } from '../records/service/containers.ts'
import type {
  ColumnError,
  ImportJobRecord,
  ImportRow,
  ImportValue,
  RowError,
} from '../records/service/import-jobs.ts'
import { Refusal, quoted } from '../input/refusal.ts'
import {
  type ExternalProperty,
  readExternalProperty,
  writeExternalProperty,
} from '../requirements/writing/external-properties.ts'
import type { Writing } from '../records/actor.ts'
import { findRequirementByKey } from '../finding/requirements/lookup.ts'
import {
  externalPropertyMetadata,
  type PropertyDataType,
  type RequirementRecord,
  requirements,
} from '../records/wiki/requirements.ts'
import { containerLevel } from '../finding/permissions.ts'
import type { UserRecord } from '../records/service/users.ts'
import { variants } from '../records/wiki/variants.ts'
import { nameNow } from './known-properties.ts'
import { projectsOf } from './metadata.ts'

/** The column of errors about the requirement itself. */
export const KEY_COLUMN = 'Key'

export interface ReadRow {
  readonly requirement: RequirementRecord
  readonly properties: readonly ExternalProperty[]
}

/** What rows need to know of their import. */
export type ImportOfRows = Pick<
  ImportJobRecord,
  'applicationId' | 'projectContainerId' | 'variantId' | 'variantIds' | 'newTypes' | 'properties'
>

/** Checks a row and writes nothing. Returns its errors, if there are any. */
export function readRow(
  store: Store,
  user: UserRecord,
  job: ImportOfRows,
  row: ImportRow,
): ReadRow | readonly RowError[] {
  const problems: ColumnError[] = [...(row.problems ?? [])]
  const found = problems.some(({ column }) => column === KEY_COLUMN)
    ? undefined
    : findRequirement(store, user, job, row)
  if (found !== undefined && 'message' in found) problems.push(found)
  const properties: ExternalProperty[] = []
  for (const value of row.values) {
    const property = readValue(store, job, value)
    if ('message' in property) problems.push(property)
    else properties.push(property)
  }
  if (problems.length === 0 && found !== undefined && !('message' in found))
    return { requirement: found, properties }
  return problems.map((problem) => ({ row: row.row, ...problem }))
}

export function writeRow(writing: Writing, { requirement, properties }: ReadRow): void {
  const { store } = writing
  for (const property of properties) {
    // Each value changes the row that the value before left.
    const row = store.table(requirements).get(requirement.id) ?? requirement
    writeExternalProperty(writing, [row], property)
  }
}

function readValue(store: Store, job: ImportOfRows, column: ImportValue): ExternalProperty | ColumnError {
  const { applicationId, newTypes } = job
  const name = nameNow(store, job, column.name)
  const known = store.table(externalPropertyMetadata).find('name', [applicationId, name])?.dataType
  const newType = newTypes.find((type) => type.name === column.name)?.dataType ?? 'TEXT'
  const isText = !BARE_TYPES.has(known ?? column.dataType ?? newType)
  const value = isText ? (column.shown ?? column.value) : column.value
  if (value === '' && column.value !== '')
    return {
      column: column.name,
      message: `value ${quoted(String(column.value))}: its cell shows nothing, or not all of it; hold it as text`,
    }
  try {
    const property = { name, value, dataType: column.dataType }
    return readExternalProperty(store, applicationId, property, () => newType)
  } catch (error) {
    if (error instanceof Refusal) return { column: column.name, message: error.message }
    throw error
  }
}

/** Types whose values are not the text that a cell shows. */
const BARE_TYPES: ReadonlySet<PropertyDataType> = new Set(['NUMBER', 'INTEGER', 'DECIMAL', 'DATE', 'BOOLEAN'])

function findRequirement(
  store: Store,
  user: UserRecord,
  job: ImportOfRows,
  row: ImportRow,
): RequirementRecord | ColumnError {
  const { requirementId, key = '' } = row
  const named = requirementId === undefined ? quoted(key) : `of id ${requirementId}`
  const candidates = requirementId === undefined ? byKey(store, job, row) : byId(store, job, requirementId)
  const found = candidates.filter(({ projectContainerId }) => {
    const project = store.table(containers).get(projectContainerId)
    return project !== undefined && containerLevel(store, user, project) === 'edit'
  })
  const active = found.filter(({ status }) => status === 'ACTIVE')
  const [only, other] = active
  if (only !== undefined && other === undefined) return only
  if (only !== undefined) {
    const places = active.map(({ spaceKey }) => quoted(spaceKey)).join(', ')
    return keyProblem(`requirement ${named} is in ${places}: say in which space`)
  }
  const [inactive] = found
  if (inactive !== undefined) return keyProblem(`requirement ${named} is ${inactive.status}`)
  const where = row.spaceKey === undefined ? '' : ` in space ${quoted(row.spaceKey)}`
  return keyProblem(`there is no requirement ${named}${where} that you may edit`)
}

function byId(store: Store, job: ImportOfRows, id: number): RequirementRecord[] {
  const row = store.table(requirements).get(id)
  if (row?.applicationId !== job.applicationId) return []
  if (job.projectContainerId !== undefined && row.projectContainerId !== job.projectContainerId) return []
  return job.variantId === undefined || row.variantId === job.variantId ? [row] : []
}

/** The rows of a key: in the container of the job, the space of the row, or the whole application. */
function byKey(store: Store, job: ImportOfRows, { key = '', spaceKey }: ImportRow): RequirementRecord[] {
  const began = new Set(job.variantId === undefined ? job.variantIds : [job.variantId])
  return placesOf(store, job, spaceKey).flatMap((project) => {
    const variantId = variantOf(store, project, began)
    return variantId === undefined ? [] : (findRequirementByKey(store, project, variantId, key) ?? [])
  })
}

/** The variant that a job works in, even if another becomes current; for a project created later, its current one. */
function variantOf(store: Store, { id }: ContainerRecord, began: ReadonlySet<number>): number | undefined {
  const table = store.table(variants)
  const kept = table.findWhere('project', [id], (variant) => began.has(variant.id))
  return (kept ?? table.find('current', [id]))?.id
}

function placesOf(store: Store, job: ImportOfRows, spaceKey: string | undefined): ContainerRecord[] {
  if (job.projectContainerId === undefined) {
    if (spaceKey === undefined) return projectsOf(store, job.applicationId)
    const project = findProjectByKey(store, job.applicationId, spaceKey)
    return project === undefined ? [] : [project]
  }
  const project = store.table(containers).get(job.projectContainerId)
  return project === undefined || (spaceKey !== undefined && spaceKey !== project.key) ? [] : [project]
}

function keyProblem(message: string): ColumnError {
  return { column: KEY_COLUMN, message }
}
