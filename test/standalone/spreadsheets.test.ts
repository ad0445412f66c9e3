import fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { readSheets } from '../../src/model/external-properties/spreadsheets/sheets.ts'
import { Refusal } from '../../src/model/refusal.ts'
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
