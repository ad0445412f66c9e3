/** Unpacks the archive of a spreadsheet within bounds. */
import { countText } from '../../../world/count-text.ts'
import { tooLarge } from '../../input/errors.ts'
import { quoted } from '../../input/refusal.ts'
import {
  damagedEntry,
  isStored,
  packedRange,
  readZipDirectory,
  refuseOverlaps,
  refusePacking,
  type ZipEntry,
  type ZipRules,
} from '../../input/zip.ts'
import { crc32 } from './crc32.ts'
import { unreadable } from './sheets.ts'

const MAXIMUM_ENTRIES = 1000
/** Unpacked bytes of one entry, and of all, whether they are packed or stored. */
export const MAXIMUM_ENTRY_BYTES = 16 * 1024 * 1024
export const MAXIMUM_UNPACKED_BYTES = 32 * 1024 * 1024

const ARCHIVE = 'the archive of the spreadsheet'
const RULES: ZipRules = {
  maximumEntries: MAXIMUM_ENTRIES,
  tooMany: (count) => tooLarge(ARCHIVE, countText(count, 'entry', 'entries'), `${MAXIMUM_ENTRIES}`),
  unreadable,
}

export interface Archive {
  readonly bytes: Uint8Array
  readonly entries: ReadonlyMap<string, ZipEntry>
}

/**
 * Reads the directory, and unpacks nothing. Throws a Refusal: TOO_LARGE beyond a bound, INVALID for a damaged archive
 * or entries that share bytes.
 */
export function openArchive(bytes: Uint8Array): Archive {
  const entries = new Map<string, ZipEntry>()
  let total = 0
  for (const entry of readZipDirectory(bytes, RULES)) {
    refusePacking(entry, RULES)
    const { name, size } = entry
    if (size > MAXIMUM_ENTRY_BYTES)
      throw tooLarge(`an entry in ${ARCHIVE}`, countText(size, 'byte'), `${MAXIMUM_ENTRY_BYTES}`)
    total += size
    if (total > MAXIMUM_UNPACKED_BYTES)
      throw tooLarge(ARCHIVE, countText(total, 'byte'), `${MAXIMUM_UNPACKED_BYTES}`)
    if (entries.has(name)) throw unreadable(`its archive has the entry ${quoted(name)} twice`)
    entries.set(name, entry)
  }
  refuseOverlaps(entries.values(), bytes.length, RULES)
  return { bytes, entries }
}

/** The unpacked bytes of an entry. Rejects with a Refusal (INVALID) unless they are what the directory says. */
export async function unpack({ bytes }: Archive, entry: ZipEntry): Promise<Uint8Array> {
  const packed = bytes.subarray(...packedRange(bytes, entry, RULES))
  const unpacked = isStored(entry) ? packed : await inflated(packed, entry)
  if (unpacked.length !== entry.size || crc32(unpacked) !== entry.checksum) throw damagedEntry(entry, RULES)
  return unpacked
}

async function inflated(packed: Uint8Array, entry: ZipEntry): Promise<Uint8Array> {
  const unpacked = new Uint8Array(entry.size)
  let length = 0
  const source = new Blob([packed as Uint8Array<ArrayBuffer>]).stream()
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return unpacked.subarray(0, length)
      if (length + value.length > entry.size) throw damagedEntry(entry, RULES)
      unpacked.set(value, length)
      length += value.length
    }
  } catch {
    await reader.cancel().catch(() => undefined)
    throw damagedEntry(entry, RULES)
  }
}
