/** Reads XLSX: the parts of its archive, then its sheets cell by cell, so that what is beyond a bound is never held. */
import { countText } from '../../../world/count-text.ts'
import { tooLarge } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { type Archive, openArchive, unpack } from './archive.ts'
import { type CellContext, cellOf } from './cells.ts'
import { type Attributes, readMarkup } from './markup.ts'
import { GENERAL_FORMAT, type NumberFormat, numberFormat } from './number-formats.ts'
import {
  boundRow,
  type Cell,
  cellCounter,
  MAXIMUM_SHEETS,
  type Sheet,
  type SheetRow,
  trimmed,
  unreadable,
} from './sheets.ts'

/** The sheets of a workbook in its order. Rejects with a Refusal: TOO_LARGE beyond a bound, INVALID for a bad file. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const archive = openArchive(bytes)
  const root = await relationsOf(archive, '')
  const path = root.find(({ type }) => type === 'officeDocument')?.path
  if (path === undefined) throw unreadable('its archive holds no workbook')
  const book = bookOf(await part(archive, path))
  if (book.sheets.length > MAXIMUM_SHEETS)
    throw tooLarge('the spreadsheet', countText(book.sheets.length, 'sheet'), `${MAXIMUM_SHEETS}`)
  const relations = await relationsOf(archive, path)
  const shared = async (wanted: string): Promise<Uint8Array | undefined> => {
    const relation = relations.find(({ type }) => type === wanted)
    return relation === undefined ? undefined : part(archive, relation.path)
  }
  const formats = formatsOf(await shared('styles'))
  const strings = stringsOf(await shared('sharedStrings'))
  const context = { strings, is1904: book.is1904, isUncalculated: book.isUncalculated }
  const count = cellCounter()
  const read = new Set<string>()
  const sheets: Sheet[] = []
  for (const { name, relation, isHidden } of book.sheets) {
    const found = relations.find(({ id }) => id === relation)
    if (found === undefined) throw unreadable(`its archive lacks the sheet ${quoted(name)}`)
    // A sheet of a chart has no cells.
    const isTable = found.type === 'worksheet'
    if (isTable && read.has(found.path))
      throw unreadable('two of its sheets are the same part of its archive')
    read.add(found.path)
    const rows = isTable ? rowsOf(await part(archive, found.path), formats, context, count) : []
    sheets.push({ name, ...(isHidden && { isHidden }), rows })
  }
  return sheets
}

async function part(archive: Archive, path: string): Promise<Uint8Array> {
  const entry = archive.entries.get(path)
  if (entry === undefined) throw unreadable(`its archive lacks the entry ${quoted(path)}`)
  return unpack(archive, entry)
}

interface Relation {
  readonly id: string
  /** The last word of its type, which is the same in both editions of the format. */
  readonly type: string
  readonly path: string
}

/** What a part refers to, or with an empty path the archive. */
async function relationsOf(archive: Archive, path: string): Promise<Relation[]> {
  const split = path.lastIndexOf('/') + 1
  const folder = path.slice(0, split)
  const place = `${folder}_rels/${path.slice(split)}.rels`
  const relations: Relation[] = []
  readMarkup(await part(archive, place), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return
      const type = attributes.get('Type') ?? ''
      relations.push({
        id: attributes.get('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolved(folder, attributes.get('Target') ?? ''),
      })
    },
  })
  return relations
}

/** The path in the archive that a target means, as seen from a folder. */
function resolved(folder: string, target: string): string {
  const steps: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

interface BookSheet {
  readonly name: string
  readonly relation: string
  readonly isHidden: boolean
}

function bookOf(bytes: Uint8Array) {
  const sheets: BookSheet[] = []
  let is1904 = false
  let isUncalculated = false
  readMarkup(bytes, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes, 'date1904')
      else if (name === 'calcPr') isUncalculated = isTrue(attributes, 'fullCalcOnLoad')
      else if (name === 'sheet')
        sheets.push({
          name: attributes.get('name') ?? '',
          relation: attributes.get('id') ?? '',
          isHidden: (attributes.get('state') ?? 'visible') !== 'visible',
        })
    },
  })
  return { sheets, is1904, isUncalculated }
}

function isTrue(attributes: Attributes, name: string): boolean {
  const value = attributes.get(name)
  return value === '1' || value === 'true'
}

/** The texts that cells refer to by their position. */
function stringsOf(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = []
  if (bytes === undefined) return strings
  const text = textReader()
  readMarkup(bytes, {
    open(name) {
      if (name === 'si') text.start()
      else text.open(name)
    },
    text: text.text,
    close(name) {
      text.close(name)
      if (name === 'si') strings.push(text.end())
    },
  })
  return strings
}

