/** Traceability matrices: saved queries with columns that lead from each requirement to what belongs to it (service §4.4). */
import { defineTable } from '../../world/store/table.ts'

export const MATRIX_TYPES = ['TRACEABILITY', 'MODIFICATION', 'COVERAGE'] as const
export const SHARED_LEVELS = ['NONE', 'SHARED_VIEW', 'SHARED_EDIT'] as const
export const MATRIX_STATUSES = ['ACTIVE', 'DELETED', 'ARCHIVED'] as const

/** What a column shows, and of which other column's cells. */
export const COLUMN_STEPS = [
  'TO',
  'FROM',
  'ALL_DEPENDENCIES',
  'PROPERTY',
  'ALL_PROPERTIES',
  'EXTERNAL_PROPERTY',
  'ALL_EXTERNAL_PROPERTIES',
  'FIRST_COLUMN',
  'LINKS',
  'ORIGINAL_LINKS',
  'JIRA',
  'JIRA_RELATIONSHIP',
  'JIRA_TYPE',
  'JIRA_PROJECT_NAME',
  'JIRA_PROJECT_KEY',
  'CALCULATION',
  'JIRAFIELD',
  'ZEPHYR_SCALE',
  'XRAY',
  'DESCRIPTION',
  'VARIANT',
  'SPACE_KEY',
  'TEST_CASE_VERSION',
] as const
export type ColumnStep = (typeof COLUMN_STEPS)[number]

export interface MatrixColumn {
  readonly label: string
  readonly step: { readonly type: ColumnStep; readonly value?: string }
  /** Its position; no index is skipped, and column 0 is FIRST_COLUMN. */
  readonly columnIndex: number
  /** The column whose cells this one starts from; column 0 is its own parent. */
  readonly parentColumnIndex: number
  readonly hidden?: boolean
}

/** What a variable stands for. */
export type VariableValue = string | number | boolean | readonly string[]

export interface MatrixRecord {
  readonly id: number
  readonly applicationId: number
  /** The space. */
  readonly projectContainerId: number
  readonly name: string
  readonly description?: string
  readonly type: (typeof MATRIX_TYPES)[number]
  readonly query: string
  readonly columns: readonly MatrixColumn[]
  /** Default values of variables that the query and the columns name. */
  readonly variables?: Readonly<Record<string, VariableValue>>
  /** What a hosted client stored beside it, as it sent it. */
  readonly json?: string
  readonly sharedLevel: (typeof SHARED_LEVELS)[number]
  readonly status: (typeof MATRIX_STATUSES)[number]
  /** The user it belongs to; absent where a scenario made it for nobody in particular. */
  readonly ownerId?: number
  readonly createdAt: number
  readonly updatedAt: number
}

export const matrices = defineTable<MatrixRecord>()({
  name: 'matrix',
  key: (record) => record.id,
  indexes: { project: { keys: (record) => [record.projectContainerId, record.status, record.id] } },
})
