/** Random workbooks, and what is different when two readers read them. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { readSheets } from '../../src/model/external-properties/spreadsheets/read-sheets.ts'
import type { Cell } from '../../src/model/external-properties/spreadsheets/sheets.ts'
import type { BookSpecification, CellSpecification } from './kinds.ts'
import { writeBooks } from './write-books.ts'

const NUMBER_FORMATS =
  '0|0.0|0.00|0.000|000|00000|#,##0|#,##0.00|#.##|0.0#|0%|0.0%|0.00%|0.00E+00|# ?/?|# ??/??|"REQ-"000|0" kg"|\\V0.00|$#,##0.00|#,##0.00_);(#,##0.00)|[Red]0.00;-0.00|0;-0;"zero"|[>100]"big";0|000-000'.split(
    '|',
  )
const DAY_FORMATS = ['yyyy-mm-dd', 'dd/mm/yyyy', 'd-mmm-yy', 'mmmm d, yyyy', 'ddd d mmm', 'yyyy-mm-dd hh:mm']
const TIME_FORMATS = ['h:mm', 'hh:mm:ss', '[h]:mm', '[mm]:ss', 'h:mm AM/PM']

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('007', '1.10', 'a  b', '=1+1', '<b>', 'a\nb', '&amp;', '2026-01-02', 'TRUE'),
)
const decimal = fc
  .tuple(fc.integer({ min: -10_000_000, max: 10_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => digits / 10 ** places)
const number = fc.oneof(
  fc.integer({ min: -1000, max: 2_000_000_000 }),
  decimal,
  fc.constantFrom(0, 7, 0.5, 1e-7),
)
const twoDigits = (value: number) => String(value).padStart(2, '0')
const day = fc
  .tuple(
    fc.integer({ min: 1905, max: 2200 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => `${year}-${twoDigits(month)}-${twoDigits(date)}`)

const cell: fc.Arbitrary<CellSpecification | null> = fc.oneof(
  fc.constant(null),
  text.map((value) => ({ kind: 'text', value }) as const),
  number.map((value) => ({ kind: 'number', value }) as const),
  fc.record({
    kind: fc.constant('number' as const),
    value: number,
    format: fc.constantFrom(...NUMBER_FORMATS),
  }),
  fc.record({ kind: fc.constant('day' as const), value: day, format: fc.constantFrom(...DAY_FORMATS) }),
  fc.record({
    kind: fc.constant('duration' as const),
    value: fc.integer({ min: 0, max: 5000 }),
    format: fc.constantFrom(...TIME_FORMATS),
  }),
  fc.boolean().map((value) => ({ kind: 'boolean', value }) as const),
)

/** As many books as wanted, each by one of the writers in turn. */
export function randomBooks(count: number, seed: number, writers: readonly string[]): BookSpecification[] {
  const rows = fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 })
  const sheets = fc.array(rows, { minLength: 1, maxLength: 3 })
  return fc.sample(sheets, { numRuns: count, seed }).map((all, at) => ({
    file: `${at}.xlsx`,
    writer: writers[at % writers.length] as string,
    is1904: false,
    sheets: all.map((each, index) => ({ name: `S${index}`, rows: each })),
  }))
}

interface SecondCell {
  readonly row: number
  readonly column: number
  readonly type: string
  readonly value: unknown
  readonly shown: string
  readonly format: string
}

/** Writes books, has both readers read them, and returns how many cells they compared and what is different. */
export async function compareReaders(
  books: readonly BookSpecification[],
): Promise<{ readonly cells: number; readonly differences: readonly string[] }> {
  const folder = writeBooks(books)
  const second = secondReading(folder, books)
  const differences: string[] = []
  let cells = 0
  for (const [at, { file, writer, sheets }] of books.entries()) {
    const read = await readSheets(new Uint8Array(readFileSync(join(folder, file))))
    for (const [index, { rows }] of sheets.entries()) {
      const mine = new Map(read[index]?.rows.map((row) => [row.number, row.cells]))
      const others = new Map(second[at]?.[index]?.map((one) => [`${one.row},${one.column}`, one]))
      for (const [row, written] of rows.entries())
        for (const [column, specified] of written.entries()) {
          cells++
          const other = others.get(`${row + 1},${column}`)
          const difference = differenceOf(specified, mine.get(row + 1)?.[column], other)
          if (difference !== undefined)
            differences.push(
              `${writer} ${file}: ${difference}; written: ${JSON.stringify(specified)}; second reader: ${JSON.stringify(other)}`,
            )
        }
    }
  }
  rmSync(folder, { recursive: true })
  return { cells, differences }
}

function secondReading(folder: string, books: readonly BookSpecification[]): SecondCell[][][] {
  const files = books.map(({ file }) => file)
  const cwd = resolve(import.meta.dirname, 'writers')
  const { stdout, stderr, status } = spawnSync(process.execPath, ['second-reader.mjs', folder, ...files], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
    env: { ...process.env, TZ: 'UTC' },
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as SecondCell[][][]
}

/** What is wrong with a cell that was read, by what was written and by what the second reader has in its place. */
function differenceOf(
  written: CellSpecification | null,
  mine: Cell | undefined = null,
  other: SecondCell | undefined,
): string | undefined {
  const read = JSON.stringify(mine)
  if (mine === null) return isNothing(written) ? undefined : 'is missing'
  if (written === null || other === undefined) return `is ${read}`
  if (typeof mine === 'object' && 'problem' in mine) return `is an error: ${mine.problem}`
  // The second reader loses characters beyond 0xFFFF that are written as numbers.
  if (written.kind === 'text') return mine === written.value ? undefined : `is the text ${read}`
  const shown = typeof mine === 'object' ? mine.shown : String(mine)
  const value = typeof mine === 'object' ? mine.value : mine
  if (written.kind === 'day' && value !== written.value) return `is the day ${String(value)}`
  if ((written.kind === 'number' || written.kind === 'boolean') && value !== written.value)
    return `is the value ${String(value)}`
  if (typeof mine === 'number' || shown === other.shown.trim() || isKnownFault(other, shown)) return undefined
  return `shows ${JSON.stringify(shown)}`
}

function isNothing(written: CellSpecification | null): boolean {
  return written === null || (typeof written.value === 'string' && written.value.trim() === '')
}

/**
 * What is known to differ. The second reader rounds ties down, lacks signs of a second section, and drops digits before
 * groups and before a point. The library of the first shows a few fractions wrongly, which is an error of their rows, and
 * no sign before a zero.
 */
function isKnownFault({ format, value, shown }: SecondCell, mine: string): boolean {
  if (typeof value !== 'number') return false
  if (format.includes('/?')) return mine === ''
  if (format === '000-000') return value < 0 || value >= 1e6
  if (format.startsWith('[>100]')) return value < 0 && mine === `-${shown}`
  if (format === '#.##' && Math.abs(value) < 1) return mine.replace('.', '0.') === shown
  const [own, other] = [mine, shown.trim()].map((text) => text.replace(/E.*$/, '')) as [string, string]
  if (value < 0 && `-${own}` === other && !/[1-9]/.test(own)) return true
  const isTie = /5(?:e-\d+)?$/.test(String(value))
  return (
    isTie && Math.abs(own.length - other.length) < 2 && own.slice(0, -4) === other.slice(0, own.length - 4)
  )
}
