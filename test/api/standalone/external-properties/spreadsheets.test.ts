import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { MAXIMUM_BYTES } from '../../../../src/model/external-properties/spreadsheets/sheets.ts'
import { readSheets } from '../../../../src/model/external-properties/spreadsheets/read-sheets.ts'
import { Refusal } from '../../../../src/model/refusal.ts'
import { rowOf, workbookOf } from './spreadsheets.ts'
import { boundArchive } from '../../../../src/model/external-properties/spreadsheets/archive-bounds.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const refusalOf = (bytes: Uint8Array) =>
  readSheets(bytes).then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a workbook', () => {
  test('has its sheets in order, with texts, numbers, days and truth values', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'A & B',
          rows: [
            ['Key', 'Cost', 'When', 'Ok'],
            ['REQ-001', 12.5, new Date('2026-01-02T00:00:00Z'), true],
            [],
            ['REQ-002', null, ' ', null],
          ],
        },
        { name: 'Empty', rows: [] },
      ],
    })
    expect(await readSheets(bytes)).toEqual([
      {
        name: 'A & B',
        rows: [
          { number: 1, cells: ['Key', 'Cost', 'When', 'Ok'] },
          { number: 2, cells: ['REQ-001', 12.5, '2026-01-02', true] },
          { number: 4, cells: ['REQ-002'] },
        ],
      },
      { name: 'Empty', rows: [] },
    ])
  })

  test('gives formulas the value that was saved', async () => {
    const cells = [
      { markup: '<c><f>1+1</f><v>2</v></c>' },
      { markup: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
    ]
    const [sheet] = await readSheets(workbookOf({ S: rowOf(cells) }))
    expect(sheet?.rows).toEqual([{ number: 1, cells: [2, '#DIV/0!'] }])
  })

  const hostile: readonly [name: string, bytes: () => Uint8Array, kind: string][] = [
    [
      'says that it holds gigabytes',
      () => workbookOf({ S: '' }, { data: new Uint8Array(100e6) }),
      'TOO_LARGE',
    ],
    [
      'holds more than it says',
      () => workbookOf({ S: '' }, { data: new Uint8Array(100e6), size: 99 }),
      'INVALID',
    ],
    ['does not say how much it holds', () => workbookOf({ S: 'x' }, { size: 0 }), 'INVALID'],
    ['says it elsewhere', () => workbookOf({ S: 'x' }, { size: 0, packed: 0, flags: 8 }), 'INVALID'],
    ['is not packed', () => workbookOf({ S: ' '.repeat(1e6) }, { stored: true }), 'TOO_LARGE'],
    ['has a million empty rows', () => workbookOf({ S: '<row/>'.repeat(1e6) }), 'TOO_LARGE'],
    ['has fewer, packed well', () => workbookOf({ S: '<row/>'.repeat(600_000) }), 'TOO_LARGE'],
    [
      'has rows that are far too wide',
      () => workbookOf({ S: '<row><c r="XFD1"/></row>'.repeat(100_000) }),
      'TOO_LARGE',
    ],
    [
      'has a cell far off',
      () => workbookOf({ S: '<row r="1048576"><c r="XFD1048576"/></row>' }),
      'TOO_LARGE',
    ],
    ['has rows that are no numbers', () => workbookOf({ S: '<row r="x"><c><v>1</v></c></row>' }), 'INVALID'],
    [
      'has too many sheets',
      () => workbookOf(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`S${at}`, '']))),
      'TOO_LARGE',
    ],
    ['has texts nested without an end', () => workbookOf({ S: '' }, {}, '<a>'.repeat(1e6)), 'INVALID'],
    [
      'has too many cells',
      () => workbookOf({ S: rowOf(Array.from({ length: 100 }, () => 1)).repeat(1001) }),
      'TOO_LARGE',
    ],
  ]

  test.each(hostile)('that %s is refused at once', async (_name, bytes, kind) => {
    const begin = process.cpuUsage().user
    const refusal = await refusalOf(bytes())
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ kind })
    // Seconds of work, not of waiting: making the workbook included.
    expect((process.cpuUsage().user - begin) / 1e6).toBeLessThan(5)
  })

  test('that is damaged anywhere is read or refused, and nothing else', async () => {
    const sound = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['Key', 'Cost'],
            ['REQ-001', 1],
          ],
        },
      ],
    })
    const damage = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(damage, async (changes) => {
        const bytes = sound.slice()
        for (const [at, byte] of changes) bytes[at] = byte
        expect((await refusalOf(bytes)) ?? new Refusal('INVALID', '')).toBeInstanceOf(Refusal)
      }),
      { numRuns: 75 },
    )
  })
})

