/** Reads requirements of a CSV file or a workbook: a header, then a requirement in each row. */
import { invalidRequest } from '../../model/input/errors.ts'
import { quoted } from '../../model/input/refusal.ts'
import { readSheets } from '../../model/external-properties/spreadsheets/read-sheets.ts'
import type { Cell, Sheet, SheetRow } from '../../model/external-properties/spreadsheets/sheets.ts'
import { DataCollector, type DataFile, type DataRelation, namesText, tidyText } from './data.ts'

// Names of columns in lower case, the best first.
const KEYS = [
  'key',
  'id',
  'uid',
  'identifier',
  'requirement key',
  'requirement id',
  'req id',
  'object identifier',
]
const TEXTS = [
  'text',
  'statement',
  'requirement text',
  'object text',
  'requirement',
  'content',
  'description',
]
const TITLES = ['title', 'name', 'summary', 'heading', 'object heading']
/** From the top. */
const PAGES = ['module', 'document', 'page', 'chapter', 'section']
const LINKS: ReadonlySet<string> = new Set([
  'child of',
  'dependencies',
  'dependency',
  'depends on',
  'derived from',
  'derives',
  'derives from',
  'implements',
  'link',
  'links',
  'parent',
  'parents',
  'refines',
  'satisfies',
  'traces to',
  'verifies',
])

interface Column {
  readonly name: string
  /** The letters that a spreadsheet shows. */
  readonly letters: string
  readonly position: number
}

interface Columns {
  readonly key: Column
  readonly text: Column | undefined
  readonly title: Column | undefined
  readonly pages: readonly Column[]
  readonly links: readonly Column[]
  readonly others: readonly Column[]
}

/**
 * Reads the sheets that have a column with keys. `title` is the page of the rows of a CSV file. Rejects with a Refusal: INVALID
 * if the file is neither or no sheet has keys, TOO_LARGE beyond a bound of imports.
 */
export async function readTable(bytes: Uint8Array, title: string): Promise<DataFile> {
  const data = new DataCollector()
  const sheets = await readSheets(bytes)
  const headers: string[] = []
  let read = 0
  for (const sheet of sheets) {
    const where = sheet.name === undefined ? '' : `sheet ${quoted(sheet.name)}, `
    if (sheet.isHidden === true) {
      data.leaveOut(`sheet ${quoted(sheet.name ?? '')}`, 'it is hidden: show it to draft it')
      continue
    }
    const columns = columnsOf(data, sheet, where)
    if (columns === undefined) {
      headers.push(...headerNames(sheet))
      if (sheet.rows.length > 0)
        data.leaveOut(`sheet ${quoted(sheet.name ?? '')}`, 'it has no column of keys, such as ID')
      continue
    }
    read++
    for (const row of sheet.rows.slice(1)) addRow(data, row, { where, columns, page: sheet.name ?? title })
  }
  if (read === 0)
    throw invalidRequest(
      'the header',
      `has no column of keys; its columns are ${namesText(headers) || 'none'}: name the one with the keys Key, ID or UID`,
    )
  return { requirements: data.requirements, leftOut: data.leftOut }
}

function headerNames(sheet: Sheet): string[] {
  return (sheet.rows[0]?.cells ?? []).flatMap((cell) => tidyText(textOf(cell)) ?? [])
}

