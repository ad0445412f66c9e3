/** What the rows of a sheet say once its columns are told apart, and the types of what is new in them. */
import { describe, expect, test } from 'vitest'
import { rowsOfSheet } from '../../../../src/model/external-properties/import-table.ts'
import { newTypesOf } from '../../../../src/model/external-properties/new-types.ts'
import type { Cell } from '../../../../src/model/external-properties/spreadsheets/sheets.ts'

const sheetOf = (rows: readonly (readonly Cell[])[], name?: string) => ({
  ...(name === undefined ? {} : { name }),
  rows: rows.map((cells, at) => ({ number: at + 1, cells })),
})
const read = (...rows: readonly (readonly Cell[])[]) => rowsOfSheet(sheetOf(rows), [])
const long = (count: number) => 'x'.repeat(count)

describe('a row', () => {
  test.each<[name: string, header: readonly Cell[], cells: readonly Cell[], row: object]>([
    [
      'gives texts, numbers and truth values',
      ['Key', 'A', 'B', 'C'],
      ['R-1', 'a & b', 5, { value: false, shown: 'FALSE' }],
      {
        key: 'R-1',
        values: [
          { name: 'A', value: 'a &amp; b' },
          { name: 'B', value: 5 },
          { name: 'C', value: false, shown: 'FALSE' },
        ],
      },
    ],
    [
      'has its key, its space and the names of columns without blanks around',
      [' A ', ' SPACE key', '\tKEY '],
      [' 1 ', ' ENG ', ' R-1 '],
      { key: 'R-1', spaceKey: 'ENG', values: [{ name: 'A', value: ' 1 ' }] },
    ],
    [
      'gives nothing where a cell is empty or blank, or a column without a name is',
      ['Key', 'A', 'B', null, 'C'],
      ['R-1', ' \t', null, '', 'x'],
      { key: 'R-1', values: [{ name: 'C', value: 'x' }] },
    ],
    [
      'takes a second column of the space as a property, as its name is free',
      ['Key', 'Space', 'Space'],
      ['R-1', 'ENG', 'OPS'],
      { key: 'R-1', spaceKey: 'ENG', values: [{ name: 'Space', value: 'OPS' }] },
    ],
    [
      'may have a name of 255 characters and a value of 10,000',
      ['Key', long(255)],
      ['R-1', long(10_000)],
      { key: 'R-1', values: [{ name: long(255), value: long(10_000) }] },
    ],
    [
      'has emoji as one character each',
      ['Key', '\u{1f600}'.repeat(255)],
      ['R-1', '\u{1f600}'.repeat(10_000)],
      {
        key: 'R-1',
        values: [{ name: '\u{1f600}'.repeat(255), value: '\u{1f600}'.repeat(10_000) }],
      },
    ],
    [
      'may have no key, which its formula would have given',
      ['Key', 'A'],
      [{ problem: "formula 'A1': it was saved without a result" }, 1],
      {
        values: [{ name: 'A', value: 1 }],
        problems: [{ column: 'Key', message: "formula 'A1': it was saved without a result" }],
      },
    ],
    [
      'may have none at all',
      ['Key', 'A'],
      [null, 1],
      {
        values: [{ name: 'A', value: 1 }],
        problems: [{ column: 'Key', message: 'the row names no requirement' }],
      },
    ],
    [
      'holds what its column has no name for',
      ['Key', null, ' '],
      ['R-1', null, 5],
      {
        key: 'R-1',
        values: [],
        problems: [{ column: '', message: expect.stringMatching(/^value '5': column 3 has no name/) }],
      },
    ],
    [
      'has a value that is too long',
      ['Key', 'A'],
      ['R-1', long(10_001)],
      {
        key: 'R-1',
        values: [],
        problems: [{ column: 'A', message: `value '${long(100)}…': it has more than 10000 characters` }],
      },
    ],
  ])('%s', (_name, header, cells, row) => {
    expect(read(header, cells)).toEqual([{ row: 2, ...row }])
  })

  test.each(['#DIV/0!', '#N/A', '#NAME?', '#NULL!', '#NUM!', '#REF!', '#VALUE!'])(
    'does not take the error %s for a text',
    (cell) => {
      const problem = { column: 'A', message: `value '${cell}': its formula has no result` }
      expect(read(['Key', 'A'], ['R-1', cell])).toEqual([
        { row: 2, key: 'R-1', values: [], problems: [problem] },
      ])
    },
  )

  test('repeats a requirement of the same space, and neither one of another nor none', () => {
    const rows = read(
      ['Key', 'Space'],
      ['R-1', 'ENG'],
      ['R-1', 'OPS'],
      ['R-1'],
      [null, 'ENG'],
      [null, 'ENG'],
      ['R-1', 'OPS'],
    )
    expect(rows?.map(({ problems }) => problems?.map(({ message }) => message))).toEqual([
      undefined,
      undefined,
      undefined,
      ['the row names no requirement'],
      ['the row names no requirement'],
      ["row 3 has the key 'R-1' already"],
    ])
  })
})

describe('a sheet', () => {
  const refusalOf = (header: readonly Cell[], name?: string, known: readonly string[] = []) => {
    try {
      return rowsOfSheet(sheetOf([header], name), known)
    } catch (error) {
      const { message, errors } = error as { message: string; errors: readonly string[] }
      return { message, errors }
    }
  }

  test.each<[header: readonly Cell[], name: string | undefined, message: string]>([
    [['Key', 'A', 'A'], undefined, "the spreadsheet: column 'A' is there twice: leave one out"],
    [['Key', 'A', 'A'], 'Costs', "sheet 'Costs': column 'A' is there twice: leave one out"],
    [['Key', 'A', 'key'], 'Costs', "sheet 'Costs': column 'key' is there twice: leave one out"],
    [
      ['Key', long(256)],
      undefined,
      `the spreadsheet: column '${long(100)}…': a name has at most 255 characters`,
    ],
  ])('whose columns are %j cannot be read', (header, name, message) => {
    expect(refusalOf(header, name)).toEqual({ message, errors: [message] })
  })

  test('without a column of keys, or without rows, holds no requirements', () => {
    expect([read(['Name'], ['R-1']), read(), read([{ problem: 'formula' }])]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(read(['Key'])).toEqual([])
  })
})

test('a new property has the type that all of its values read as, else TEXT', () => {
  const rows = [
    { Same: 1, Mixed: 1, Last: 1, Blank: null, Empty: ' ', Truth: true },
    { Same: '2', Mixed: true, Last: 2, Blank: 3, Empty: '<p> </p>', Truth: 'false' },
    { Same: '3.5', Mixed: 3, Last: 'x', Blank: ' ', Empty: null, Truth: false },
  ].map((values, at) => ({
    row: at + 1,
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  }))
  expect(Object.fromEntries(newTypesOf(rows, false).map(({ name, dataType }) => [name, dataType]))).toEqual({
    Same: 'DECIMAL',
    Mixed: 'TEXT',
    Last: 'TEXT',
    Blank: 'DECIMAL',
    Truth: 'BOOLEAN',
  })
})
