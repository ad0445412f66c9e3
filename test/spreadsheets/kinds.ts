/** The kinds of cells and the writers of the table in docs/spreadsheets.md. */

/** A cell as a specification for the writers has it. Days are YYYY-MM-DD, times and durations are in minutes. */
export type CellSpecification =
  | {
      readonly kind: 'text' | 'day' | 'moment' | 'error' | 'link'
      readonly value: string
      readonly format?: string
    }
  | { readonly kind: 'number' | 'time' | 'duration'; readonly value: number; readonly format?: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'formula'; readonly formula: string; readonly value: number | null }
  | { readonly kind: 'rich'; readonly value: readonly string[] }

export interface BookSpecification {
  readonly file: string
  readonly writer: string
  readonly is1904: boolean
  readonly sheets: readonly {
    readonly name: string
    readonly rows: readonly (readonly (CellSpecification | null)[])[]
  }[]
}

/** By the name that the programs which write know them by. */
export const WRITERS: Readonly<Record<string, string>> = {
  xlsx: 'xlsx 0.18.5, as it is',
  'xlsx-packed': 'xlsx 0.18.5, packed',
  exceljs: 'exceljs 4.4.0',
  'exceljs-streamed': 'exceljs 4.4.0, streamed',
  openpyxl: 'openpyxl',
  'openpyxl-iso': 'openpyxl, ISO dates',
  xlsxwriter: 'XlsxWriter',
  'xlsxwriter-constant': 'XlsxWriter, constant memory',
  hucre: 'hucre',
}

/** Writers of which the package offers days from 1900 only. */
export const ONLY_1900: readonly string[] = ['exceljs-streamed']

const number = (value: number, format?: string): CellSpecification => ({
  kind: 'number',
  value,
  ...(format === undefined ? {} : { format }),
})

export const KINDS: Readonly<Record<string, CellSpecification>> = {
  'a text': { kind: 'text', value: 'a < b & "c"' },
  'a text of lines': { kind: 'text', value: 'one\ntwo' },
  'a text of digits': { kind: 'text', value: '00123' },
  'a text in the format `"REQ-"@`': { kind: 'text', value: 'abc', format: '"REQ-"@' },
  'a whole number': number(42),
  'a number': number(1.1),
  'a sum with rounding errors': number(0.1 + 0.2),
  'a number in the format `000`': number(7, '000'),
  'a number in the format `0.00`': number(1.1, '0.00'),
  'a number in the format `#,##0.00`': number(1234.5, '#,##0.00'),
  'a number in the format `0.00%`': number(0.125, '0.00%'),
  'a number in the format `$#,##0.00`': number(1234.5, '$#,##0.00'),
  'a number in the format `0.00E+00`': number(12_300, '0.00E+00'),
  'a number in the format `# ?/?`': number(1.25, '# ?/?'),
  'a number in the format `"REQ-"000`': number(7, '"REQ-"000'),
  'a number in the format `[>100]"big";0`': number(700, '[>100]"big";0'),
  'a truth value': { kind: 'boolean', value: true },
  'a day as the writer formats it': { kind: 'day', value: '2026-01-02' },
  'a day in the format `dd.mm.yyyy`': { kind: 'day', value: '2026-01-02', format: 'dd.mm.yyyy' },
  'a moment in the format `yyyy-mm-dd h:mm`': {
    kind: 'moment',
    value: '2026-01-02T13:45',
    format: 'yyyy-mm-dd h:mm',
  },
  'a time in the format `h:mm`': { kind: 'time', value: 13 * 60 + 45, format: 'h:mm' },
  'a duration in the format `[h]:mm`': { kind: 'duration', value: 36 * 60, format: '[h]:mm' },
  'an error': { kind: 'error', value: '#N/A' },
  'a formula with its result': { kind: 'formula', formula: '1+2', value: 3 },
  'a formula without a result': { kind: 'formula', formula: '1+2', value: null },
  'a rich text': { kind: 'rich', value: ['rich ', 'text'] },
  'a link': { kind: 'link', value: 'a link' },
}

const text = (value: string): CellSpecification => ({ kind: 'text', value })

/** A workbook with one row for each kind of cell. */
export function bookOfKinds(writer: string, is1904: boolean): BookSpecification {
  const rows = Object.values(KINDS).map((cell, at) => [text(`K-${at + 1}`), cell])
  return {
    file: `${writer}-${is1904 ? '1904' : '1900'}.xlsx`,
    writer,
    is1904,
    sheets: [{ name: 'Kinds', rows: [[text('Key'), text('Value')], ...rows] }],
  }
}

/** The books of the samples: each writer, from 1900 and from 1904. */
export function sampleBooks(): BookSpecification[] {
  return Object.keys(WRITERS).flatMap((writer) =>
    ONLY_1900.includes(writer)
      ? [bookOfKinds(writer, false)]
      : [bookOfKinds(writer, false), bookOfKinds(writer, true)],
  )
}
