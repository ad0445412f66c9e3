// A page is short enough to be read on a code hosting site, and a cell of a table at a glance.

import { expect, it } from 'vitest'
import { MAXIMUM_CELL } from '../../src/docs/markdown.ts'
import { PAGES, readPage } from './support/pages.ts'

const MAXIMUM_BYTES = 60 * 1024

it.each(PAGES)('%s', (page) => {
  const text = readPage(page)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAXIMUM_BYTES)
  expect(longCells(text)).toEqual([])
})

/** The cells of all tables that are too long. */
function longCells(text: string): string[] {
  return text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/))
    .map((cell) => cell.trim())
    .filter((cell) => cell.length > MAXIMUM_CELL)
}

it('long cells are found', () => {
  const long = 'x'.repeat(MAXIMUM_CELL + 1)
  expect(longCells(`| a | ${long} |\n\n${long}`)).toEqual([long])
})
