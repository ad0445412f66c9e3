/** Reads CSV: UTF-8, with or without a byte order mark, separated by commas, semicolons, tabs or bars. */
import { streamCsvRows, stripBom } from 'hucre/csv'
import { boundRow, type Cell, type Sheet, type SheetRow, trimmed, unreadable } from './sheets.ts'

/** A line of its own behind the text: the reader does not say that the text ends within quotes, this line's absence does. */
const LAST_LINE = '\u0000'

/** Throws a Refusal: INVALID for what is no UTF-8 or leaves a quote open, TOO_LARGE beyond a bound. */
export function readCsv(bytes: Uint8Array): Sheet {
  const rows: SheetRow[] = []
  let number = 0
  let ended = false
  const text = stripBom(textOf(bytes))
  const lines = /[\r\n]$/.test(text) || text === '' ? text : `${text}\n`
  for (const record of streamCsvRows(lines + LAST_LINE)) {
    ended = record.length === 1 && record[0] === LAST_LINE
    if (ended) continue
    boundRow(++number, record.length)
    const cells = trimmed(record as Cell[])
    if (cells !== undefined) rows.push({ number, cells })
  }
  if (!ended)
    throw unreadable(
      `row ${number} opens a quote that nothing closes: close it, or double a quote that is meant`,
    )
  return { rows }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('it is no UTF-8 text, and no archive')
  }
}
