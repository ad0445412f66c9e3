// node javascript.mjs SPEC.json FOLDER: writes the workbooks of a specification whose writer is a package of JavaScript.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'

const [specification, folder] = process.argv.slice(2)
const loaded = {}

/** The packages are CommonJS, and large. */
const load = async (name) => (loaded[name] ??= (await import(name)).default)

const instantOf = (text) => new Date(`${text.includes('T') ? text : `${text}T00:00`}:00Z`)
const fractionOf = ({ value }) => value / (24 * 60)

/** Cells for `aoa_to_sheet` of xlsx. Days are the package's own; without a format it gives them one. */
function sheetJsCell(cell) {
  if (cell === null) return undefined
  const { kind, value, format } = cell
  const z = format === undefined ? {} : { z: format }
  switch (kind) {
    case 'number':
      return { t: 'n', v: value, ...z }
    case 'boolean':
      return { t: 'b', v: value }
    case 'day':
    case 'moment':
      return { t: 'd', v: instantOf(value), ...z }
    case 'time':
    case 'duration':
      return { t: 'n', v: fractionOf(cell), ...z }
    case 'error':
      return { t: 'e', v: 0x2a, w: value }
    case 'formula':
      return value === null ? { t: 'n', f: cell.formula } : { t: 'n', f: cell.formula, v: value, ...z }
    case 'link':
      return { t: 's', v: value, l: { Target: 'https://example.test/' } }
    case 'rich':
      // It writes no rich text.
      return { t: 's', v: value.join('') }
    default:
      return { t: 's', v: value, ...z }
  }
}

async function writeSheetJs({ sheets, is1904 }, options) {
  const xlsx = await load('xlsx')
  const book = xlsx.utils.book_new()
  if (is1904) book.Workbook = { WBProps: { date1904: true } }
  for (const { name, rows } of sheets) {
    const sheet = {}
    let width = 1
    for (const [row, cells] of rows.entries()) {
      width = Math.max(width, cells.length)
      for (const [column, cell] of cells.entries())
        if (cell !== null) sheet[xlsx.utils.encode_cell({ r: row, c: column })] = sheetJsCell(cell)
    }
    sheet['!ref'] = xlsx.utils.encode_range({
      s: { r: 0, c: 0 },
      e: { r: Math.max(rows.length, 1) - 1, c: width - 1 },
    })
    xlsx.utils.book_append_sheet(book, sheet, name)
  }
  return xlsx.write(book, { type: 'buffer', ...options })
}

function excelJsValue(cell) {
  const { kind, value } = cell
  switch (kind) {
    case 'day':
    case 'moment':
      return instantOf(value)
    case 'time':
    case 'duration':
      return fractionOf(cell)
    case 'error':
      return { error: value }
    case 'formula':
      return value === null ? { formula: cell.formula } : { formula: cell.formula, result: value }
    case 'rich':
      return { richText: value.map((text, at) => (at % 2 === 0 ? { text } : { text, font: { bold: true } })) }
    case 'link':
      return { text: value, hyperlink: 'https://example.test/' }
    default:
      return value
  }
}

function fillExcelJs(sheet, rows, isStream) {
  for (const [at, cells] of rows.entries()) {
    const row = sheet.getRow(at + 1)
    for (const [column, cell] of cells.entries()) {
      if (cell === null) continue
      const target = row.getCell(column + 1)
      target.value = excelJsValue(cell)
      if (cell.format !== undefined) target.numFmt = cell.format
    }
    if (isStream) row.commit()
  }
}

async function writeExcelJs({ sheets, is1904 }) {
  const { Workbook } = await load('exceljs')
  const book = new Workbook()
  book.properties.date1904 = is1904
  for (const { name, rows } of sheets) fillExcelJs(book.addWorksheet(name), rows, false)
  return book.xlsx.writeBuffer()
}

async function streamExcelJs({ sheets, file }) {
  const { stream } = await load('exceljs')
  const book = new stream.xlsx.WorkbookWriter({ filename: join(folder, file), useStyles: true })
  for (const { name, rows } of sheets) {
    const sheet = book.addWorksheet(name)
    fillExcelJs(sheet, rows, true)
    sheet.commit()
  }
  await book.commit()
}

async function writeHucre({ sheets, is1904 }) {
  return writeXlsx({
    dateSystem: is1904 ? '1904' : '1900',
    sheets: sheets.map(({ name, rows }) => {
      const cells = new Map()
      const values = rows.map((row, at) =>
        row.map((cell, column) => {
          if (cell === null) return null
          const { kind, value, format } = cell
          const details = {
            ...(format === undefined ? {} : { style: { numFmt: format } }),
            ...(kind === 'formula'
              ? { formula: cell.formula, ...(value === null ? {} : { formulaResult: value }) }
              : {}),
            ...(kind === 'rich' ? { richText: value.map((text) => ({ text })) } : {}),
            ...(kind === 'link' ? { hyperlink: { target: 'https://example.test/' } } : {}),
          }
          const written =
            kind === 'day' || kind === 'moment'
              ? instantOf(value)
              : kind === 'time' || kind === 'duration'
                ? fractionOf(cell)
                : kind === 'rich'
                  ? value.join('')
                  : value
          if (Object.keys(details).length > 0) cells.set(`${at},${column}`, { value: written, ...details })
          return written
        }),
      )
      return { name, rows: values, cells }
    }),
  })
}

const writers = {
  xlsx: (book) => writeSheetJs(book, {}),
  'xlsx-packed': (book) => writeSheetJs(book, { compression: true, bookSST: true }),
  exceljs: writeExcelJs,
  'exceljs-streamed': streamExcelJs,
  hucre: writeHucre,
}

for (const book of JSON.parse(readFileSync(specification, 'utf8'))) {
  const write = writers[book.writer]
  if (write === undefined) continue
  const bytes = await write(book)
  if (bytes !== undefined) writeFileSync(join(folder, book.file), bytes)
}
