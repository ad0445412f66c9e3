/** Samples that common programs wrote, and the table of docs/spreadsheets.md after them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KINDS, sampleBooks } from './kinds.ts'
import { importRowsOf } from './reading.ts'
import { PAGE, sampleOutcomes, SAMPLES, tableOf, withTable } from './table.ts'

describe('a workbook of a common writer', () => {
  test('has the types and values that the page of spreadsheets says', async () => {
    // The page is formatted: its columns are aligned.
    const plain = (table: string) => table.replaceAll(/ +/g, ' ').replaceAll(/-{4,}/g, '---')
    const { before } = withTable(readFileSync(PAGE, 'utf8'), '')
    expect(plain(before)).toBe(plain(tableOf(await sampleOutcomes())))
  })

  test('has a sample for each writer and each beginning of days', () => {
    const files = sampleBooks().map(({ file }) => file)
    expect(readdirSync(SAMPLES).toSorted()).toEqual(files.toSorted())
  })

  test.each(sampleBooks().map(({ file }) => file))('has all of its keys: %s', async (file) => {
    const rows = await importRowsOf(new Uint8Array(readFileSync(join(SAMPLES, file))))
    expect(rows.map(({ key }) => key)).toEqual(Object.keys(KINDS).map((_, at) => `K-${at + 1}`))
  })
})
