/** Reads XLSX, sheet by sheet and row by row, so that what is beyond a bound is never held. */
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { formatInstant } from '../../../world/duration.ts'
import { boundArchive } from './archive-bounds.ts'
import {
  asRefusal,
  boundRow,
  type Cell,
  MAXIMUM_CELLS,
  MAXIMUM_SHEETS,
  type Sheet,
  type SheetRow,
  tooLarge,
  trimmed,
  unreadable,
} from './sheets.ts'

/** The last row that a spreadsheet can have. */
const LAST_ROW = 1_048_576
/** Bytes to unpack for all sheets together: what they share is read again for each. */
const MAXIMUM_WORK = 16 * 1024 * 1024

/** The sheets of a workbook in its order. Rejects with a Refusal: TOO_LARGE beyond a bound, INVALID for what is no XLSX. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const unpacked = boundArchive(bytes)
  try {
    const names = await sheetNames(bytes)
    if (names.length > MAXIMUM_SHEETS)
      throw tooLarge(`it has ${names.length} sheets, more than ${MAXIMUM_SHEETS}`)
    if (names.length * unpacked > MAXIMUM_WORK)
      throw tooLarge(`${names.length} sheets are too many for ${unpacked} bytes: save fewer in one file`)
    const sheets: Sheet[] = []
    let cells = 0
    for (const [index, name] of names.entries()) {
      const rows = await readRows(bytes, index)
      cells += rows.reduce((sum, row) => sum + row.cells.length, 0)
      if (cells > MAXIMUM_CELLS) throw tooLarge(`it has more than ${MAXIMUM_CELLS} cells`)
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
  const rows: SheetRow[] = []
  let count = 0
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    boundRow(++count, values.length)
    const number = index + 1
    if (!Number.isInteger(number) || number < 1 || number > LAST_ROW)
      throw unreadable(`it has a row ${number}`)
    const cells = trimmed(values.map(cellOf))
    if (cells !== undefined) rows.push({ number, cells })
  }
  return rows
}

/** A formula counts with the value that was saved with it, a date with its day. */
function cellOf(value: unknown): Cell {
  if (value instanceof Date) {
    const instant = value.getTime()
    return Number.isNaN(instant) ? '#NUM!' : formatInstant(instant).slice(0, 10)
  }
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
    ? (value as Cell)
    : null
}
