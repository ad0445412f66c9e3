/** Reads files of a ZIP archive (its format is PKWARE's APPNOTE 6.3) from memory, within limits. */
import { inflateRawSync } from 'node:zlib'
import { countText } from '../world/count-text.ts'

export interface Zipped {
  readonly names: readonly string[]
  /** The content of a file; undefined if there is no such file. Throws ZipFault if it cannot be read. */
  read(name: string): Buffer | undefined
}

/** Why a ZIP archive cannot be read. */
export class ZipFault extends Error {}

const LOCAL_HEADER = 0x0403_4b50
const CENTRAL_HEADER = 0x0201_4b50
const END = 0x0605_4b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
const MAXIMUM_COMMENT_LENGTH = 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
/** The maximum number of files, bytes of one file, and bytes of all files. */
const MAXIMUM_FILES = 20_000
const MAXIMUM_FILE_BYTES = 64 * 1024 * 1024
const MAXIMUM_BYTES = 256 * 1024 * 1024

/** Whether data begins like a ZIP archive. */
export function isZip(bytes: Buffer): boolean {
  return bytes.length >= END_LENGTH && bytes.readUInt32LE(0) === LOCAL_HEADER
}

interface Entry {
  readonly method: number
  readonly isEncrypted: boolean
  readonly packed: number
  readonly offset: number
}

/** Reads the list of files. Each is decompressed on request. Throws ZipFault. */
export function readZip(bytes: Buffer): Zipped {
  const entries = readEntries(bytes)
  let left = MAXIMUM_BYTES
  return {
    names: [...entries.keys()],
    read: (name) => {
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      const content = unpack(bytes, name, entry, Math.min(left, MAXIMUM_FILE_BYTES))
      left -= content.length
      return content
    },
  }
}

function readEntries(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > MAXIMUM_FILES)
    throw new ZipFault(`it has ${countText(count, 'file')}, more than the maximum of ${MAXIMUM_FILES}`)
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_LENGTH > end || bytes.readUInt32LE(at) !== CENTRAL_HEADER)
      throw new ZipFault('the list of its files is damaged or not supported: create the archive again')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    )
    const name = bytes.toString('utf8', at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + (nameLength ?? 0))
    entries.set(name, {
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += CENTRAL_LENGTH + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}

/** The record at the end, which a comment may follow. */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - END_LENGTH
  for (let at = last; at >= Math.max(0, last - MAXIMUM_COMMENT_LENGTH); at--)
    if (bytes.readUInt32LE(at) === END) return at
  throw new ZipFault('it begins like a ZIP archive, but has no end: save it again')
}

function unpack(bytes: Buffer, name: string, entry: Entry, maximum: number): Buffer {
  const { method, isEncrypted, packed, offset } = entry
  const shown = `'${name.slice(0, 100)}' in it`
  if (isEncrypted) throw new ZipFault(`${shown} is encrypted: create the archive without a password`)
  if (method !== STORED && method !== DEFLATED)
    throw new ZipFault(`${shown} has an unsupported compression method`)
  if (offset + LOCAL_LENGTH > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER)
    throw new ZipFault(`${shown} is damaged`)
  const begin = offset + LOCAL_LENGTH + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = bytes.subarray(begin, begin + packed)
  if (content.length < packed) throw new ZipFault(`${shown} is truncated`)
  if (method === STORED && content.length <= maximum) return content
  try {
    if (method === DEFLATED) return inflateRawSync(content, { maxOutputLength: Math.max(maximum, 1) })
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'ERR_BUFFER_TOO_LARGE')
      throw new ZipFault(`${shown} is damaged: ${(error as Error).message}`)
  }
  throw new ZipFault(
    `${shown} is too large: the maximum is ${MAXIMUM_FILE_BYTES} bytes, and ${MAXIMUM_BYTES} for all files`,
  )
}
