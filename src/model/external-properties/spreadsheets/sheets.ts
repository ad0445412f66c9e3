/** Spreadsheets as plain rows, read within bounds: whoever sends one may be hostile. */
import { isBlank } from '../../input/blank.ts'
import { invalidRequest, tooLarge } from '../../errors.ts'
import { Refusal, shown } from '../../refusal.ts'
import { countText } from '../../../world/count-text.ts'

/** A formula that was saved without its result. */
export interface UnsavedFormula {
  readonly formula: string
}

/** Dates are YYYY-MM-DD; an empty cell is null. */
export type Cell = string | number | boolean | null | UnsavedFormula

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly number: number
  readonly cells: readonly Cell[]
}

export interface Sheet {
  /** Absent in CSV. */
  readonly name?: string
  /** Without empty rows. */
  readonly rows: readonly SheetRow[]
}

export const MAXIMUM_BYTES = 8 * 1024 * 1024
/** Empty rows and the header count, too. */
export const MAXIMUM_ROWS = 10_001
export const MAXIMUM_COLUMNS = 100
/** Cells of all sheets, without empty ones. */
export const MAXIMUM_CELLS = 100_000
export const MAXIMUM_SHEETS = 20

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV_TYPE = 'text/csv'

/**
 * Bounds the number of rows up to one that was read, even if they are empty, and its columns. Throws a Refusal
 * (TOO_LARGE).
 */
export function boundRow(number: number, columns: number): void {
  if (number > MAXIMUM_ROWS)
    throw tooLarge(
      'a sheet of the spreadsheet',
      `${countText(number - 1, 'row')} below its header`,
      `${MAXIMUM_ROWS - 1}`,
    )
  if (columns > MAXIMUM_COLUMNS)
    throw tooLarge('a row of the spreadsheet', countText(columns, 'column'), `${MAXIMUM_COLUMNS}`)
}

/** Removes empty cells at the end; undefined if all are empty. */
export function trimmed(cells: readonly Cell[]): Cell[] | undefined {
  const last = cells.findLastIndex((cell) => cell !== null && (typeof cell !== 'string' || !isBlank(cell)))
  return last === -1 ? undefined : cells.slice(0, last + 1)
}

export function unreadable(what: string): Refusal {
  return invalidRequest('the spreadsheet cannot be read as XLSX or CSV', what)
}

export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return unreadable(shown(error instanceof Error ? error.message : String(error)))
}
