/** Reads XLSX, sheet by sheet and row by row, so that what is beyond a bound is never held. */
import { tooLarge } from '../../errors.ts'
import { cellRef, readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { formatInstant } from '../../../world/time/duration.ts'
import { boundArchive } from './archive-bounds.ts'
import {
  asRefusal,
  boundRow,
  type Cell,
  MAXIMUM_CELLS,
  MAXIMUM_COLUMNS,
  MAXIMUM_ROWS,
  MAXIMUM_SHEETS,
  type Sheet,
  type SheetRow,
  trimmed,
  type UnsavedFormula,
  unreadable,
} from './sheets.ts'
import { countText } from '../../../world/count-text.ts'

const BOUNDED = `A1:${cellRef(MAXIMUM_ROWS - 1, MAXIMUM_COLUMNS - 1)}`
/** Bytes to unpack for all sheets together: each one reads the shared parts again. */
const MAXIMUM_WORK = 16 * 1024 * 1024

/**
 * The sheets of a workbook in its order. Rejects with a Refusal: TOO_LARGE beyond a bound, INVALID for a bad XLSX
 * file.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const unpacked = boundArchive(bytes)
  try {
    const names = await sheetNames(bytes)
    if (names.length > MAXIMUM_SHEETS)
      throw tooLarge('the spreadsheet', countText(names.length, 'sheet'), `${MAXIMUM_SHEETS}`)
    if (names.length * unpacked > MAXIMUM_WORK)
      throw tooLarge(
        'the spreadsheet',
        `${countText(names.length, 'sheet')} in ${countText(unpacked, 'byte')}`,
        `${MAXIMUM_WORK} for both multiplied, so save fewer sheets in one file`,
      )
    const sheets: Sheet[] = []
    let cells = 0
    for (const [index, name] of names.entries()) {
      const rows = await readRows(bytes, index)
      cells += rows.reduce((sum, row) => sum + row.cells.length, 0)
      if (cells > MAXIMUM_CELLS)
        throw tooLarge('the spreadsheet', countText(cells, 'cell'), `${MAXIMUM_CELLS}`)
      sheets.push({ name, rows })
    }
    return sheets
  } catch (error) {
    throw asRefusal(error)
  }
}

async function sheetNames(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = []
  const note = ({ name }: { readonly name: string }): boolean => {
    names.push(name)
    return false
  }
  await readXlsx(bytes, { sheets: note })
  return names
}

async function readRows(bytes: Uint8Array, sheet: number): Promise<SheetRow[]> {
  const read: SheetRow[] = []
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const number = index + 1
    if (!Number.isInteger(number) || number < 1) throw unreadable(`it has a row ${number}`)
    boundRow(Math.max(number, read.length + 1), values.length)
    read.push({ number, cells: values.map(cellOf) })
  }
  const unsaved = read.some(({ cells }) => cells.includes(null)) ? await unsavedFormulas(bytes, sheet) : NONE
  const rows: SheetRow[] = []
  for (const { number, cells } of read) {
    const kept = trimmed(cells.map((cell, column) => cell ?? unsaved.get(`${number - 1},${column}`) ?? null))
    if (kept !== undefined) rows.push({ number, cells: kept })
  }
  return rows
}

const NONE: ReadonlyMap<string, UnsavedFormula> = new Map()

/** Formulas without a result, by `row,column` from 0: reading row by row does not tell them from empty cells. */
async function unsavedFormulas(
  bytes: Uint8Array,
  sheet: number,
): Promise<ReadonlyMap<string, UnsavedFormula>> {
  const { sheets } = await readXlsx(bytes, { sheets: [sheet], range: BOUNDED })
  const found = new Map<string, UnsavedFormula>()
  for (const [place, { formula, value }] of sheets[0]?.cells ?? [])
    if (formula !== undefined && value === null) found.set(place, { formula })
  return found
}

/** A formula has the value that was saved with it; a date is its day. */
function cellOf(value: unknown): Cell {
  if (value instanceof Date) {
    const instant = value.getTime()
    return Number.isNaN(instant) ? '#NUM!' : formatInstant(instant).slice(0, 10)
  }
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? (value as Cell)
    : null
}
