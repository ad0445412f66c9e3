/** Bounds an archive by its directory before it is unpacked: a few kilobytes may hold gigabytes. */
import { tooLarge } from '../../errors.ts'
import { unreadable } from './sheets.ts'
import { countText } from '../../../world/count-text.ts'

const MAXIMUM_ENTRIES = 1000
/** Unpacked bytes of one entry, and of all: markup without an end takes quadratic time. */
const MAXIMUM_ENTRY_BYTES = 4 * 1024 * 1024
const MAXIMUM_UNPACKED_BYTES = 8 * 1024 * 1024
/** Bytes of an entry that is not packed, which is read at once. */
const MAXIMUM_PLAIN_BYTES = 64 * 1024

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LENGTH_OF_END = 22
const LENGTH_OF_ENTRY = 46
const LONGEST_COMMENT = 0xffff
const PLAIN = 0
/** The flag of an entry whose sizes follow its data. */
const SIZES_BEHIND = 8

/** How many bytes an archive unpacks to. Throws a Refusal: TOO_LARGE beyond a bound, INVALID for a bad archive. */
export function boundArchive(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfDirectory(view)
  const entries = view.getUint16(end + 10, true)
  if (entries > MAXIMUM_ENTRIES)
    throw tooLarge(
      'the archive of the spreadsheet',
      countText(entries, 'entry', 'entries'),
      `${MAXIMUM_ENTRIES}`,
    )
  let position = view.getUint32(end + 16, true)
  let total = 0
  for (let entry = 0; entry < entries; entry++) {
    if (position + LENGTH_OF_ENTRY > view.byteLength || view.getUint32(position, true) !== DIRECTORY_ENTRY)
      throw unreadable('the directory of its archive is damaged')
    total += sizeOf(view, position)
    if (total > MAXIMUM_UNPACKED_BYTES)
      throw tooLarge('the archive of the spreadsheet', countText(total, 'byte'), `${MAXIMUM_UNPACKED_BYTES}`)
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(position + at, true))
    position += LENGTH_OF_ENTRY + (name as number) + (extra as number) + (comment as number)
  }
  return total
}

function sizeOf(view: DataView, position: number): number {
  const method = view.getUint16(position + 10, true)
  const packed = view.getUint32(position + 20, true)
  const size = view.getUint32(position + 24, true)
  if (size > MAXIMUM_ENTRY_BYTES || (method === PLAIN && Math.max(size, packed) > MAXIMUM_PLAIN_BYTES))
    throw tooLarge(
      'an entry in the archive of the spreadsheet',
      `${countText(size, 'byte')}${method === PLAIN ? ', not packed' : ''}`,
      `${method === PLAIN ? MAXIMUM_PLAIN_BYTES : MAXIMUM_ENTRY_BYTES}`,
    )
  const elsewhere = (view.getUint16(position + 8, true) & SIZES_BEHIND) !== 0 && packed === 0
  // Without a size the output has no bound; two packed bytes unpack to nothing.
  if (elsewhere || (size === 0 && packed > 2) || (size > 0 && packed === 0))
    throw unreadable('the directory of its archive does not say how much it holds')
  return size
}

function endOfDirectory(view: DataView): number {
  const earliest = Math.max(0, view.byteLength - LENGTH_OF_END - LONGEST_COMMENT)
  for (let position = view.byteLength - LENGTH_OF_END; position >= earliest; position--)
    if (view.getUint32(position, true) === END_OF_DIRECTORY) return position
  throw unreadable('its archive is cut off')
}
