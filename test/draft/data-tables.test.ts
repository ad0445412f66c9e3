// A draft of tables: CSV files and workbooks.

import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { makeDrafting, pagesOf } from './drafting.ts'

const { draft, refusal } = makeDrafting()

describe('a CSV file', () => {
  test('gives a requirement for each row, on a page of its own', async () => {
    const { drafted, requirements, gaps } = await draft(
      'brakes.csv',
      'ID;Title;Statement;Priority;Derived from\nR-1;Force;At least <5> kN;007;\nR-2;Only a title;;high;R-1\n',
    )
    expect(gaps).toEqual([])
    expect(requirements).toEqual([
      {
        space: drafted.world.spaces[0]?.key,
        key: 'R-1',
        page: 1,
        text: 'At least <5> kN',
        properties: { Title: 'Force', Priority: '007' },
      },
      {
        space: drafted.world.spaces[0]?.key,
        key: 'R-2',
        page: 1,
        text: 'Only a title',
        properties: { Priority: 'high' },
        dependencies: [{ relationship: 'Derived from', to: 'R-1' }],
      },
    ])
    expect(pagesOf(drafted, 'R-1')).toEqual(['brakes'])
  })

  test('gives pages by its columns of documents and sections', async () => {
    const { drafted } = await draft(
      'all.csv',
      'Section,Key,Document,Text\nForce,A,Brakes,a\n,B,Brakes,b\nForce,C,Doors,c\n',
    )
    expect(['A', 'B', 'C'].map((key) => pagesOf(drafted, key))).toEqual([
      ['Brakes', 'Force'],
      ['Brakes'],
      ['Doors', 'Force'],
    ])
  })

  test('lists rows and columns that have no place', async () => {
    const { requirements, gaps } = await draft(
      'a.csv',
      'Key,Text,Cost,cost,\nA,a,1,2,x\n,no key,,,\nA,again,,,\n',
    )
    expect(requirements).toHaveLength(1)
    expect(gaps).toEqual([
      "a.csv: column D: there is a column 'cost' already: rename one",
      'a.csv: column E: it has no header: name it',
      "a.csv: row 3: it has no key in column 'Key': give it one",
      "a.csv: row 4: key 'A': it is the key of a.csv: row 2, too; change one",
    ])
  })

  test('without a column of keys is refused, with the columns it has', async () => {
    expect(await refusal({ 'a.csv': 'Name,Cost\nx,1\n' })).toBe(
      "'a.csv': the header: has no column of keys; its columns are 'Name', 'Cost': name the one with the keys Key, ID or UID",
    )
  })

  test('with an open quote is refused, with its row', async () => {
    expect(await refusal({ 'a.csv': 'Key,Text\nA,"open\n' })).toContain(
      'row 2 opens a quote that nothing closes',
    )
  })

  test('may have 10,000 rows and no more', async () => {
    const rows = (count: number) =>
      `Key,Text\n${Array.from({ length: count }, (_, row) => `R-${row},The system does ${row}.\n`).join('')}`
    const { requirements } = await draft('large.csv', rows(10_000))
    expect(requirements).toHaveLength(10_000)
    expect(await refusal({ 'larger.csv': rows(10_001) })).toBe(
      "'larger.csv': a sheet of the spreadsheet has 10001 rows below its header: the maximum is 10000",
    )
  })
})

describe('a workbook', () => {
  test('gives a page for each sheet, and keeps numbers and truth values', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Brakes',
          rows: [
            ['Key', 'Text', 'Cost', 'Ok', 'When'],
            ['B-1', 'Stop', 12.5, true, new Date('2026-01-02T00:00:00Z')],
          ],
        },
        { name: 'Notes', rows: [['nothing'], ['here']] },
        {
          name: 'Doors',
          rows: [
            ['UID', 'Text', 'Parents'],
            ['D-1', 'Close', 'B-1\nD-1'],
          ],
        },
      ],
    })
    const { drafted, requirements, gaps } = await draft('module.xlsx', bytes, '--space', 'CAR')
    expect(gaps).toEqual(["module.xlsx: sheet 'Notes': it has no column of keys, such as ID"])
    expect(requirements).toMatchObject([
      { space: 'CAR', key: 'B-1', properties: { Cost: 12.5, Ok: true, When: '2026-01-02' } },
      {
        key: 'D-1',
        dependencies: [
          { relationship: 'Parents', to: 'B-1' },
          { relationship: 'Parents', to: 'D-1' },
        ],
      },
    ])
    expect([pagesOf(drafted, 'B-1'), pagesOf(drafted, 'D-1')]).toEqual([['Brakes'], ['Doors']])
  })

  test('that is damaged is refused', async () => {
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['Key'], ['A']] }] })
    expect(await refusal({ 'a.xlsx': bytes.slice(0, bytes.length - 30) })).toContain(
      "'a.xlsx': it is a ZIP archive, and damaged",
    )
    expect(await refusal({ 'a.xls': new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]) })).toContain(
      "'a.xls': the spreadsheet cannot be read as XLSX or CSV: it is encrypted, or of the old format XLS",
    )
  })
})