/** Collects the text of a string, whose parts may be formatted one by one; without signs for how it is pronounced. */
function textReader() {
  let collected = ''
  let isText = false
  let pronounced = 0
  return {
    start(): void {
      collected = ''
    },
    open(name: string): void {
      if (name === 'rPh') pronounced++
      isText = name === 't'
    },
    text(text: string): void {
      if (isText && pronounced === 0) collected += text
    },
    close(name: string): void {
      if (name === 'rPh') pronounced--
      isText = false
    },
    end: (): string => withoutEscapes(collected),
  }
}

/** Characters that markup cannot have are written as their number in hexadecimal, such as `_x000D_`. */
function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_whole, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

/** The number formats of the styles of cells, by the position of the style. */
function formatsOf(bytes: Uint8Array | undefined): NumberFormat[] {
  const codes = new Map<number, string>()
  const known = new Map<number, NumberFormat>()
  const formats: NumberFormat[] = []
  if (bytes === undefined) return formats
  let isOfCells = false
  readMarkup(bytes, {
    open(name, attributes) {
      const id = Number(attributes.get('numFmtId') ?? 0)
      if (name === 'cellXfs') isOfCells = true
      else if (name === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '')
      else if (name === 'xf' && isOfCells) {
        const format = known.get(id) ?? numberFormat(id, codes.get(id))
        known.set(id, format)
        formats.push(format)
      }
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return formats
}

function rowsOf(
  bytes: Uint8Array,
  formats: readonly NumberFormat[],
  context: CellContext,
  count: (cells: readonly Cell[], isHeader: boolean) => void,
): SheetRow[] {
  const rows: SheetRow[] = []
  const text = textReader()
  let isData = false
  let number = 0
  let column = -1
  let cells: Cell[] = []
  let attributes: Attributes = new Map()
  let value = ''
  let formula: string | undefined
  let inside: 'value' | 'formula' | 'string' | undefined

  readMarkup(bytes, {
    open(name, given) {
      if (name === 'sheetData') isData = true
      if (!isData) return
      if (name === 'row') {
        number = rowNumber(given, number)
        boundRow(number, 0)
        column = -1
        cells = []
      } else if (name === 'c') {
        const before = column
        column = columnOf(given.get('r')) ?? before + 1
        if (column <= before) throw unreadable(`the cells of its row ${number} are not in order`)
        boundRow(number, column + 1)
        attributes = given
        value = ''
        formula = undefined
      } else if (name === 'v') inside = 'value'
      else if (name === 'f') {
        inside = 'formula'
        formula = ''
      } else if (name === 'is') {
        inside = 'string'
        text.start()
      } else if (inside === 'string') text.open(name)
    },
    text(more) {
      if (inside === 'value') value += more
      else if (inside === 'formula') formula = (formula ?? '') + more
      else if (inside === 'string') text.text(more)
    },
    close(name) {
      if (!isData) return
      if (name === 'sheetData') isData = false
      else if (name === 'v' || name === 'f') inside = undefined
      else if (name === 'is') {
        inside = undefined
        value = text.end()
      } else if (name === 'c') {
        while (cells.length < column) cells.push(null)
        const type = attributes.get('t') ?? 'n'
        const format = formats[Number(attributes.get('s') ?? 0)] ?? GENERAL_FORMAT
        const unescaped = type === 'str' ? withoutEscapes(value) : value
        cells.push(cellOf({ type, text: unescaped, formula, format }, context))
      } else if (name === 'row') {
        const kept = trimmed(cells)
        if (kept === undefined) return
        count(kept, rows.length === 0)
        rows.push({ number, cells: kept })
      } else if (inside === 'string') text.close(name)
    },
  })
  return rows
}

function rowNumber(attributes: Attributes, before: number): number {
  const given = attributes.get('r')
  const number = given === undefined ? before + 1 : Number(given)
  if (!Number.isInteger(number) || number < 1) throw unreadable(`it has a row ${quoted(given ?? '')}`)
  if (number <= before) throw unreadable(`it has row ${number} after row ${before}`)
  return number
}

/** The position of a column from 0, by the letters of a cell's name. Undefined without a name. */
function columnOf(name: string | undefined): number | undefined {
  if (name === undefined) return undefined
  const letters = /^([A-Z]{1,3})\d+$/i.exec(name)?.[1]
  if (letters === undefined) throw unreadable(`it has a cell ${quoted(name)}`)
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