describe('CSV', () => {
  test.each([
    [
      'Key,Cost\r\nREQ-001,"1,5"\r\n',
      [
        ['Key', 'Cost'],
        ['REQ-001', '1,5'],
      ],
    ],
    [
      '\uFEFFKey;Cost\nREQ-001;1\n',
      [
        ['Key', 'Cost'],
        ['REQ-001', '1'],
      ],
    ],
    [
      'Key\tCost\nREQ-001\t"a\nb"',
      [
        ['Key', 'Cost'],
        ['REQ-001', 'a\nb'],
      ],
    ],
    ['Key\n\n  \nREQ-001', [['Key'], ['REQ-001']]],
    ['=1+1,"=cmd()"', [['=1+1', '=cmd()']]],
  ])('%j is read', async (text, cells) => {
    const [sheet] = await readSheets(encode(text))
    expect(sheet?.rows.map((row) => row.cells)).toEqual(cells)
  })

  test('numbers rows as a spreadsheet shows them', async () => {
    const [sheet] = await readSheets(encode('\nKey\n\nREQ-001\n'))
    expect(sheet?.rows.map((row) => row.number)).toEqual([2, 4])
  })

  test.each([
    ['a million empty lines', encode('\n'.repeat(1e6)), 'TOO_LARGE'],
    ['a million columns', encode(','.repeat(1e6)), 'TOO_LARGE'],
    ['no UTF-8', Uint8Array.of(0x4b, 0xff, 0xfe), 'INVALID'],
    ['nothing', new Uint8Array(), 'INVALID'],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'INVALID'],
    ['half an archive', Uint8Array.of(0x50, 0x4b, 3, 4), 'INVALID'],
  ])('of %s is refused', async (_name, bytes, kind) => {
    expect(await refusalOf(bytes)).toMatchObject({ kind })
  })
})

const MEBIBYTE = 1024 * 1024
/** `kind: message` of what refuses, or what was answered. */
const messageOf = (error: unknown) => (error instanceof Refusal ? `${error.kind}: ${error.message}` : error)
const outcome = (bytes: Uint8Array) => readSheets(bytes).catch(messageOf)
const rowsOf = async (bytes: Uint8Array) => (await readSheets(bytes)).map(({ rows }) => rows)
const tooLarge = (what: string) => `TOO_LARGE: ${what}`
const unreadable = (what: string) => `INVALID: the spreadsheet cannot be read as XLSX or CSV: ${what}`

/** What the directory of an archive says of an entry: sizes once packed and unpacked, and bytes behind its name. */
interface Claim {
  readonly size?: number
  readonly packed?: number
  readonly stored?: boolean
  readonly flags?: number
  readonly extra?: number
  readonly comment?: number
  readonly signature?: number
}

interface Layout {
  /** Bytes before the directory. */
  readonly before?: number
  /** Where the directory is said to be; where it is, when absent. */
  readonly at?: number
  /** Bytes of a comment behind the end. */
  readonly comment?: number
  /** Puts the directory behind the end, as a comment. */
  readonly behind?: boolean
}