/** Undefined for a sheet without keys. */
function columnsOf(data: DataCollector, sheet: Sheet, where: string): Columns | undefined {
  const known = new Map<string, Column>()
  const repeated: Column[] = []
  const header = sheet.rows[0]?.cells ?? []
  const width = Math.max(0, ...sheet.rows.map(({ cells }) => cells.length))
  const unnamed: string[] = []
  for (let position = 0; position < width; position++) {
    const name = tidyText(textOf(header[position]))?.replace(/\s+/g, ' ')
    const column = { name: name ?? '', letters: lettersOf(position), position }
    if (name === undefined) unnamed.push(column.letters)
    else if (known.has(formOf(name))) repeated.push(column)
    else known.set(formOf(name), column)
  }
  const take = (names: readonly string[]): Column | undefined => {
    const found = names.find((name) => known.has(name))
    const column = found === undefined ? undefined : known.get(found)
    if (found !== undefined) known.delete(found)
    return column
  }
  const key = take(KEYS)
  if (key === undefined) return undefined
  for (const { letters, name } of repeated)
    data.leaveOut(`${where}column ${letters}`, `there is a column ${quoted(name)} already: rename one`)
  for (const letters of unnamed)
    if (sheet.rows.some(({ cells }) => tidyText(textOf(cells[positionOf(letters)])) !== undefined))
      data.leaveOut(`${where}column ${letters}`, 'it has no header: name it')
  const title = take(TITLES)
  const text = take(TEXTS)
  const pages = PAGES.flatMap((name) => take([name]) ?? [])
  const links = [...known].filter(([name]) => LINKS.has(name)).map(([, column]) => column)
  const others = [...known.values()].filter((column) => !links.includes(column))
  return { key, text, title, pages, links, others }
}

const formOf = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, ' ')

interface Reading {
  readonly where: string
  readonly columns: Columns
  readonly page: string
}

function addRow(data: DataCollector, row: SheetRow, { where, columns, page }: Reading): void {
  const place = `${where}row ${row.number}`
  const cellOf = (column: Column | undefined) => (column === undefined ? null : row.cells[column.position])
  const taken = (column: Column | undefined): string | undefined => {
    const cell = cellOf(column)
    const problem = problemOf(cell)
    if (problem !== undefined && column !== undefined)
      data.leaveOut(`${place}, column ${column.letters}`, problem)
    return problem === undefined ? tidyText(textOf(cell)) : undefined
  }
  const key = taken(columns.key)
  const unclear = unclearOf(cellOf(columns.key))
  if (unclear !== undefined) {
    data.leaveOut(place, unclear)
    return
  }
  if (key === undefined) {
    data.leaveOut(place, `it has no key in column ${quoted(columns.key.name)}: give it one`)
    return
  }
  const title = taken(columns.title)
  const text = taken(columns.text)
  const properties = new Map<string, unknown>()
  if (title !== undefined && text !== undefined && columns.title !== undefined)
    properties.set(columns.title.name, title)
  for (const column of columns.others) {
    const cell = cellOf(column)
    if (taken(column) !== undefined) properties.set(column.name, valueOf(cell))
  }
  const relations = columns.links.flatMap((column): DataRelation[] =>
    (taken(column) ?? '')
      .split(/[,;\n]/)
      .flatMap((each) => tidyText(each) ?? [])
      .map((to) => ({ relationship: column.name, to })),
  )
  const pages = columns.pages.flatMap((column) => taken(column) ?? [])
  data.add({
    place,
    key,
    text: text ?? title ?? '',
    pages: columns.pages.length === 0 ? [page] : pages,
    properties,
    relations,
  })
}

function textOf(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'object') return String(cell)
  return 'problem' in cell ? '' : cell.shown === '' ? String(cell.value) : cell.shown
}

/** Numbers and truth values stay such, unless the cell shows digits that the value lacks. */
function valueOf(cell: Cell | undefined): unknown {
  if (typeof cell !== 'object' || cell === null) return typeof cell === 'string' ? cell.trim() : cell
  if ('problem' in cell) return undefined
  return cell.isText === true ? cell.shown : cell.value
}

function problemOf(cell: Cell | undefined): string | undefined {
  return typeof cell === 'object' && cell !== null && 'problem' in cell ? cell.problem : undefined
}

function unclearOf(cell: Cell | undefined): string | undefined {
  return typeof cell === 'object' && cell !== null && 'shown' in cell ? cell.unclear : undefined
}

function lettersOf(position: number): string {
  const letter = String.fromCharCode(0x41 + (position % 26))
  return position < 26 ? letter : lettersOf(Math.floor(position / 26) - 1) + letter
}

function positionOf(letters: string): number {
  let position = 0
  for (const letter of letters) position = position * 26 + letter.charCodeAt(0) - 0x40
  return position - 1
}
