/** Reads CSV: UTF-8, with or without a byte order mark, separated by commas, semicolons, tabs or bars. */
import { streamCsvRows } from 'hucre/csv'
import { boundRow, type Cell, type Sheet, type SheetRow, trimmed, unreadable } from './sheets.ts'

/** Throws a Refusal: INVALID for what is no UTF-8, TOO_LARGE beyond a bound. */
export function readCsv(bytes: Uint8Array): Sheet {
  const rows: SheetRow[] = []
  let number = 0
  for (const record of streamCsvRows(textOf(bytes))) {
    boundRow(++number, record.length)
    const cells = trimmed(record as Cell[])
    if (cells !== undefined) rows.push({ number, cells })
  }
  return { rows }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it is no UTF-8 text, and no archive')
  }
}
