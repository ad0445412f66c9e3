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
}

export function archiveOf(entries: readonly ArchiveEntry[]): Uint8Array<ArrayBuffer> {
  const bodies: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, data, stored = false, size, packed, flags = 0 } of entries) {
    const raw = typeof data === 'string' ? new TextEncoder().encode(data) : data
    const body = stored ? raw : deflateRawSync(raw, { level: 9 })
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(stored ? 0 : 8, 8)
    head.writeUInt32LE(crc32(raw), 14)
    head.writeUInt32LE(body.length, 18)
    head.writeUInt32LE(raw.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(stored ? 0 : 8, 10)
    entry.writeUInt32LE(crc32(raw), 16)
    entry.writeUInt32LE(packed ?? body.length, 20)
    entry.writeUInt32LE(size ?? raw.length, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(head, Buffer.from(name), body)
    directory.push(entry, Buffer.from(name))
    offset += head.length + name.length + body.length
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

/** A workbook of sheets given as the markup of their rows. */
export function workbookOf(
  sheets: Readonly<Record<string, string>>,
  claims: Partial<ArchiveEntry> = {},
  strings = '<sst/>',
  others: readonly ArchiveEntry[] = [],
): Uint8Array<ArrayBuffer> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (all: readonly string[]) => `<Relationships>${all.join('')}</Relationships>`
  const names = Object.keys(sheets)
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  return archiveOf([
    { name: '[Content_Types].xml', data: '<Types/>' },
    { name: '_rels/.rels', data: relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]) },
    { name: 'xl/workbook.xml', data: `<workbook xmlns:r="r"><sheets>${listed.join('')}</sheets></workbook>` },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relations([
        ...names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
        relation('rId99', 'sharedStrings', 'sharedStrings.xml'),
      ]),
    },
    { name: 'xl/sharedStrings.xml', data: strings },
    ...Object.values(sheets).map((rows, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      data: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ...claims,
    })),
    ...others,
  ])
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
