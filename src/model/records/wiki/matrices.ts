/** Traceability matrices: saved queries with columns that lead from each requirement to what belongs to it (service §4.4). */
import * as field from '../../../world/store/fields.ts'
import { defineTable, type RecordOf } from '../../../world/store/table.ts'

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

const matrixColumn = field.object({
  label: field.text,
  step: field.object({ type: field.oneOf(COLUMN_STEPS), value: field.optional(field.text) }),
  /** The position; no index is skipped, and column 0 is FIRST_COLUMN. */
  columnIndex: field.count,
  parentColumnIndex: field.count,
  hidden: field.optional(field.flag),
})
export type MatrixColumn = field.ValueOf<typeof matrixColumn>

const variableValue = field.either(field.text, field.number(), field.flag, field.list(field.text))
export type VariableValue = field.ValueOf<typeof variableValue>

export const matrices = defineTable({
  name: 'matrix',
  fields: {
    id: field.key(),
    applicationId: field.ref('application'),
    projectContainerId: field.ref('container'),
    name: field.text,
    description: field.optional(field.text),
    type: field.oneOf(MATRIX_TYPES),
    query: field.text,
    columns: field.list(matrixColumn),
    variables: field.optional(field.map(variableValue)),
    /** JSON that a hosted client stored with it, unchanged. */
    json: field.optional(field.text),
    sharedLevel: field.oneOf(SHARED_LEVELS),
    status: field.oneOf(MATRIX_STATUSES),
    /** The owner; absent if a scenario names none. */
    ownerId: field.optional(field.pastRef('user')),
    createdAt: field.instant,
    updatedAt: field.instant,
  },
  indexes: { project: { keys: (record) => [record.projectContainerId, record.status, record.id] } },
})
export type MatrixRecord = RecordOf<typeof matrices>
