/** Archives of spreadsheets: what their directory says is checked before and after anything is unpacked. */
import { describe, expect, test } from 'vitest'
import {
  MAXIMUM_ENTRY_BYTES,
  MAXIMUM_UNPACKED_BYTES,
  openArchive,
  unpack,
} from '../../../../src/model/external-properties/spreadsheets/archive.ts'
import { Refusal } from '../../../../src/model/input/refusal.ts'
import { type ArchiveEntry, archiveOf } from './spreadsheets.ts'

const messageOf = (error: unknown) => (error instanceof Refusal ? `${error.kind}: ${error.message}` : error)
const tooLarge = (what: string) => `TOO_LARGE: ${what}`
const unreadable = (what: string) => `INVALID: the spreadsheet cannot be read as XLSX or CSV: ${what}`
const damaged = unreadable("the entry 'a' in its archive is damaged")
const damagedDirectory = unreadable('the directory of its archive is damaged: create the archive again')
const overlapping = unreadable('entries of its archive overlap, or one goes beyond its end')

/** The texts of all entries by their name, or the error. */
async function contents(bytes: Uint8Array): Promise<unknown> {
  try {
    const archive = openArchive(bytes)
    const texts: Record<string, string> = {}
    for (const [name, entry] of archive.entries)
      texts[name] = new TextDecoder().decode(await unpack(archive, entry))
    return texts
  } catch (error) {
    return messageOf(error)
  }
}

const read = (...entries: readonly ArchiveEntry[]) => contents(archiveOf(entries))
const a = { name: 'a', data: 'one' }
const b = { name: 'b', data: 'two' }

describe('an archive', () => {
  test.each<[name: string, entries: readonly ArchiveEntry[]]>([
    ['packed entries', [a, b]],
    [
      'stored ones',
      [
        { ...a, stored: true },
        { ...b, stored: true },
      ],
    ],
    [
      'sizes behind the data, as streams have',
      [
        { ...a, sizesBehind: true },
        { ...b, stored: true, sizesBehind: true },
      ],
    ],
    [
      'sizes of 64 bits, as some writers have',
      [
        { ...a, isWide: true },
        { ...b, stored: true, isWide: true },
      ],
    ],
  ])('with %s is read', async (_name, entries) => {
    expect(await read(...entries)).toEqual({ a: 'one', b: 'two' })
  })

  test('may be empty, and so may its entries', async () => {
    expect(await read()).toEqual({})
    expect(await read({ name: 'a', data: '' }, { name: 'b', data: '', stored: true })).toEqual({
      a: '',
      b: '',
    })
  })

  test.each<[name: string, entries: readonly ArchiveEntry[], refusal: string]>([
    ['that unpacks to more than its directory says', [{ ...a, size: 2 }], damaged],
    ['that unpacks to less', [{ ...a, size: 4 }], damaged],
    ['that is said to be empty', [{ ...a, size: 0 }], damaged],
    ['whose checksum is another', [{ ...a, checksum: 5 }], damaged],
    ['that is stored and has another checksum', [{ ...a, stored: true, checksum: 5 }], damaged],
    ['that is stored and has two sizes', [{ ...a, stored: true, size: 2 }], damagedDirectory],
    ['with a name of its own', [{ ...a, ownName: 'c' }], damaged],
    ['that begins within another', [a, { ...b, start: 5 }], overlapping],
    ['that is another', [a, { ...b, start: 0 }], overlapping],
    ['that goes beyond the end', [{ ...a, packed: 5000 }], overlapping],
    ['that begins beyond the end', [{ ...a, start: 5000 }], overlapping],
    ['there twice', [a, a], unreadable("its archive has the entry 'a' twice")],
    [
      'that is encrypted',
      [{ ...a, flags: 1 }],
      unreadable("the entry 'a' in its archive is encrypted: save it without a password"),
    ],
    [
      'that is packed in another way',
      [{ ...a, method: 14 }],
      unreadable("the entry 'a' in its archive has an unsupported compression method"),
    ],
    [
      'that is larger than it may be',
      [{ ...a, size: MAXIMUM_ENTRY_BYTES + 1 }],
      tooLarge('an entry in the archive of the spreadsheet has 16777217 bytes: the maximum is 16777216'),
    ],
    [
      'that is far larger, in 64 bits',
      [{ ...a, size: 2 ** 40, isWide: true }],
      tooLarge('an entry in the archive of the spreadsheet has 1099511627776 bytes: the maximum is 16777216'),
    ],
    [
      'of several that are too large together',
      [
        { ...a, size: MAXIMUM_ENTRY_BYTES },
        { ...b, size: MAXIMUM_UNPACKED_BYTES - MAXIMUM_ENTRY_BYTES },
        { name: 'c', data: 'x' },
      ],
      tooLarge('the archive of the spreadsheet has 33554433 bytes: the maximum is 33554432'),
    ],
  ])('with an entry %s is refused', async (_name, entries, refusal) => {
    expect(await read(...entries)).toBe(refusal)
  })

  test('has up to a thousand entries', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `e${at}`, data: '', stored: true }))
    expect(openArchive(archiveOf(named(1000))).entries.size).toBe(1000)
    expect(await read(...named(1001))).toBe(
      tooLarge('the archive of the spreadsheet has 1001 entries: the maximum is 1000'),
    )
  })

  test('is unpacked up to the size of an entry', async () => {
    const data = new Uint8Array(MAXIMUM_ENTRY_BYTES)
    const archive = openArchive(archiveOf([{ name: 'a', data, stored: true }]))
    const [entry] = archive.entries.values()
    expect(await unpack(archive, entry as never)).toHaveLength(MAXIMUM_ENTRY_BYTES)
  })

  const archive = archiveOf([a, b])
  const endsAt = (bytes: Uint8Array) => bytes.length - 22
  /** The archive with a number of its end changed. */
  const withEnd = (at: number, value: number): Uint8Array => {
    const bytes = archive.slice()
    new DataView(bytes.buffer).setUint32(endsAt(bytes) + at, value, true)
    return bytes
  }

  test('has its directory where its end says', async () => {
    expect(await contents(withEnd(16, 1))).toBe(damagedDirectory)
    expect(await contents(withEnd(16, 0xffffffff))).toBe(damagedDirectory)
    expect(await contents(archive.subarray(0, -1))).toBe(unreadable('its archive is cut off: save it again'))
  })

  test('ends before a comment, which is only so long', async () => {
    const commented = (length: number) => new Uint8Array(Buffer.concat([archive, Buffer.alloc(length)]))
    expect(await contents(commented(65_535))).toEqual({ a: 'one', b: 'two' })
    expect(await contents(commented(65_536))).toBe(unreadable('its archive is cut off: save it again'))
  })
})
