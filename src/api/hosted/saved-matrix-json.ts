/** The JSON that a hosted client stores in a saved matrix. Its columns are those of the matrix in the embedded wiki. */
import { parseJson } from '../../model/input/json-text.ts'
import { invalidRequest, withPlace } from '../../model/input/errors.ts'
import { Refusal } from '../../model/input/refusal.ts'
import { checkColumns, type ColumnCheck } from '../../model/traceability/columns.ts'
import type { MatrixColumn, MatrixRecord } from '../../model/records/wiki/matrices.ts'
import { createVariables } from '../../model/traceability/variables.ts'
import { ruleAt } from '../../model/input/schema-problems.ts'
import { DEFAULT_ROWS } from '../wiki/traceability/request.ts'
import { toColumn } from '../wiki/traceability/matrix-shape.ts'
import { hostedColumnsRequest, toHostedColumn } from './columns.ts'
import { isObject } from '../../world/objects.ts'

/** The maximum number of characters of a text. */
export const MAXIMUM_JSON = 100_000

/** The parts of a text that belong to the matrix. */
export interface MatrixJson {
  readonly columns?: readonly MatrixColumn[]
  readonly query?: string
}

/** The columns of a matrix whose own columns cannot be read. */
export const ONLY_FIRST_COLUMN: readonly MatrixColumn[] = [
  { label: 'FIRST_COLUMN', step: { type: 'FIRST_COLUMN' }, columnIndex: 0, parentColumnIndex: 0 },
]

/**
 * Reads a text that a client sends. Throws a Refusal (INVALID) for invalid JSON. A lenient check also refuses a text without
 * columns, and replaces columns that it cannot read by the first column. A strict check accepts a text without columns, and
 * refuses columns that do not form a matrix.
 */
export function readMatrixJson(text: string, check: ColumnCheck): MatrixJson {
  const value = parseJson(text, 'json')
  const list = columnsIn(value)
  const query = isObject(value) && typeof value['query'] === 'string' ? { query: value['query'] } : {}
  if (check === 'lenient' && (list === undefined || list.length === 0))
    throw invalidRequest('json: columns', 'must be a list of one column at least')
  if (list === undefined) return query
  return { ...query, columns: check === 'lenient' ? readableColumns(list) : checkedColumns(list, check) }
}

/**
 * The text in responses: as the client sent it, with the current columns if they have changed since. For a matrix without
 * a text, it is made of the columns and the query.
 */
export function jsonOfMatrix(matrix: MatrixRecord, spaceKey: string): string {
  const { json, columns, query, variables } = matrix
  const shownColumns = columns.map(toHostedColumn)
  if (json === undefined)
    return JSON.stringify({
      columns: shownColumns,
      query,
      variants: [],
      limit: DEFAULT_ROWS,
      spaceKey,
      variables,
    })
  try {
    const value = parseJson(json, 'json')
    const list = columnsIn(value)
    // Usually the columns are unchanged, and the text is returned as it was sent.
    if (list === undefined || isSame(readableColumns(list), columns)) return json
    const merged = shownColumns.map((column) => mergedColumn(column, list))
    return JSON.stringify(Array.isArray(value) ? merged : { ...(value as object), columns: merged })
  } catch (error) {
    if (error instanceof Refusal) return json
    throw error
  }
}

type HostedColumn = ReturnType<typeof toHostedColumn>

/** A column with the fields of the text only, such as an accumulator, unless its type has changed. */
function mergedColumn(column: HostedColumn, sent: readonly unknown[]): object {
  const before = sent.find((one) => isObject(one) && one['columnIndex'] === column.columnIndex)
  const step = isObject(before) ? before['step'] : undefined
  if (!isObject(before) || !isObject(step) || step['type'] !== column.step.type) return column
  return { ...before, ...column, step: { ...step, ...column.step } }
}

/** The list of columns in a text, unchecked. */
function columnsIn(value: unknown): readonly unknown[] | undefined {
  const list = isObject(value) ? value['columns'] : value
  return Array.isArray(list) ? list : undefined
}

/** The columns in their order, or the first column only if they cannot be read. */
function readableColumns(list: readonly unknown[]): readonly MatrixColumn[] {
  try {
    return checkedColumns(list, 'lenient')
  } catch (error) {
    if (error instanceof Refusal) return ONLY_FIRST_COLUMN
    throw error
  }
}

/** The columns by index. Throws a Refusal (INVALID) if they do not form a matrix. */
function checkedColumns(list: readonly unknown[], check: ColumnCheck): readonly MatrixColumn[] {
  const parsed = hostedColumnsRequest().safeParse(list)
  if (!parsed.success) {
    const [rule = ''] = parsed.error.issues.map(ruleAt)
    throw invalidRequest('json: columns', rule)
  }
  try {
    return checkColumns(parsed.data.map(toColumn), createVariables(), check)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw withPlace(error, 'in json')
  }
}

function isSame(columns: readonly MatrixColumn[], others: readonly MatrixColumn[]): boolean {
  return JSON.stringify(columns.map(toHostedColumn)) === JSON.stringify(others.map(toHostedColumn))
}
