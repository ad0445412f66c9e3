/** The survivors that are kept and the figures of the page are of one run, and fit the files that are there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from './copy.ts'
import { linesOf, readKept } from './results.ts'

const page = readFileSync(join(PROJECT, 'docs/mutation-testing.md'), 'utf8')
/** Mutants, killed, survived, not come to; by the folder of the row. */
const rows = [...page.matchAll(/^\| ((?:model|gateway)\S*) +\|([^%]+)%/gm)].map(
  ([, room = '', cells = '']) => {
    const numbers = cells.split('|').map((cell) => Number(cell.replaceAll(',', '')))
    return { room, numbers: numbers as [number, number, number, number, number] }
  },
)

test('survivors are of files that are there', () => {
  expect(Object.keys(readKept()).filter((file) => !existsSync(join(PROJECT, file)))).toEqual([])
})

test('there are as many as the page says', () => {
  expect(rows.length).toBeGreaterThan(20)
  const survived = rows.reduce((sum, { numbers: [, , left, uncovered] }) => sum + left + uncovered, 0)
  expect(linesOf(readKept())).toHaveLength(survived)
})

test.each(rows)(
  'the score of $room follows from its counts',
  ({ numbers: [all, killed, left, none, score] }) => {
    expect(killed + left + none).toBe(all)
    expect(((100 * killed) / all).toFixed(1)).toBe(score.toFixed(1))
  },
)
