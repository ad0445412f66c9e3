/**
 * Ids of cells, which are also cursors: the column, the requirement of the row, and from there the position of each cell
 * among those that start from the same one. `2-6001-0-3` is in column 2: the row of requirement 6001, its first cell in
 * the column between, and the fourth that starts from that one.
 */
import { invalid } from '../input/errors.ts'
import type { Refusal } from '../input/refusal.ts'

/** The id of the row's requirement, then positions counted from 0. */
export type CellPath = readonly number[]

const CURSOR = /^\d{1,3}(?:-\d{1,15}){1,100}$/

export function writeCursor(columnIndex: number, path: CellPath): string {
  return [columnIndex, ...path].join('-')
}

/** The path of a cell of this column or an earlier one; undefined for no cursor. Throws a Refusal (INVALID). */
export function readCursor(
  cursor: string | undefined,
  columnIndex: number,
  depth: number,
): CellPath | undefined {
  if (cursor === undefined) return undefined
  const [column, ...path] = CURSOR.test(cursor) ? cursor.split('-').map(Number) : []
  if (column !== columnIndex || path.length > depth) throw noSuchCell(cursor, columnIndex)
  return path
}

export function noSuchCell(cursor: string | undefined, columnIndex: number): Refusal {
  return invalid(
    'lastCellId',
    cursor,
    `column ${columnIndex} has no such cell in these rows; leave it out to begin with the first`,
  )
}