/** An archive that has nothing but its directory and its end. */
function directoryOf(claims: readonly Claim[], layout: Layout = {}): Uint8Array {
  const { before = 0, comment = 0, behind = false } = layout
  const listed = Buffer.concat(
    claims.map(
      ({ size = 10, packed = 5, stored = false, flags = 0, extra = 0, comment: note = 0, signature }) => {
        const entry = Buffer.alloc(46 + 3 + extra + note)
        entry.writeUInt32LE(signature ?? 0x02014b50, 0)
        entry.writeUInt16LE(flags, 8)
        entry.writeUInt16LE(stored ? 0 : 8, 10)
        entry.writeUInt32LE(packed, 20)
        entry.writeUInt32LE(size, 24)
        entry.writeUInt16LE(3, 28)
        entry.writeUInt16LE(extra, 30)
        entry.writeUInt16LE(note, 32)
        return entry
      },
    ),
  )
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(claims.length, 10)
  end.writeUInt32LE(layout.at ?? before + (behind ? end.length : 0), 16)
  const parts = behind ? [end, listed] : [listed, end]
  return new Uint8Array(Buffer.concat([Buffer.alloc(before), ...parts, Buffer.alloc(comment)]))
}

const bounded = (claims: readonly Claim[], layout?: Layout) => {
  try {
    return boundArchive(directoryOf(claims, layout))
  } catch (error) {
    return messageOf(error)
  }
}

describe('the directory of an archive', () => {
  const unsaid = unreadable('the directory of its archive does not say how much it holds')
  const damaged = unreadable('the directory of its archive is damaged')

  test.each<[name: string, claims: readonly Claim[], said: number | string]>([
    ['no entries', [], 0],
    ['several entries', [{ size: 1 }, { size: 2 }, { size: 30 }], 33],
    ['extra fields and comments', [{ size: 1, extra: 4, comment: 2 }, { size: 2 }], 3],
    ['a thousand entries', Array.from({ length: 1000 }, () => ({ size: 1 })), 1000],
    [
      'one more',
      Array.from({ length: 1001 }, () => ({ size: 1 })),
      tooLarge('the archive of the spreadsheet has 1001 entries: the maximum is 1000'),
    ],
    ['an entry that is as large as it may be', [{ size: 4 * MEBIBYTE }], 4 * MEBIBYTE],
    [
      'one that is larger',
      [{ size: 4 * MEBIBYTE + 1 }],
      tooLarge('an entry in the archive of the spreadsheet has 4194305 bytes: the maximum is 4194304'),
    ],
    ['as much as there may be', [{ size: 4 * MEBIBYTE }, { size: 4 * MEBIBYTE }], 8 * MEBIBYTE],
    [
      'more than that',
      [{ size: 4 * MEBIBYTE }, { size: 4 * MEBIBYTE }, { size: 1 }],
      tooLarge('the archive of the spreadsheet has 8388609 bytes: the maximum is 8388608'),
    ],
    ['an entry that is not packed', [{ size: 65_536, packed: 65_536, stored: true }], 65_536],
    [
      'a large one that is not packed',
      [{ size: 65_537, packed: 1, stored: true }],
      tooLarge(
        'an entry in the archive of the spreadsheet has 65537 bytes, not packed: the maximum is 65536',
      ),
    ],
    [
      'one that says less than it holds',
      [{ size: 1, packed: 65_537, stored: true }],
      tooLarge('an entry in the archive of the spreadsheet has 1 byte, not packed: the maximum is 65536'),
    ],
    ['an empty entry', [{ size: 0, packed: 0 }], 0],
    ['an empty entry that is packed', [{ size: 0, packed: 2 }], 0],
    ['one of a byte', [{ size: 0, packed: 1 }], 0],
    ['an entry without a size', [{ size: 0, packed: 3 }], unsaid],
    ['an entry of nothing that holds something', [{ size: 5, packed: 0 }], unsaid],
    ['sizes behind the entry', [{ size: 0, packed: 0, flags: 8 }], unsaid],
    ['sizes there as well', [{ size: 10, packed: 5, flags: 8 }], 10],
    ['other flags', [{ size: 0, packed: 0, flags: 2 }], 0],
    ['what is no entry', [{ signature: 0x02014b51 }], damaged],
  ])('with %s', (_name, claims, result) => {
    expect(bounded(claims)).toBe(result)
  })

  test('is found wherever the end says, and must be there', () => {
    expect(bounded([{ size: 7 }], { before: 100 })).toBe(7)
    expect(bounded([{ size: 7 }], { behind: true })).toBe(7)
    expect(bounded([{ size: 7 }], { at: 1 })).toBe(damaged)
    expect(bounded([{ size: 7 }], { at: 70 })).toBe(damaged)
    expect(bounded([{ size: 7 }], { at: 4_000_000_000 })).toBe(damaged)
  })

  test('may have an entry that ends where the archive does', () => {
    const bytes = directoryOf([{ size: 7 }], { behind: true })
    // The name counts no more than what an entry must have.
    expect(boundArchive(bytes.subarray(0, bytes.length - 3))).toBe(7)
    expect(() => boundArchive(bytes.subarray(0, bytes.length - 4))).toThrow('is damaged')
  })

  test('ends before a comment, which is only so long', () => {
    expect(bounded([{ size: 7 }], { comment: 5 })).toBe(7)
    expect(bounded([{ size: 7 }], { comment: 65_535 })).toBe(7)
    expect(bounded([{ size: 7 }], { comment: 65_536 })).toBe(unreadable('its archive is cut off'))
  })
})

