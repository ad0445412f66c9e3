/** Reads a spreadsheet of either format; each format is loaded when it first comes. */
import { countText } from '../../../world/count-text.ts'
import { tooLarge } from '../../input/errors.ts'
import { MAXIMUM_BYTES, type Sheet, unreadable } from './sheets.ts'

/** Reads XLSX or CSV, whichever the bytes are. Rejects with a Refusal: TOO_LARGE or INVALID. */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  if (bytes.length > MAXIMUM_BYTES)
    throw tooLarge('the spreadsheet', countText(bytes.length, 'byte'), `${MAXIMUM_BYTES}`)
  if (bytes.length === 0) throw unreadable('it is empty')
  return isArchive(bytes)
    ? (await import('./workbook.ts')).readWorkbook(bytes)
    : [(await import('./csv.ts')).readCsv(bytes)]
}

/** A local header, or the end of an archive without entries. An encrypted workbook is a compound file instead. */
function isArchive(bytes: Uint8Array): boolean {
  const [first, second, third = 0] = bytes
  if (first === 0xd0 && second === 0xcf && third === 0x11)
    throw unreadable('it is encrypted, or of the old format XLS: save it as XLSX without a password')
  // A text may begin with PK, too.
  return first === 0x50 && second === 0x4b && [3, 5].includes(third)
}
