import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { cellCounter, MAXIMUM_BYTES } from '../../../../src/model/external-properties/spreadsheets/sheets.ts'
import { readSheets } from '../../../../src/model/external-properties/spreadsheets/read-sheets.ts'
import { Refusal } from '../../../../src/model/input/refusal.ts'
import { rowOf, workbookOf } from './spreadsheets.ts'

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
          {
            number: 2,
            cells: [
              'REQ-001',
              12.5,
              { value: '2026-01-02', shown: '2026-01-02' },
              { value: true, shown: 'TRUE' },
            ],
          },
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
    expect(sheet?.rows).toEqual([
      { number: 1, cells: [2, { problem: "value '#DIV/0!': its formula has no result" }] },
    ])
  })

  const hostile: readonly [name: string, bytes: () => Uint8Array, kind: string][] = [
    [
      'says that it holds gigabytes',
      () => workbookOf({ S: '' }, { claims: { data: new Uint8Array(100e6) } }),
      'TOO_LARGE',
    ],
    [
      'holds more than it says',
      () => workbookOf({ S: '' }, { claims: { data: new Uint8Array(100e6), size: 99 } }),
      'INVALID',
    ],
    ['does not say how much it holds', () => workbookOf({ S: 'x' }, { claims: { size: 0 } }), 'INVALID'],
    [
      'says it elsewhere',
      () => workbookOf({ S: 'x' }, { claims: { size: 0, packed: 0, flags: 8 } }),
      'INVALID',
    ],
    [
      'is not packed and too large',
      () => workbookOf({ S: ' '.repeat(9e6) }, { claims: { stored: true } }),
      'TOO_LARGE',
    ],
    [
      'has sheets that are one part',
      () => {
        const rows = rowOf([1])
        return workbookOf({ S: rows, T: rows }, { claims: { name: 'xl/worksheets/sheet1.xml' } })
      },
      'INVALID',
    ],
    [
      'declares entities of entities',
      () => workbookOf({ S: '' }, { strings: '<!DOCTYPE sst [<!ENTITY a "aaaa">]><sst/>' }),
      'INVALID',
    ],
    ['has attributes without an end', () => workbookOf({ S: `<row ${'a="1" '.repeat(1e6)}` }), 'INVALID'],
    ['has a text that is all references', () => workbookOf({ S: '&'.repeat(4e6) + '<row' }), 'INVALID'],
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
    [
      'has texts nested without an end',
      () => workbookOf({ S: '' }, { strings: '<a>'.repeat(1e6) }),
      'INVALID',
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
    [
      'sep=;\r\nKey;Cost\r\nREQ-001;1,5',
      [
        ['Key', 'Cost'],
        ['REQ-001', '1,5'],
      ],
    ],
    ['\uFEFF"sep=|"\nKey|Cost', [['Key', 'Cost']]],
    ['sep=\t\nKey\tA,B', [['Key', 'A,B']]],
    ['sep=;', []],
    [
      'sep=;,Key\nx,y',
      [
        ['sep=;', 'Key'],
        ['x', 'y'],
      ],
    ],
  ])('%j is read', async (text, cells) => {
    const [sheet] = await readSheets(encode(text))
    expect(sheet?.rows.map((row) => row.cells)).toEqual(cells)
  })

  test('numbers rows as a spreadsheet shows them', async () => {
    const [sheet] = await readSheets(encode('\nKey\n\nREQ-001\n'))
    expect(sheet?.rows.map((row) => row.number)).toEqual([2, 4])
    const [named] = await readSheets(encode('sep=;\nKey\n\nREQ-001\n'))
    expect(named?.rows.map((row) => row.number)).toEqual([1, 3])
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

/** `kind: message` of what refuses, or what was answered. */
const messageOf = (error: unknown) => (error instanceof Refusal ? `${error.kind}: ${error.message}` : error)
const outcome = (bytes: Uint8Array) => readSheets(bytes).catch(messageOf)
const rowsOf = async (bytes: Uint8Array) => (await readSheets(bytes)).map(({ rows }) => rows)
const tooLarge = (what: string) => `TOO_LARGE: ${what}`
const unreadable = (what: string) => `INVALID: the spreadsheet cannot be read as XLSX or CSV: ${what}`

describe('a workbook', () => {
  const sheets = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`S${at}`, rowOf([at])]))

  test('has up to 20 sheets', async () => {
    expect(await rowsOf(workbookOf(sheets(20)))).toHaveLength(20)
    expect(await outcome(workbookOf(sheets(21)))).toBe(
      tooLarge('the spreadsheet has 21 sheets: the maximum is 20'),
    )
  })

  test('numbers rows from 1 to 10,001', async () => {
    const of = (number: number) => workbookOf({ S: `<row r="${number}"><c><v>5</v></c></row>` })
    expect(await rowsOf(of(1))).toEqual([[{ number: 1, cells: [5] }]])
    expect(await rowsOf(of(10_001))).toEqual([[{ number: 10_001, cells: [5] }]])
    expect(await outcome(of(10_002))).toBe(
      tooLarge('a sheet of the spreadsheet has 10001 rows below its header: the maximum is 10000'),
    )
    expect(await outcome(of(0))).toBe(unreadable("it has a row '0'"))
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

  test('reads what stands in another order than usual, and nothing beside its cells', async () => {
    const link = '</sheetData><hyperlinks><hyperlink ref="A1" location="B1"/></hyperlinks><sheetData>'
    expect(await rowsOf(workbookOf({ S: rowOf([1]) + link }))).toEqual([[{ number: 1, cells: [1] }]])
  })

  test.each([
    ['rows that are not in order', '<row r="5"/><row r="3"/>', 'it has row 3 after row 5'],
    ['a row twice', '<row r="5"/><row r="5"/>', 'it has row 5 after row 5'],
    [
      'cells that are not in order',
      '<row><c r="B1"/><c r="A1"/></row>',
      'the cells of its row 1 are not in order',
    ],
    ['a cell without a place', '<row><c r="1A"/></row>', "it has a cell '1A'"],
    ['tags that do not match', '<row></c></row>', 'the markup of a part of it is damaged'],
  ])('with %s is refused', async (_name, rows, reason) => {
    expect(await outcome(workbookOf({ S: rows }))).toBe(unreadable(reason))
  })

  test('says which of its sheets are hidden, and has no rows of charts', async () => {
    const [first, second] = await readSheets(workbookOf({ First: '', Second: '' }, { hidden: ['Second'] }))
    expect([first, second]).toEqual([
      { name: 'First', rows: [] },
      { name: 'Second', isHidden: true, rows: [] },
    ])
  })
})

test('the cells of all sheets are counted without headers and empty ones', () => {
  const count = cellCounter()
  const row = Array.from({ length: 100 }, () => 1)
  count(row, true)
  for (let rows = 0; rows < 2999; rows++) count(row, false)
  count([null, ...row.slice(1), ' '], false)
  count([1], false)
  expect(() => count([1], false)).toThrow('has more than 300000 cells below its headers')
})

describe('CSV', () => {
  const lines = (count: number, columns = 1) => encode(`${'x,'.repeat(columns - 1)}x\n`.repeat(count))

  test('has up to 10,001 rows and 100 columns', async () => {
    const cellsOf = async (bytes: Uint8Array) =>
      (await rowsOf(bytes)).flat().reduce((sum, { cells }) => sum + cells.length, 0)
    expect(await cellsOf(lines(10_001))).toBe(10_001)
    expect(await outcome(lines(10_002))).toBe(
      tooLarge('a sheet of the spreadsheet has 10001 rows below its header: the maximum is 10000'),
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

  test.each(['ab\u0011', '\u0410\u0011', 'Price,Key', '1K,Key', 'PK,Key'])('of %j are text', async (text) => {
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
