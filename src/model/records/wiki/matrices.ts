/** Traceability matrices: saved queries with columns that lead from each requirement to what belongs to it (service §4.4). */
import { defineTable } from '../../../world/store/table.ts'

export const MATRIX_TYPES = ['TRACEABILITY', 'MODIFICATION', 'COVERAGE'] as const
export const SHARED_LEVELS = ['NONE', 'SHARED_VIEW', 'SHARED_EDIT'] as const
export const MATRIX_STATUSES = ['ACTIVE', 'DELETED', 'ARCHIVED'] as const

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
  /** The position; no index is skipped, and column 0 is FIRST_COLUMN. */
  readonly columnIndex: number
  readonly parentColumnIndex: number
  readonly hidden?: boolean
}

export type VariableValue = string | number | boolean | readonly string[]

export interface MatrixRecord {
  readonly id: number
  readonly applicationId: number
  readonly projectContainerId: number
  readonly name: string
  readonly description?: string
  readonly type: (typeof MATRIX_TYPES)[number]
  readonly query: string
  readonly columns: readonly MatrixColumn[]
  readonly variables?: Readonly<Record<string, VariableValue>>
  /** JSON that a hosted client stored with it, unchanged. */
  readonly json?: string
  readonly sharedLevel: (typeof SHARED_LEVELS)[number]
  readonly status: (typeof MATRIX_STATUSES)[number]
  /** The owner; absent if a scenario names none. */
  readonly ownerId?: number
  readonly createdAt: number
  readonly updatedAt: number
}

export const matrices = defineTable<MatrixRecord>()({
  name: 'matrix',
  key: (record) => record.id,
  indexes: { project: { keys: (record) => [record.projectContainerId, record.status, record.id] } },
})