describe('a workbook', () => {
  const sheets = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`S${at}`, rowOf([at])]))

  test('has up to 20 sheets', async () => {
    expect(await rowsOf(workbookOf(sheets(20)))).toHaveLength(20)
    expect(await outcome(workbookOf(sheets(21)))).toBe(
      tooLarge('the spreadsheet has 21 sheets: the maximum is 20'),
    )
  })

  test('has fewer sheets where it holds much, as each is read with what they share', async () => {
    const most = 4 * MEBIBYTE
    const rest = most - boundArchive(workbookOf(sheets(4)))
    const holding = (size: number) =>
      workbookOf(sheets(4), {}, '<sst/>', [{ name: 'media', data: 'x', size, packed: 3 }])
    expect(boundArchive(holding(rest))).toBe(most)
    expect(await rowsOf(holding(rest))).toHaveLength(4)
    expect(await outcome(holding(rest + 1))).toBe(
      tooLarge(
        'the spreadsheet has 4 sheets in 4194305 bytes: the maximum is 16777216 for both multiplied, so save fewer sheets in one file',
      ),
    )
  })

  test('has as many cells as there may be', async () => {
    const row = rowOf(Array.from({ length: 100 }, () => 1))
    const [rows] = await rowsOf(workbookOf({ S: row.repeat(1000) }))
    expect(rows).toHaveLength(1000)
  })

  test('numbers rows from 1 to 10,001', async () => {
    const of = (number: number) => workbookOf({ S: `<row r="${number}"><c><v>5</v></c></row>` })
    expect(await rowsOf(of(1))).toEqual([[{ number: 1, cells: [5] }]])
    expect(await rowsOf(of(10_001))).toEqual([[{ number: 10_001, cells: [5] }]])
    expect(await outcome(of(10_002))).toBe(
      tooLarge('a sheet of the spreadsheet has 10001 rows below its header: the maximum is 10000'),
    )
    expect(await outcome(of(0))).toBe(unreadable('it has a row 0'))
  })

  test('leaves out empty rows', async () => {
    const rows = `<row/>${rowOf([1])}<row><c/></row>${rowOf([2])}<row/>`
    expect(await rowsOf(workbookOf({ S: rows }))).toEqual([
      [
        { number: 2, cells: [1] },
        { number: 4, cells: [2] },
      ],
    ])
  })

  test('distinguishes unsaved formulas of each sheet from cells that are empty or hold no number', async () => {
    const cells = (...markup: readonly string[]) => rowOf(markup.map((one) => ({ markup: one })))
    const link = '</sheetData><hyperlinks><hyperlink ref="A1" location="B1"/></hyperlinks><sheetData>'
    const book = workbookOf({
      First: cells('<c><f>1+1</f></c>', '<c/>', '<c><v>1</v></c>'),
      Second: cells('<c/>', '<c><f>2+2</f></c>', '<c><f>3+3</f><v>6</v></c>'),
      Third: cells('<c><v>1e999</v></c>', '<c><f>9^999</f><v>1e999</v></c>', '<c><v>1</v></c>'),
      Fourth: cells('<c/>', '<c><v>1</v></c>') + link,
    })
    expect(await rowsOf(book)).toEqual([
      [{ number: 1, cells: [{ formula: '1+1' }, null, 1] }],
      [{ number: 1, cells: [null, { formula: '2+2' }, 6] }],
      [{ number: 1, cells: [null, null, 1] }],
      [{ number: 1, cells: [null, 1] }],
    ])
  })
})

