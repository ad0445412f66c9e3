/** Reads files of a ZIP archive from memory, within limits. */
import { inflateRawSync } from 'node:zlib'
import {
  damagedEntry,
  isStored,
  packedRange,
  readZipDirectory,
  refusePacking,
  type ZipEntry,
  type ZipRules,
} from '../model/input/zip.ts'
import { countText } from '../world/count-text.ts'
import { quoted } from './failure.ts'

export interface Zipped {
  readonly names: readonly string[]
  /** The content of a file; undefined if there is no such file. Throws ZipProblem if it cannot be read. */
  read(name: string): Buffer | undefined
}

/** Why a ZIP archive cannot be read. */
export class ZipProblem extends Error {}

/** The maximum number of files, bytes of one file, and bytes of all files. */
const MAXIMUM_FILES = 20_000
const MAXIMUM_FILE = 64 * 1024 * 1024
const MAXIMUM_BYTES = 256 * 1024 * 1024

const RULES: ZipRules = {
  maximumEntries: MAXIMUM_FILES,
  tooMany: (count) =>
    new ZipProblem(`it has ${countText(count, 'file')}, more than the maximum of ${MAXIMUM_FILES}`),
  unreadable: (what) => new ZipProblem(what),
}

/** Reads the list of files. Each is decompressed on request. Throws ZipProblem. */
export function readZip(bytes: Buffer): Zipped {
  const entries = new Map<string, ZipEntry>()
  for (const entry of readZipDirectory(bytes, RULES)) entries.set(entry.name, entry)
  let left = MAXIMUM_BYTES
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const content = unpack(bytes, entry, Math.min(left, MAXIMUM_FILE))
      left -= content.length
      return content
    },
  }
}

function unpack(bytes: Buffer, entry: ZipEntry, maximum: number): Buffer {
  refusePacking(entry, RULES)
  const packed = bytes.subarray(...packedRange(bytes, entry, RULES))
  if (isStored(entry) && packed.length <= maximum) return packed
  try {
    if (!isStored(entry)) return inflateRawSync(packed, { maxOutputLength: Math.max(maximum, 1) })
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'ERR_BUFFER_TOO_LARGE')
      throw damagedEntry(entry, RULES)
  }
  throw new ZipProblem(
    `the entry ${quoted(entry.name)} in its archive is too large: the maximum is ${MAXIMUM_FILE} bytes, and ${MAXIMUM_BYTES} for all files`,
  )
}
