/**
 * The directory of a ZIP archive (its format is PKWARE's APPNOTE 6.3). Nothing is unpacked: a few kilobytes may hold
 * gigabytes, and a directory may say what is not so. A library for archives (fflate 0.8) trusts the sizes of a directory and does not
 * say that an entry is encrypted.
 */
import { quoted } from './refusal.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const LENGTH_OF_END = 22
const LENGTH_OF_ENTRY = 46
const LENGTH_OF_LOCAL_ENTRY = 30
const MAXIMUM_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
/** A size or place that is in the extra field instead, as 64 bits. */
const ELSEWHERE = 0xffffffff
const WIDE_FIELDS = 1

/** An entry as the directory describes it. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly packed: number
  readonly size: number
  readonly checksum: number
  /** Where its local header starts. */
  readonly start: number
}

/** What an archive may hold, and the errors of its reader. `what` begins with `it`, `its` or the entry. */
export interface ZipRules {
  readonly maximumEntries: number
  readonly tooMany: (count: number) => Error
  readonly unreadable: (what: string) => Error
}

/** Whether data begins like a ZIP archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes.length >= LENGTH_OF_END && viewOf(bytes).getUint32(0, true) === LOCAL_ENTRY
}

/** The entries of an archive in its order, one after the other. Throws the errors of its rules. */
export function* readZipDirectory(bytes: Uint8Array, rules: ZipRules): Generator<ZipEntry> {
  const view = viewOf(bytes)
  const end = endOfDirectory(view, rules)
  const count = view.getUint16(end + 10, true)
  if (count > rules.maximumEntries) throw rules.tooMany(count)
  let position = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (position + LENGTH_OF_ENTRY > view.byteLength || view.getUint32(position, true) !== DIRECTORY_ENTRY)
      throw damagedDirectory(rules)
    const nameStart = position + LENGTH_OF_ENTRY
    const extraStart = nameStart + view.getUint16(position + 28, true)
    const extraEnd = extraStart + view.getUint16(position + 30, true)
    const next = extraEnd + view.getUint16(position + 32, true)
    if (next > view.byteLength) throw damagedDirectory(rules)
    const fields = [24, 20, 42].map((at) => view.getUint32(position + at, true))
    const extra = viewOf(bytes.subarray(extraStart, extraEnd))
    const [size, packed, start] = widened(fields, extra, rules) as [number, number, number]
    const entry: ZipEntry = {
      name: new TextDecoder().decode(bytes.subarray(nameStart, extraStart)),
      method: view.getUint16(position + 10, true),
      isEncrypted: (view.getUint16(position + 8, true) & ENCRYPTED) !== 0,
      checksum: view.getUint32(position + 16, true),
      size,
      packed,
      start,
    }
    if (entry.method === STORED && packed !== size) throw damagedDirectory(rules)
    yield entry
    position = next
  }
}

/** Throws if an entry is encrypted, or packed otherwise than by DEFLATE. */
export function refusePacking({ name, method, isEncrypted }: ZipEntry, { unreadable }: ZipRules): void {
  const entry = `the entry ${quoted(name)} in its archive`
  if (isEncrypted) throw unreadable(`${entry} is encrypted: save it without a password`)
  if (method !== STORED && method !== DEFLATED)
    throw unreadable(`${entry} has an unsupported compression method`)
}

export function isStored({ method }: ZipEntry): boolean {
  return method === STORED
}

/** The start and end of the packed bytes of an entry. Throws if its own header differs from the directory. */
export function packedRange(
  bytes: Uint8Array,
  entry: ZipEntry,
  rules: ZipRules,
): [start: number, end: number] {
  const { name, method, packed, start } = entry
  if (start + LENGTH_OF_LOCAL_ENTRY > bytes.length) throw damagedEntry(entry, rules)
  const view = viewOf(bytes)
  if (view.getUint32(start, true) !== LOCAL_ENTRY || view.getUint16(start + 8, true) !== method)
    throw damagedEntry(entry, rules)
  const nameStart = start + LENGTH_OF_LOCAL_ENTRY
  const dataStart = nameStart + view.getUint16(start + 26, true)
  const end = dataStart + view.getUint16(start + 28, true) + packed
  const isNamedSo = new TextDecoder().decode(bytes.subarray(nameStart, dataStart)) === name
  if (!isNamedSo || end > bytes.length) throw damagedEntry(entry, rules)
  return [end - packed, end]
}

/** Entries that share bytes let a small archive unpack to far more than it has. */
export function refuseOverlaps(entries: Iterable<ZipEntry>, length: number, { unreadable }: ZipRules): void {
  const sorted = [...entries].toSorted((a, b) => a.start - b.start)
  for (const [index, { start, packed }] of sorted.entries()) {
    const next = sorted[index + 1]?.start ?? length
    if (start + LENGTH_OF_LOCAL_ENTRY + packed > next)
      throw unreadable('entries of its archive overlap, or one goes beyond its end')
  }
}

export function damagedEntry({ name }: ZipEntry, { unreadable }: ZipRules): Error {
  return unreadable(`the entry ${quoted(name)} in its archive is damaged`)
}

/** Takes the fields that are too wide for their place from the extra field, in their order. */
function widened(fields: readonly number[], extra: DataView, rules: ZipRules): readonly number[] {
  if (!fields.includes(ELSEWHERE)) return fields
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== WIDE_FIELDS) continue
    let next = at + 4
    return fields.map((field) => {
      if (field !== ELSEWHERE) return field
      if (next + 8 > extra.byteLength) throw damagedDirectory(rules)
      next += 8
      // Far beyond every bound, whatever it is rounded to.
      return Number(extra.getBigUint64(next - 8, true))
    })
  }
  throw damagedDirectory(rules)
}

/** The record at the end, which a comment may follow. */
function endOfDirectory(view: DataView, { unreadable }: ZipRules): number {
  const earliest = Math.max(0, view.byteLength - LENGTH_OF_END - MAXIMUM_COMMENT)
  for (let position = view.byteLength - LENGTH_OF_END; position >= earliest; position--)
    if (view.getUint32(position, true) === END_OF_DIRECTORY) return position
  throw unreadable('its archive is cut off: save it again')
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function damagedDirectory({ unreadable }: ZipRules): Error {
  return unreadable('the directory of its archive is damaged: create the archive again')
}
