/**
 * The text that a hosted client keeps in a saved matrix: its own JSON. Where that has columns, they are those of the matrix,
 * which the embedded wiki shows and changes too.
 */
import { Refusal } from '../../model/refusal.ts'
import { checkColumns } from '../../model/traceability/columns.ts'
import type { MatrixColumn, MatrixRecord } from '../../model/traceability/records.ts'
import { createVariables } from '../../model/traceability/variables.ts'
import { wordsOf } from '../issue-words.ts'
import { parseJson } from '../../model/json-text.ts'
import { columnsRequest, fromColumn, toColumn } from '../wiki/traceability-shape.ts'

/** Characters of one text. */
export const MAXIMUM_JSON = 100_000

/** What a text says of a matrix. */
export interface MatrixJson {
  readonly columns?: readonly MatrixColumn[]
  readonly query?: string
}

/**
 * Reads a text that a client sends. Throws a Refusal (INVALID) for what is no JSON and, in a matrix of type TRACEABILITY,
 * for columns that make none; those of other types may be anything.
 */
export function readMatrixJson(text: string, type: MatrixRecord['type']): MatrixJson {
  const value = parseJson(text, 'json')
  const query = isObject(value) && typeof value['query'] === 'string' ? { query: value['query'] } : {}
  try {
    const columns = checked(columnsIn(value))
    return { ...query, ...(columns === undefined ? {} : { columns }) }
  } catch (error) {
    if (type === 'TRACEABILITY' || !(error instanceof Refusal)) throw error
    return query
  }
}

/**
 * The text that answers show: as it was sent, with the columns of now where they were changed since; for a matrix that came
 * without one, its columns and query.
 */
export function jsonOfMatrix(matrix: MatrixRecord, spaceKey: string): string {
  const { json, columns, query, variables } = matrix
  const shownColumns = columns.map(fromColumn)
  if (json === undefined) return JSON.stringify({ columns: shownColumns, query, spaceKey, variables })
  try {
    const value = parseJson(json, 'json')
    const said = columnsIn(value)
    // Most are as they were sent: that is found out without reading all of their formulas again.
    if (said === undefined || isSame(said, shownColumns)) return json
    checked(said)
    return JSON.stringify(
      Array.isArray(value) ? shownColumns : { ...(value as object), columns: shownColumns },
    )
  } catch (error) {
    if (error instanceof Refusal) return json
    throw error
  }
}

/** The columns of a matrix, or of a list of them, by index; undefined where there are none. */
function columnsIn(value: unknown): readonly MatrixColumn[] | undefined {
  const list = isObject(value) ? value['columns'] : value
  if (!Array.isArray(list)) return undefined
  const parsed = columnsRequest().safeParse(list)
  if (parsed.success) return parsed.data.map(toColumn).sort((a, b) => a.columnIndex - b.columnIndex)
  const [issue] = parsed.error.issues
  const place = issue === undefined ? '' : `: ${issue.path.join('.')}: ${wordsOf(issue)}`
  throw new Refusal('INVALID', `json: columns${place}`)
}

function isSame(columns: readonly MatrixColumn[], shownColumns: readonly unknown[]): boolean {
  return JSON.stringify(columns.map(fromColumn)) === JSON.stringify(shownColumns)
}

/** Columns that make a matrix. Throws a Refusal (INVALID) for others. */
function checked(columns: readonly MatrixColumn[] | undefined): readonly MatrixColumn[] | undefined {
  if (columns === undefined) return undefined
  try {
    return checkColumns(columns, createVariables())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.kind, `json: ${error.message}`, error.errors, error.reasons)
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
