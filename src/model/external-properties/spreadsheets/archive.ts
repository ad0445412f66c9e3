/** Unpacks an archive within bounds: a few kilobytes may hold gigabytes, and its directory may say what is not so. */
import { countText } from '../../../world/count-text.ts'
import { tooLarge } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import { crc32 } from './crc32.ts'
import { unreadable } from './sheets.ts'

const MAXIMUM_ENTRIES = 1000
/** Unpacked bytes of one entry, and of all, whether they are packed or stored. */
export const MAXIMUM_ENTRY_BYTES = 16 * 1024 * 1024
export const MAXIMUM_UNPACKED_BYTES = 32 * 1024 * 1024

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const LENGTH_OF_END = 22
const LENGTH_OF_ENTRY = 46
const LENGTH_OF_LOCAL_ENTRY = 30
const MAXIMUM_COMMENT_LENGTH = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
/** A size or place that is in the extra field instead, as 64 bits. */
const ELSEWHERE = 0xffffffff
const WIDE_FIELDS = 1

/** An entry as the directory describes it. */
export interface ArchiveEntry {
  readonly name: string
  readonly method: number
  readonly packed: number
  readonly size: number
  readonly checksum: number
  /** Where its local header starts. */
  readonly start: number
}

export interface Archive {
  readonly bytes: Uint8Array
  readonly entries: ReadonlyMap<string, ArchiveEntry>
}

/**
 * Reads the directory, and unpacks nothing. Throws a Refusal: TOO_LARGE beyond a bound, INVALID for a damaged archive
 * or entries that share bytes.
 */
export function openArchive(bytes: Uint8Array): Archive {
  const view = viewOf(bytes)
  const end = endOfDirectory(view)
  const count = view.getUint16(end + 10, true)
  if (count > MAXIMUM_ENTRIES)
    throw tooLarge(
      'the archive of the spreadsheet',
      countText(count, 'entry', 'entries'),
      `${MAXIMUM_ENTRIES}`,
    )
  const entries = new Map<string, ArchiveEntry>()
  let position = view.getUint32(end + 16, true)
  let total = 0
  for (let index = 0; index < count; index++) {
    if (position + LENGTH_OF_ENTRY > view.byteLength || view.getUint32(position, true) !== DIRECTORY_ENTRY)
      throw damagedDirectory()
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(position + at, true)) as [
      number,
      number,
      number,
    ]
    const next = position + LENGTH_OF_ENTRY + name + extra + comment
    if (next > view.byteLength) throw damagedDirectory()
    const entry = entryAt(bytes, view, position, name, extra)
    total += entry.size
    if (total > MAXIMUM_UNPACKED_BYTES)
      throw tooLarge('the archive of the spreadsheet', countText(total, 'byte'), `${MAXIMUM_UNPACKED_BYTES}`)
    if (entries.has(entry.name)) throw unreadable(`its archive has the entry ${quoted(entry.name)} twice`)
    entries.set(entry.name, entry)
    position = next
  }
  refuseOverlaps([...entries.values()], bytes.length)
  return { bytes, entries }
}

/** The unpacked bytes of an entry. Rejects with a Refusal (INVALID) unless they are what the directory says. */
export async function unpack({ bytes }: Archive, entry: ArchiveEntry): Promise<Uint8Array> {
  const start = startOfData(bytes, entry)
  const packed = bytes.subarray(start, start + entry.packed)
  const unpacked = entry.method === STORED ? packed : await inflated(packed, entry)
  if (unpacked.length !== entry.size || crc32(unpacked) !== entry.checksum) throw isDamaged(entry)
  return unpacked
}

