/** Spreadsheets as plain rows, read within bounds: whoever sends one may be hostile. */
import { invalidRequest, tooLarge } from '../../errors.ts'
import { Refusal, shown } from '../../refusal.ts'
import { countText } from '../../../world/count-text.ts'

/** A formula that was saved without its result. */
export interface UnsavedFormula {
  readonly formula: string
}

/** A cell: a date is the day as YYYY-MM-DD, an empty one is null. */
export type Cell = string | number | boolean | null | UnsavedFormula

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly number: number
  readonly cells: readonly Cell[]
}

export interface Sheet {
  /** Absent in CSV. */
  readonly name?: string
  /** Rows that hold something. */
  readonly rows: readonly SheetRow[]
}

/** Bytes of a spreadsheet. */
export const MAXIMUM_BYTES = 8 * 1024 * 1024
/** Rows of one sheet, empty ones and the header included. */
export const MAXIMUM_ROWS = 10_001
export const MAXIMUM_COLUMNS = 100
/** Cells of all sheets that hold something. */
export const MAXIMUM_CELLS = 100_000
export const MAXIMUM_SHEETS = 20

/** The content types of XLSX and CSV. */
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const CSV_TYPE = 'text/csv'

/**
 * Reads XLSX or CSV; which of them, the bytes say, as every XLSX is an archive. Rejects with a Refusal: TOO_LARGE beyond a
 * bound, INVALID for what cannot be read.
 */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  if (bytes.length > MAXIMUM_BYTES)
    throw tooLarge('the spreadsheet', countText(bytes.length, 'byte'), `${MAXIMUM_BYTES}`)
  if (bytes.length === 0) throw unreadable('it is empty')
  // Each format is loaded when it first comes.
  const sheets = isArchive(bytes)
    ? await (await import('./workbook.ts')).readWorkbook(bytes)
    : [(await import('./csv.ts')).readCsv(bytes)]
  const cells = sheets.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.cells.length, 0)
  if (cells > MAXIMUM_CELLS) throw tooLarge('the spreadsheet', countText(cells, 'cell'), `${MAXIMUM_CELLS}`)
  return sheets
}

/** Bounds the rows up to one that was read, however empty, and its columns. Throws a Refusal (TOO_LARGE) beyond a bound. */
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

/** Cells without the empty ones at the end; undefined where all are empty. */
export function trimmed(cells: readonly Cell[]): Cell[] | undefined {
  const last = cells.findLastIndex(
    (cell) => cell !== null && (typeof cell !== 'string' || cell.trim() !== ''),
  )
  return last === -1 ? undefined : cells.slice(0, last + 1)
}

export function unreadable(what: string): Refusal {
  return invalidRequest('the spreadsheet cannot be read as XLSX or CSV', what)
}

/** The refusal that an error of a reader means; a refusal is one already. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return unreadable(shown(error instanceof Error ? error.message : String(error)))
}

/** A local header, or the end of an archive without entries. An encrypted workbook is a compound file. */
function isArchive(bytes: Uint8Array): boolean {
  const [first, second, third] = bytes
  if (first === 0xd0 && second === 0xcf && third === 0x11)
    throw unreadable('it is encrypted, or of the old format XLS: save it as XLSX without a password')
  return first === 0x50 && second === 0x4b
}
