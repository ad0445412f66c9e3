/** Workbooks that writers write anew: the kinds of cells, sizes up to the limits, and random ones against a second reader. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { openArchive } from '../../../src/model/external-properties/spreadsheets/archive.ts'
import { describeWithPrograms } from '../../languages/toolchain.ts'
import { type BookSpecification, KINDS, ONLY_1900, sampleBooks, WRITERS } from '../kinds.ts'
import { compareReaders, randomBooks } from '../random-books.ts'
import { outcomesOf, PAGE, sampleOutcomes } from '../table.ts'
import { PYTHON_FILES, writeBooks } from '../write-books.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const text = (value: string) => ({ kind: 'text', value }) as const
const PROPERTIES = Array.from({ length: 10 }, (_, at) => at + 1)
const ROWS = 10_000

/** As many rows and values as an import takes. */
function largeBook(writer: string): BookSpecification {
  const header = [text('Key'), ...PROPERTIES.map((column) => text(`Property ${column}`))]
  const rows = Array.from({ length: ROWS }, (_, at) => [
    text(`REQ-${String(at + 1).padStart(5, '0')}`),
    ...PROPERTIES.map((column) => text(`Value ${column} of row ${at + 1}`)),
  ])
  return { file: `${writer}.xlsx`, writer, is1904: false, sheets: [{ name: 'S', rows: [header, ...rows] }] }
}

const numberIn = (cell: string | undefined) => Number((cell ?? '').replaceAll(/\D/g, ''))

/** What the page says of the sizes: bytes of the file and unpacked, by the title of the writer. */
function pageSizes(): ReadonlyMap<string, readonly [number, number]> {
  const lines = readFileSync(PAGE, 'utf8').split('\n')
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  const sizes = rows.filter((cells) => cells.length === 5 && /^[\d,]+$/.test(cells[3] ?? ''))
  return new Map(sizes.map(([, title = '', file, unpacked]) => [title, [numberIn(file), numberIn(unpacked)]]))
}

describeWithPrograms('workbooks of common writers', PYTHON_FILES, () => {
  test('have the types and values of the samples', async () => {
    const books = sampleBooks()
    const folder = writeBooks(books)
    const samples = await sampleOutcomes()
    for (const { file, writer, is1904 } of books) {
      const outcomes = await outcomesOf(new Uint8Array(readFileSync(join(folder, file))))
      const title = WRITERS[writer] as string
      const expected =
        (is1904 ? samples.get(`${title}, with days from 1904`) : undefined) ?? samples.get(title)
      expect([file, outcomes]).toEqual([file, expected])
    }
    expect(samples.get(WRITERS['hucre'] as string)).toHaveLength(Object.keys(KINDS).length)
    expect(ONLY_1900).toEqual(['exceljs-streamed'])
  })

  test.each(Object.keys(WRITERS).filter((writer) => writer !== 'openpyxl-iso'))(
    'of 10,000 rows with 100,000 values are imported: %s',
    async (writer) => {
      const folder = writeBooks([largeBook(writer)])
      const bytes = new Uint8Array(readFileSync(join(folder, `${writer}.xlsx`)))
      const sim = await createSimulator({ scenario: 'demo' })
      const response = await sim.fetch('http://api.sim/api/external-properties/import?applicationId=101', {
        method: 'POST',
        headers: { authorization: 'Bearer tok-alice', 'content-type': XLSX },
        body: bytes,
      })
      expect(await response.json()).toMatchObject({ jobs: [{ total: ROWS }] })
      const [job] = sim.state('importJob', { id: 2 })
      const rows = job?.rows ?? []
      expect(rows.reduce((sum, { values }) => sum + values.length, 0)).toBe(ROWS * PROPERTIES.length)
      expect(rows.at(-1)).toMatchObject({
        key: 'REQ-10000',
        values: expect.arrayContaining([{ name: 'Property 10', value: 'Value 10 of row 10000' }]),
      })
      const unpacked = [...openArchive(bytes).entries.values()].reduce((sum, { size }) => sum + size, 0)
      const [file, all] = pageSizes().get(WRITERS[writer] as string) ?? [0, 0]
      // Other versions of the packer may pack a little differently.
      expect([Math.abs(bytes.length / file - 1) < 0.05, Math.abs(unpacked / all - 1) < 0.01]).toEqual([
        true,
        true,
      ])
    },
  )

  test('of random cells are read as a second reader reads them', async () => {
    const seed = Number(process.env['PROPERTY_SEED'] ?? 1)
    const { cells, differences } = await compareReaders(randomBooks(90, seed, Object.keys(WRITERS)))
    expect(cells).toBeGreaterThan(1000)
    expect(differences).toEqual([])
  })
})