function entryAt(
  bytes: Uint8Array,
  view: DataView,
  position: number,
  nameLength: number,
  extraLength: number,
): ArchiveEntry {
  const nameStart = position + LENGTH_OF_ENTRY
  const name = new TextDecoder().decode(bytes.subarray(nameStart, nameStart + nameLength))
  const extra = new DataView(view.buffer, view.byteOffset + nameStart + nameLength, extraLength)
  const method = view.getUint16(position + 10, true)
  const fields = [24, 20, 42].map((at) => view.getUint32(position + at, true))
  const [size, packed, start] = widened(fields, extra) as [number, number, number]
  if ((view.getUint16(position + 8, true) & ENCRYPTED) !== 0)
    throw unreadable(`the entry ${quoted(name)} in its archive is encrypted: save it without a password`)
  if (method !== STORED && method !== DEFLATED)
    throw unreadable(`the entry ${quoted(name)} in its archive is packed by a method that XLSX does not have`)
  if (size > MAXIMUM_ENTRY_BYTES)
    throw tooLarge(
      'an entry in the archive of the spreadsheet',
      countText(size, 'byte'),
      `${MAXIMUM_ENTRY_BYTES}`,
    )
  if (method === STORED && packed !== size) throw damagedDirectory()
  return { name, method, packed, size, checksum: view.getUint32(position + 16, true), start }
}

/** Takes the fields that are too wide for their place from the extra field, in their order. */
function widened(fields: readonly number[], extra: DataView): number[] {
  if (!fields.includes(ELSEWHERE)) return [...fields]
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== WIDE_FIELDS) continue
    let next = at + 4
    return fields.map((field) => {
      if (field !== ELSEWHERE) return field
      if (next + 8 > extra.byteLength) throw damagedDirectory()
      next += 8
      // Far beyond every bound, whatever it is rounded to.
      return Number(extra.getBigUint64(next - 8, true))
    })
  }
  throw damagedDirectory()
}

/** Entries that share bytes let a small archive unpack to far more than it has. */
function refuseOverlaps(entries: readonly ArchiveEntry[], length: number): void {
  const sorted = entries.toSorted((a, b) => a.start - b.start)
  for (const [index, { start, packed }] of sorted.entries()) {
    const next = sorted[index + 1]?.start ?? length
    if (start + LENGTH_OF_LOCAL_ENTRY + packed > next)
      throw unreadable('entries of its archive overlap, or one goes beyond its end')
  }
}

function startOfData(bytes: Uint8Array, entry: ArchiveEntry): number {
  const { name, method, packed, start } = entry
  const view = viewOf(bytes)
  if (view.getUint32(start, true) !== LOCAL_ENTRY || view.getUint16(start + 8, true) !== method)
    throw isDamaged(entry)
  const nameStart = start + LENGTH_OF_LOCAL_ENTRY
  const dataStart = nameStart + view.getUint16(start + 26, true)
  const end = dataStart + view.getUint16(start + 28, true) + packed
  const isNamedSo = new TextDecoder().decode(bytes.subarray(nameStart, dataStart)) === name
  if (!isNamedSo || end > bytes.length) throw isDamaged(entry)
  return end - packed
}

async function inflated(packed: Uint8Array, entry: ArchiveEntry): Promise<Uint8Array> {
  const unpacked = new Uint8Array(entry.size)
  let length = 0
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream()
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return unpacked.subarray(0, length)
      if (length + value.length > entry.size) throw isDamaged(entry)
      unpacked.set(value, length)
      length += value.length
    }
  } catch {
    await reader.cancel().catch(() => undefined)
    throw isDamaged(entry)
  }
}

function endOfDirectory(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - LENGTH_OF_END - MAXIMUM_COMMENT_LENGTH)
  for (let position = view.byteLength - LENGTH_OF_END; position >= earliest; position--)
    if (view.getUint32(position, true) === END_OF_DIRECTORY) return position
  throw unreadable('its archive is cut off')
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function damagedDirectory() {
  return unreadable('the directory of its archive is damaged')
}

function isDamaged({ name }: ArchiveEntry) {
  return unreadable(`the entry ${quoted(name)} in its archive is damaged`)
}
