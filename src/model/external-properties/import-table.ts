/** Turns sheets into rows of an import: the first row that holds something names the columns. */
import { hasMoreCharacters } from '../../world/characters.ts'
import { invalidParts } from '../input/errors.ts'
import type { ColumnError, ImportRow, ImportValue } from '../records/service/import-jobs.ts'
import { problemOfPropertyName } from '../finding/property-names.ts'
import { quoted } from '../input/refusal.ts'
import { textToHtml } from '../records/text/excerpt.ts'
import { KEY_COLUMN } from './import-rows.ts'
import { clashesOfNames } from './name-clashes.ts'
import { repetitions } from './repetitions.ts'
import { type Cell, isEmpty, type Sheet, type SheetRow } from './spreadsheets/sheets.ts'

export const MAXIMUM_VALUE_LENGTH = 10_000
const SPACE_COLUMN = 'Space'
const SPACE_NAMES = ['space', 'space key', 'spacekey']
/** Results of formulas that failed, as a CSV shows them. */
const ERROR_VALUES = ['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!']

interface Columns {
  readonly key: number
  /** -1 for none. */
  readonly space: number
  readonly names: ReadonlyMap<number, string>
}

/** What the columns of a sheet are called, from the first row that holds something. */
export function headersOf({ rows: [header] }: Sheet): string[] {
  // Headers are wrapped to fit a column, and a wrapped one means the same.
  return header?.cells.map((cell) => textOf(cell).replace(/\s*[\r\n]\s*/g, ' ')) ?? []
}

/**
 * The rows below the header of a sheet; undefined without a column Key. `known` are the names of the properties that
 * exist. Throws a Refusal (INVALID) with everything that is wrong with the names of the columns.
 */
export function rowsOfSheet(sheet: Sheet, known: Iterable<string>): ImportRow[] | undefined {
  const columns = columnsOf(sheet, known)
  if (columns === undefined) return undefined
  const repeated = repetitions()
  return sheet.rows.slice(1).map((row) => {
    const { problems = [], ...read } = rowOf(columns, row)
    const all = [...repeated(read), ...problems]
    return all.length === 0 ? read : { ...read, problems: all }
  })
}

function columnsOf(sheet: Sheet, known: Iterable<string>): Columns | undefined {
  const headers = headersOf(sheet)
  const isKey = (header: string) => header.toLowerCase() === KEY_COLUMN.toLowerCase()
  const key = headers.findIndex(isKey)
  if (key === -1) return undefined
  const space = headers.findIndex((header) => SPACE_NAMES.includes(header.toLowerCase()))
  const names = new Map<number, string>()
  const columnProblems: string[] = []
  for (const [column, header] of headers.entries()) {
    if (column === key || column === space || header === '') continue
    const problem = problemOfPropertyName(header)
    if (isKey(header) || [...names.values()].includes(header))
      columnProblems.push(`column ${quoted(header)} is there twice: leave one out`)
    else if (problem === undefined) names.set(column, header)
    else columnProblems.push(`column ${quoted(header)}: ${problem}`)
  }
  for (const [name, clash] of clashesOfNames(names.values(), known))
    columnProblems.push(`column ${quoted(name)} ${clash}`)
  if (columnProblems.length === 0) return { key, space, names }
  const where = sheet.name === undefined ? 'the spreadsheet' : `sheet ${quoted(sheet.name)}`
  throw invalidParts(columnProblems.map((problem) => `${where}: ${problem}`))
}

function rowOf(columns: Columns, { number, cells }: SheetRow): ImportRow {
  const problems: ColumnError[] = []
  const nameIn = (column: number, label: string): string => {
    const cell = cells[column]
    const problem = problemOf(cell) ?? (isShown(cell) ? cell.unclear : undefined)
    if (problem !== undefined) problems.push({ column: label, message: problem })
    return problem === undefined ? textOf(cell) : ''
  }
  const key = nameIn(columns.key, KEY_COLUMN)
  if (key === '' && problems.length === 0)
    problems.push({ column: KEY_COLUMN, message: 'the row names no requirement' })
  const spaceKey = nameIn(columns.space, SPACE_COLUMN)
  const values: ImportValue[] = []
  for (const [column, cell] of cells.entries()) {
    if (column === columns.key || column === columns.space || isEmpty(cell)) continue
    const name = columns.names.get(column)
    const problem = problemOf(cell)
    if (name === undefined) {
      const value = problem ?? `value ${quoted(textOf(cell))}`
      problems.push({
        column: '',
        message: `${value}: column ${column + 1} has no name in the first row; put a text with a separator into quotes`,
      })
    } else if (problem === undefined) values.push(valueOf(name, cell))
    else problems.push({ column: name, message: problem })
  }
  return {
    row: number,
    ...(key === '' ? {} : { key }),
    ...(spaceKey === '' ? {} : { spaceKey }),
    values,
    problems,
  }
}

function valueOf(name: string, cell: Cell): ImportValue {
  if (!isShown(cell)) return { name, value: htmlOf(cell as string | number) }
  const { value, shown, isText } = cell
  return { name, value: htmlOf(value), shown: textToHtml(shown), ...(isText === true && { isText }) }
}

function htmlOf(value: string | number | boolean): string | number | boolean {
  return typeof value === 'string' ? textToHtml(value) : value
}

/** Why a cell has no value. */
function problemOf(cell: Cell | undefined): string | undefined {
  if (typeof cell === 'object' && cell !== null && 'problem' in cell) return cell.problem
  const text = isShown(cell) ? cell.shown : cell
  if (typeof text !== 'string') return undefined
  if (ERROR_VALUES.includes(text)) return `value ${quoted(text)}: its formula has no result`
  return hasMoreCharacters(text, MAXIMUM_VALUE_LENGTH)
    ? `value ${quoted(text)}: it has more than ${MAXIMUM_VALUE_LENGTH} characters`
    : undefined
}

function isShown(
  cell: Cell | undefined,
): cell is Exclude<Cell, string | number | null | { problem: string }> {
  return typeof cell === 'object' && cell !== null && 'shown' in cell
}

/** What a cell shows; empty if it cannot be read. */
function textOf(cell: Cell | undefined): string {
  if (isShown(cell)) return cell.shown.trim()
  return typeof cell === 'object' ? '' : String(cell ?? '').trim()
}
