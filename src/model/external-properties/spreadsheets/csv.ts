/** Reads CSV: UTF-8, with or without a byte order mark, separated by commas, semicolons, tabs or bars. */
import { streamCsvRows, stripBom } from 'hucre/csv'
import { boundRow, type Cell, cellCounter, type Sheet, type SheetRow, trimmed, unreadable } from './sheets.ts'

/** Appended to the text: the reader accepts an open quote, and then this line is missing. */
const LAST_LINE = '\u0000'
/** The line by which Excel is told the separator. It shows the next line as the first row. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?(?:\r\n|\r|\n|$)/i

/** Throws a Refusal: INVALID for bytes that are not UTF-8 or an open quote, TOO_LARGE beyond a bound. */
export function readCsv(bytes: Uint8Array): Sheet {
  const rows: SheetRow[] = []
  const count = cellCounter()
  let number = 0
  let ended = false
  const whole = stripBom(textOf(bytes))
  const [separatorLine = '', delimiter] = SEPARATOR_LINE.exec(whole) ?? []
  const text = whole.slice(separatorLine.length)
  const lines = /[\r\n]$/.test(text) || text === '' ? text : `${text}\n`
  const options = delimiter === undefined ? {} : { delimiter }
  for (const record of streamCsvRows(lines + LAST_LINE, options)) {
    ended = record.length === 1 && record[0] === LAST_LINE
    if (ended) continue
    boundRow(++number, record.length)
    const cells = trimmed(record as Cell[])
    if (cells === undefined) continue
    count(cells, rows.length === 0)
    rows.push({ number, cells })
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
