/** Workbooks for tests, sound ones and hostile ones. */
import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive, and what its directory claims of it. */
export interface ArchiveEntry {
  readonly name: string
  readonly data: string | Uint8Array
  readonly stored?: boolean
  /** What the directory says its size is, true or not. */
  readonly size?: number
  readonly packed?: number
  readonly flags?: number
  readonly method?: number
  readonly checksum?: number
  /** Where the directory says that it begins. */
  readonly start?: number
  /** The name in its own header. */
  readonly ownName?: string
  /** Writes sizes and place into the extra field of the directory, as 64 bits. */
  readonly isWide?: boolean
  /** Written behind the data instead of before it, as writers of streams do. */
  readonly sizesBehind?: boolean
}

const ELSEWHERE = 0xffffffff

export function archiveOf(entries: readonly ArchiveEntry[]): Uint8Array<ArrayBuffer> {
  const bodies: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const { name, data, stored = false, ownName = name, sizesBehind = false } = entry
    const raw = typeof data === 'string' ? new TextEncoder().encode(data) : data
    const body = stored ? raw : deflateRawSync(raw, { level: 9 })
    const method = entry.method ?? (stored ? 0 : 8)
    const flags = (entry.flags ?? 0) | (sizesBehind ? 8 : 0)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(method, 8)
    const sizes = [crc32(raw), body.length, raw.length]
    if (!sizesBehind) for (const [at, value] of sizes.entries()) head.writeUInt32LE(value, 14 + 4 * at)
    head.writeUInt16LE(ownName.length, 26)
    const behind = Buffer.alloc(sizesBehind ? 16 : 0)
    if (sizesBehind)
      for (const [at, value] of [0x08074b50, ...sizes].entries()) behind.writeUInt32LE(value, 4 * at)
    const claimed = [entry.size ?? raw.length, entry.packed ?? body.length, entry.start ?? offset] as const
    const extra = Buffer.alloc(entry.isWide ? 28 : 0)
    if (entry.isWide) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(24, 2)
      for (const [at, value] of claimed.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * at)
    }
    const [size, packed, start] = entry.isWide ? [ELSEWHERE, ELSEWHERE, ELSEWHERE] : claimed
    const listing = Buffer.alloc(46)
    listing.writeUInt32LE(0x02014b50, 0)
    listing.writeUInt16LE(flags, 8)
    listing.writeUInt16LE(method, 10)
    listing.writeUInt32LE(entry.checksum ?? crc32(raw), 16)
    listing.writeUInt32LE(packed, 20)
    listing.writeUInt32LE(size, 24)
    listing.writeUInt16LE(name.length, 28)
    listing.writeUInt16LE(extra.length, 30)
    listing.writeUInt32LE(start, 42)
    bodies.push(head, Buffer.from(ownName), body, behind)
    directory.push(listing, Buffer.from(name), extra)
    offset += head.length + ownName.length + body.length + behind.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...bodies, listed, end]))
}

export interface Book {
  /** The markup of the shared strings. */
  readonly strings?: string
  /** Codes of the number formats of styles 1, 2 and so on. */
  readonly formats?: readonly (string | number)[]
  readonly is1904?: boolean
  readonly isUncalculated?: boolean
  /** Names of hidden sheets. */
  readonly hidden?: readonly string[]
  /** More entries of the archive. */
  readonly others?: readonly ArchiveEntry[]
  /** What the archive claims of the sheets. */
  readonly claims?: Partial<ArchiveEntry>
}

const FIRST_CODE = 164

/** A workbook of sheets given as the markup of their rows. */
export function workbookOf(
  sheets: Readonly<Record<string, string>>,
  book: Book = {},
): Uint8Array<ArrayBuffer> {
  const { strings = '<sst/>', formats = [], is1904 = false, isUncalculated = false, hidden = [] } = book
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (all: readonly string[]) => `<Relationships>${all.join('')}</Relationships>`
  const names = Object.keys(sheets)
  const listed = names.map(
    (name, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  )
  const codes = formats.map((code, at) =>
    typeof code === 'number' ? '' : `<numFmt numFmtId="${FIRST_CODE + at}" formatCode="${escaped(code)}"/>`,
  )
  const styles = formats.map(
    (code, at) => `<xf numFmtId="${typeof code === 'number' ? code : FIRST_CODE + at}"/>`,
  )
  return archiveOf([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: '_rels/.rels', data: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns:r="r"><workbookPr date1904="${is1904}"/><sheets>${listed.join('')}</sheets><calcPr fullCalcOnLoad="${isUncalculated}"/></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations([
        ...names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation('rId98', 'styles', 'styles.xml'),
        relation('rId99', 'sharedStrings', 'sharedStrings.xml'),
      ]),
    },
    {
      name: 'xl/styles.xml',
      data: `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    },
    { name: 'xl/sharedStrings.xml', data: strings },
    ...Object.values(sheets).map((rows, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      data: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...book.claims,
    })),
    ...(book.others ?? []),
  ])
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** The markup of a row of cells: texts, numbers, or markup that stands as it is. */
export function rowOf(cells: readonly (string | number | { readonly markup: string })[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`
    if (typeof cell === 'object') return cell.markup
    return `<c t="inlineStr"><is><t>${cell}</t></is></c>`
  })
  return `<row>${written.join('')}</row>`
}

/** The markup of a cell of a style, with a value as it is written and perhaps a type. */
export function styled(style: number, value: string | number, type = 'n') {
  return { markup: `<c s="${style}" t="${type}"><v>${value}</v></c>` }
}
