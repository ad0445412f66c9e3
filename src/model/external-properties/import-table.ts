/** Turns sheets into rows of an import: the first row that holds something names the columns. */
import { isBlank } from '../input/blank.ts'
import { hasMoreCharacters } from '../../world/characters.ts'
import type { ImportRow, ImportValue } from '../import-jobs/records.ts'
import { invalidRequest } from '../errors.ts'
import { type Refusal, shown } from '../refusal.ts'
import { textToHtml } from '../requirements/records/excerpt.ts'
import { KEY_COLUMN } from './import-rows.ts'
import { repetitions } from './repetitions.ts'
import type { Cell, Sheet, SheetRow, UnsavedFormula } from './spreadsheets/sheets.ts'

export const LONGEST_VALUE = 10_000
const LONGEST_NAME = 255
const ERROR_VALUES = ['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!']
const SPACE_NAMES = ['space', 'space key', 'spacekey']

interface Columns {
  readonly key: number
  /** -1 for none. */
  readonly space: number
  readonly names: ReadonlyMap<number, string>
}

/**
 * The rows below the header of a sheet; undefined without a column Key. Throws a Refusal (INVALID) for ambiguous
 * columns.
 */
export function rowsOfSheet(sheet: Sheet): ImportRow[] | undefined {
  const [header, ...rows] = sheet.rows
  const columns = header === undefined ? undefined : columnsOf(sheet, header)
  if (columns === undefined) return undefined
  const repeated = repetitions()
  return rows.map((row) => {
    const { problems = [], ...read } = rowOf(columns, row)
    const all = [...repeated(read), ...problems]
    return all.length === 0 ? read : { ...read, problems: all }
  })
}

function columnsOf(sheet: Sheet, header: SheetRow): Columns | undefined {
  const labels = header.cells.map(textOf)
  const key = labels.findIndex((label) => label.toLowerCase() === KEY_COLUMN.toLowerCase())
  if (key === -1) return undefined
  const space = labels.findIndex((label) => SPACE_NAMES.includes(label.toLowerCase()))
  const names = new Map<number, string>()
  for (const [column, label] of labels.entries()) {
    if (column === key || column === space || label === '') continue
    if (hasMoreCharacters(label, LONGEST_NAME))
      throw invalid(sheet, `column ${shown(label)} has a name of more than ${LONGEST_NAME} characters`)
    if ([...names.values()].includes(label) || label.toLowerCase() === KEY_COLUMN.toLowerCase())
      throw invalid(sheet, `column ${shown(label)} is there twice: leave one out`)
    names.set(column, label)
  }
  return { key, space, names }
}

function rowOf(columns: Columns, { number, cells }: SheetRow): ImportRow {
  const key = textOf(cells[columns.key])
  const spaceKey = textOf(cells[columns.space])
  const values: ImportValue[] = []
  const problems: { column: string; message: string }[] = []
  if (key === '') {
    const cell = cells[columns.key]
    const message = isFormula(cell) ? withoutResult(cell) : 'the row names no requirement'
    problems.push({ column: KEY_COLUMN, message })
  }
  for (const [column, cell] of cells.entries()) {
    if (column === columns.key || column === columns.space || isEmpty(cell)) continue
    const name = columns.names.get(column)
    if (name === undefined)
      problems.push({
        column: '',
        message: `value ${shown(writtenOf(cell))}: column ${column + 1} has no name in the first row; a text with a separator in it stands in quotes`,
      })
    else if (isFormula(cell)) problems.push({ column: name, message: withoutResult(cell) })
    else {
      const complaint = complaintOf(cell)
      if (complaint === undefined)
        values.push({ name, value: typeof cell === 'string' ? textToHtml(cell) : cell })
      else problems.push({ column: name, message: complaint })
    }
  }
  return {
    row: number,
    ...(key === '' ? {} : { key }),
    ...(spaceKey === '' ? {} : { spaceKey }),
    values,
    problems,
  }
}

function complaintOf(cell: Cell): string | undefined {
  if (typeof cell !== 'string') return undefined
  if (ERROR_VALUES.includes(cell)) return `value ${shown(cell)}: its formula has no result`
  return hasMoreCharacters(cell, LONGEST_VALUE)
    ? `value ${shown(cell)}: it has more than ${LONGEST_VALUE} characters`
    : undefined
}

function isEmpty(cell: Cell): boolean {
  return cell === null || (typeof cell === 'string' && isBlank(cell))
}

function isFormula(cell: Cell | undefined): cell is UnsavedFormula {
  return typeof cell === 'object' && cell !== null
}

function withoutResult({ formula }: UnsavedFormula): string {
  return `formula ${shown(formula)}: it was saved without a result; have a spreadsheet program calculate and save it, or put the value in its place`
}

function writtenOf(cell: Cell | undefined): string {
  return isFormula(cell) ? cell.formula : String(cell ?? '')
}

/** The text of a key, a space or a name; empty for a formula without a result. */
function textOf(cell: Cell | undefined): string {
  return isFormula(cell) ? '' : writtenOf(cell).trim()
}

function invalid(sheet: Sheet, complaint: string): Refusal {
  const where = sheet.name === undefined ? 'the spreadsheet' : `sheet ${shown(sheet.name)}`
  return invalidRequest(where, complaint)
}
