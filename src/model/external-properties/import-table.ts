/** Turns sheets into rows of an import: the first row that holds something names the columns. */
import type { ImportRow, ImportValue } from '../jobs/records.ts'
import { Refusal, shown } from '../refusal.ts'
import { textToHtml } from '../requirements/excerpt.ts'
import { KEY_COLUMN } from './import-rows.ts'
import type { Cell, Sheet, SheetRow } from './spreadsheets/sheets.ts'

/** Characters (UTF-16 units) of a value. */
export const LONGEST_VALUE = 10_000
const LONGEST_NAME = 255
const ERROR_VALUES = ['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!']
const SPACE_NAMES = ['space', 'space key', 'spacekey']

/** The columns of a sheet by their position. */
interface Columns {
  readonly key: number
  readonly space: number | undefined
  /** Names of properties. */
  readonly names: ReadonlyMap<number, string>
}

/**
 * The rows of a sheet below its header; undefined where the sheet has no column Key. What is wrong with one row is noted
 * with it. Throws a Refusal (INVALID) for columns that cannot be told apart.
 */
export function rowsOfSheet(sheet: Sheet): ImportRow[] | undefined {
  const [header, ...rows] = sheet.rows
  const columns = header === undefined ? undefined : columnsOf(sheet, header)
  if (columns === undefined) return undefined
  const seen = new Map<string, number>()
  return rows.map((row) => rowOf(sheet, columns, row, seen))
}

function columnsOf(sheet: Sheet, header: SheetRow): Columns | undefined {
  const labels = header.cells.map((cell) => (cell === null ? '' : String(cell).trim()))
  const key = labels.findIndex((label) => label.toLowerCase() === KEY_COLUMN.toLowerCase())
  if (key === -1) return undefined
  const space = labels.findIndex((label) => SPACE_NAMES.includes(label.toLowerCase()))
  const names = new Map<number, string>()
  for (const [column, label] of labels.entries()) {
    if (column === key || column === space || label === '') continue
    if (label.length > LONGEST_NAME)
      throw invalid(sheet, `column ${shown(label)} has a name of more than ${LONGEST_NAME} characters`)
    if ([...names.values()].includes(label) || label.toLowerCase() === KEY_COLUMN.toLowerCase())
      throw invalid(sheet, `column ${shown(label)} is there twice: leave one out`)
    names.set(column, label)
  }
  return { key, space: space === -1 ? undefined : space, names }
}

function rowOf(sheet: Sheet, columns: Columns, row: SheetRow, seen: Map<string, number>): ImportRow {
  const { number, cells } = row
  const key = textOf(cells[columns.key])
  const spaceKey = columns.space === undefined ? '' : textOf(cells[columns.space])
  const values: ImportValue[] = []
  const problems: { column: string; message: string }[] = []
  const before = seen.get(`${spaceKey}\u0000${key}`)
  seen.set(`${spaceKey}\u0000${key}`, before ?? number)
  if (key === '') problems.push({ column: KEY_COLUMN, message: 'the row names no requirement' })
  else if (before !== undefined)
    problems.push({ column: KEY_COLUMN, message: `row ${before} has the key ${shown(key)} already` })
  for (const [column, cell] of cells.entries()) {
    if (column === columns.key || column === columns.space || isBlank(cell)) continue
    const name = columns.names.get(column)
    if (name === undefined) throw invalid(sheet, `row ${number} has a value in a column without a name`)
    const complaint = complaintOf(cell)
    if (complaint === undefined)
      values.push({ name, value: typeof cell === 'string' ? textToHtml(cell) : cell })
    else problems.push({ column: name, message: complaint })
  }
  return {
    row: number,
    ...(key === '' ? {} : { key }),
    ...(spaceKey === '' ? {} : { spaceKey }),
    values,
    ...(problems.length === 0 ? {} : { problems }),
  }
}

function complaintOf(cell: Cell): string | undefined {
  if (typeof cell !== 'string') return undefined
  if (ERROR_VALUES.includes(cell)) return `value ${shown(cell)}: its formula has no result`
  return cell.length > LONGEST_VALUE
    ? `value ${shown(cell)}: it has more than ${LONGEST_VALUE} characters`
    : undefined
}

function isBlank(cell: Cell): boolean {
  return cell === null || (typeof cell === 'string' && cell.trim() === '')
}

function textOf(cell: Cell | undefined): string {
  return cell === undefined || cell === null ? '' : String(cell).trim()
}

function invalid(sheet: Sheet, complaint: string): Refusal {
  const where = sheet.name === undefined ? 'the spreadsheet' : `sheet ${shown(sheet.name)}`
  const message = `${where}: ${complaint}`
  return new Refusal('INVALID', message, [message])
}