describe('CSV', () => {
  const lines = (count: number, columns = 1) => encode(`${'x,'.repeat(columns - 1)}x\n`.repeat(count))

  test('has up to 10,001 rows, 100 columns and 100,000 cells', async () => {
    const cellsOf = async (bytes: Uint8Array) =>
      (await rowsOf(bytes)).flat().reduce((sum, { cells }) => sum + cells.length, 0)
    expect(await cellsOf(lines(10_001))).toBe(10_001)
    expect(await outcome(lines(10_002))).toBe(
      tooLarge('a sheet of the spreadsheet has 10001 rows below its header: the maximum is 10000'),
    )
    expect(await cellsOf(lines(1000, 100))).toBe(100_000)
    expect(await outcome(lines(1001, 100))).toBe(
      tooLarge('the spreadsheet has 100100 cells: the maximum is 100000'),
    )
    expect(await outcome(lines(1, 101))).toBe(
      tooLarge('a row of the spreadsheet has 101 columns: the maximum is 100'),
    )
  })

  test('keeps a value that is a control character', async () => {
    const [rows] = await rowsOf(encode('Key,Cost\n\u0000,5'))
    expect(rows?.map(({ cells }) => cells)).toEqual([
      ['Key', 'Cost'],
      ['\u0000', '5'],
    ])
  })
})

describe('the first bytes', () => {
  const encrypted = unreadable(
    'it is encrypted, or of the old format XLS: save it as XLSX without a password',
  )
  const binary = unreadable('it is no UTF-8 text, and no archive')

  test.each<[bytes: readonly number[], said: string]>([
    [[0xd0, 0xcf, 0x11, 0xe0], encrypted],
    [[0xd0, 0xcf, 0x61], binary],
    [[0x61, 0xcf, 0x11], binary],
  ])('%j are distinguished', async (bytes, result) => {
    expect(await outcome(Uint8Array.from(bytes))).toBe(result)
  })

  test.each(['ab\u0011', '\u0410\u0011', 'Price,Key', '1K,Key'])('of %j are text', async (text) => {
    expect(await rowsOf(encode(text))).toEqual([[{ number: 1, cells: text.split(',') }]])
  })

  test('are recognised up to the maximum size', async () => {
    const bytes = new Uint8Array(MAXIMUM_BYTES + 1)
    bytes.set([0xd0, 0xcf, 0x11])
    expect(await outcome(bytes)).toBe(tooLarge('the spreadsheet has 8388609 bytes: the maximum is 8388608'))
    expect(await outcome(bytes.subarray(0, -1))).toBe(encrypted)
  })
})

test('what cannot be read is listed as a detail, too', async () => {
  const message = 'the spreadsheet cannot be read as XLSX or CSV: it is empty'
  await expect(readSheets(new Uint8Array())).rejects.toMatchObject({ message, errors: [message] })
})
