/** Reads a spreadsheet of either format; each format is loaded when it first comes. */
import { countText } from '../../../world/count-text.ts'
import { tooLarge } from '../../errors.ts'
import { MAXIMUM_BYTES, MAXIMUM_CELLS, type Sheet, unreadable } from './sheets.ts'

/** Reads XLSX or CSV, whichever the bytes are. Rejects with a Refusal: TOO_LARGE or INVALID. */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  if (bytes.length > MAXIMUM_BYTES)
    throw tooLarge('the spreadsheet', countText(bytes.length, 'byte'), `${MAXIMUM_BYTES}`)
  if (bytes.length === 0) throw unreadable('it is empty')
  const sheets = isArchive(bytes)
    ? await (await import('./workbook.ts')).readWorkbook(bytes)
    : [(await import('./csv.ts')).readCsv(bytes)]
  const cells = sheets.flatMap(({ rows }) => rows).reduce((sum, row) => sum + row.cells.length, 0)
  if (cells > MAXIMUM_CELLS) throw tooLarge('the spreadsheet', countText(cells, 'cell'), `${MAXIMUM_CELLS}`)
  return sheets
}

/** A local header, or the end of an archive without entries. An encrypted workbook is a compound file instead. */
function isArchive(bytes: Uint8Array): boolean {
  const [first, second, third] = bytes
  if (first === 0xd0 && second === 0xcf && third === 0x11)
    throw unreadable('it is encrypted, or of the old format XLS: save it as XLSX without a password')
  return first === 0x50 && second === 0x4b
}
