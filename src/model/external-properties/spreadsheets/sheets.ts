/** Spreadsheets as plain rows, read within bounds: whoever sends one may be hostile. */
import { isBlank } from '../../input/blank.ts'
import { invalidRequest, tooLarge } from '../../input/errors.ts'
import type { Refusal } from '../../input/refusal.ts'
import { countText } from '../../../world/count-text.ts'

/** A cell that shows something other than its value. */
export interface ShownCell {
  /** A day is YYYY-MM-DD. */
  readonly value: string | number | boolean
  /** Empty if nothing is shown, or if it is unknown what. */
  readonly shown: string
  /** The text shown has digits that the value lacks, as 007 has. */
  readonly isText?: boolean
  /** Why the text shown does not say which value it is. */
  readonly unclear?: string
}

/** A cell whose value is an error, or cannot be read. */
export interface UnreadCell {
  readonly problem: string
}

/** A number has the format General; an empty cell is null. */
export type Cell = string | number | null | ShownCell | UnreadCell

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly number: number
  readonly cells: readonly Cell[]
}

export interface Sheet {
  /** Absent in CSV. */
  readonly name?: string
  readonly isHidden?: boolean
  /** Without empty rows. */
  readonly rows: readonly SheetRow[]
}

export const MAXIMUM_BYTES = 8 * 1024 * 1024
/** Empty rows and the header count, too. */
export const MAXIMUM_ROWS = 10_001
export const MAXIMUM_COLUMNS = 100
/** Values of properties in all sheets, without empty ones. */
export const MAXIMUM_VALUES = 100_000
/** Filled cells below the headers of all sheets: beside a value, its row has a key and perhaps a space. */
const MAXIMUM_CELLS = 3 * MAXIMUM_VALUES
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

export function isEmpty(cell: Cell | undefined): cell is '' | null | undefined {
  return cell === null || cell === undefined || (typeof cell === 'string' && isBlank(cell))
}

/** Removes empty cells at the end; undefined if all are empty. */
export function trimmed(cells: readonly Cell[]): Cell[] | undefined {
  const last = cells.findLastIndex((cell) => !isEmpty(cell))
  return last === -1 ? undefined : cells.slice(0, last + 1)
}

/** Counts the filled cells below the headers of sheets. Its function throws a Refusal (TOO_LARGE). */
export function cellCounter(): (cells: readonly Cell[], isHeader: boolean) => void {
  let count = 0
  return (cells, isHeader) => {
    if (isHeader) return
    for (const cell of cells) if (!isEmpty(cell)) count++
    if (count > MAXIMUM_CELLS)
      throw tooLarge(
        'the spreadsheet',
        `more than ${MAXIMUM_CELLS} cells below its headers`,
        `${MAXIMUM_CELLS}`,
      )
  }
}

export function unreadable(what: string): Refusal {
  return invalidRequest('the spreadsheet cannot be read as XLSX or CSV', what)
}
