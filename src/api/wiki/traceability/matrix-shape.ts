/** Columns and saved matrices on the wire (service §2.3, §4.4). */
import { optionalGivenName } from '../../shared/given-name.ts'
import type * as zod from 'zod'
import { z } from '../../framework/zod.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../../language/limits.ts'
import { containers } from '../../../model/records/service/containers.ts'
import { MAXIMUM_COLUMNS } from '../../../model/traceability/columns.ts'
import {
  COLUMN_STEPS,
  MATRIX_TYPES,
  type MatrixColumn,
  type MatrixRecord,
  SHARED_LEVELS,
  type VariableValue,
} from '../../../model/records/wiki/matrices.ts'
import { users } from '../../../model/records/service/users.ts'
import { formatInstant } from '../../../world/time/duration.ts'
import type { Context } from '../../framework/operation.ts'
import * as ledger from '../../framework/ledger-names.ts'
import { identifier, instant } from '../common.ts'

const stepShape = () =>
  z.object({
    type: z.enum(COLUMN_STEPS),
    value: z
      .string()
      .max(MAXIMUM_QUERY_LENGTH)
      .nullish()
      .describe('The relationship, name, formula or field that the type needs.'),
  })

export const columnRequest = () =>
  z.object({
    label: optionalGivenName().nullish().describe('The header; default: the type of the step.'),
    step: stepShape(),
    columnIndex: z
      .int()
      .min(0)
      .max(MAXIMUM_COLUMNS - 1)
      .describe('Position from 0, without gaps. Column 0 is FIRST_COLUMN.'),
    parentColumnIndex: z
      .int()
      .min(0)
      .max(MAXIMUM_COLUMNS - 1)
      .describe('Index of the column that it follows. Column 0 is its own parent.'),
    hidden: z.boolean().nullish(),
  })

export type ColumnRequest = zod.infer<ReturnType<typeof columnRequest>>

export const columnsRequest = () => z.array(columnRequest()).max(MAXIMUM_COLUMNS)

export const columnShape = () =>
  z.object({
    label: z.string(),
    step: z.object({ type: z.enum(COLUMN_STEPS), value: z.string().optional() }),
    columnIndex: z.int().min(0),
    parentColumnIndex: z.int().min(0),
    hidden: z.boolean(),
  })

export const COLUMNS_EXAMPLE = [
  {
    label: 'Requirement',
    step: { type: 'FIRST_COLUMN' },
    columnIndex: 0,
    parentColumnIndex: 0,
    hidden: false,
  },
  {
    label: 'Refined by',
    step: { type: 'FROM', value: 'refines' },
    columnIndex: 1,
    parentColumnIndex: 0,
    hidden: false,
  },
  { label: 'Issues', step: { type: 'JIRA' }, columnIndex: 2, parentColumnIndex: 0, hidden: false },
] as const

/** A saved value of a variable. */
export const variableValue = () =>
  z.union([
    z.string().max(MAXIMUM_QUERY_LENGTH),
    z.number(),
    z.boolean(),
    z.array(z.string().max(255)).min(1).max(1000),
  ]) as zod.ZodType<VariableValue>

export const matrixShape = {
  name: 'TraceabilityMatrix',
  schema: () =>
    z.object({
      id: identifier(),
      name: z.string(),
      description: z.string().optional(),
      spaceKey: z.string(),
      type: z.enum(MATRIX_TYPES),
      query: z.string(),
      columns: z.array(columnShape()),
      variables: z.record(z.string(), variableValue()).describe('Default values of variables.'),
      sharedLevel: z.enum(SHARED_LEVELS),
      status: z.enum(['ACTIVE', 'ARCHIVED']),
      owner: z.string().describe('Name of the owner.').optional(),
      ownerAccountId: z.string().optional(),
      createdAt: instant(),
      updatedAt: instant(),
    }),
  example: {
    id: 1,
    name: 'Coverage',
    spaceKey: 'ENG',
    type: 'COVERAGE',
    query: "key ~ 'REQ-%'",
    columns: COLUMNS_EXAMPLE,
    variables: {},
    sharedLevel: 'SHARED_EDIT',
    status: 'ACTIVE',
    owner: 'alice',
    createdAt: '2026-01-05T09:00:00.000Z',
    updatedAt: '2026-01-05T09:00:00.000Z',
  },
}

/** The stored form of a column of a request. */
export function toColumn({
  label,
  step,
  columnIndex,
  parentColumnIndex,
  hidden,
}: ColumnRequest): MatrixColumn {
  const { type, value } = step
  return {
    label: label ?? type,
    step: { type, ...(value === undefined || value === null ? {} : { value }) },
    columnIndex,
    parentColumnIndex,
    ...(hidden === true ? { hidden } : {}),
  }
}

export function fromColumn({ step, hidden = false, ...column }: MatrixColumn) {
  return { ...column, step: { type: step.type, value: step.value }, hidden }
}

export function fromMatrix({ store, note }: Context, matrix: MatrixRecord) {
  note(ledger.savedMatrixRules)
  const owner = matrix.ownerId === undefined ? undefined : store.table(users).get(matrix.ownerId)
  return {
    id: matrix.id,
    name: matrix.name,
    description: matrix.description,
    spaceKey: store.table(containers).get(matrix.projectContainerId)?.key ?? '',
    type: matrix.type,
    query: matrix.query,
    columns: matrix.columns.map(fromColumn),
    variables: matrix.variables ?? {},
    sharedLevel: matrix.sharedLevel,
    // No operation shows a DELETED one.
    status: matrix.status === 'ARCHIVED' ? ('ARCHIVED' as const) : ('ACTIVE' as const),
    owner: owner?.name,
    ownerAccountId: owner?.accountId,
    createdAt: formatInstant(matrix.createdAt),
    updatedAt: formatInstant(matrix.updatedAt),
  }
}
