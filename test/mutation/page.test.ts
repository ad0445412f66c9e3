/** The survivors that are kept and the figures of the page are of one run, and fit the files that are there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Mutant, PROJECT } from './copy.ts'
import { CLASSES, type Explanation } from './explained.ts'
import { figures } from './page.ts'
import { linesOf, readKept } from './results.ts'

interface Row {
  readonly room: string
  /** By the name of the column. */
  readonly numbers: Readonly<Record<string, number>>
}

const page = readFileSync(join(PROJECT, 'docs/mutation-testing.md'), 'utf8')
const rows = rowsOf(page)

/** The rows of folders, whatever columns the run that wrote them had. */
function rowsOf(text: string): readonly Row[] {
  const cellsOf = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const lines = text.slice(text.indexOf('## By folder'), text.indexOf('## By what')).split('\n')
  const [head = [], , ...body] = lines.filter((line) => line.startsWith('|')).map(cellsOf)
  return body.map(([room = '', ...cells]) => ({
    room,
    numbers: Object.fromEntries(
      cells.map((cell, place) => [head[place + 1], Number(cell.replaceAll(/[,%]/g, ''))]),
    ),
  }))
}

test('survivors are of files that are there', () => {
  expect(Object.keys(readKept()).filter((file) => !existsSync(join(PROJECT, file)))).toEqual([])
})

test('there are as many as the page says', () => {
  expect(rows.length).toBeGreaterThan(20)
  const left = rows.map(
    ({ numbers }) => (numbers['explained'] ?? 0) + (numbers['survived'] ?? 0) + (numbers['not come to'] ?? 0),
  )
  expect(linesOf(readKept())).toHaveLength(left.reduce((sum, count) => sum + count, 0))
})

test.each(rows)('the score of $room follows from its counts', ({ numbers }) => {
  const { mutants: all = 0, killed = 0, explained = 0, survived = 0, score } = numbers
  expect(killed + explained + survived + (numbers['not come to'] ?? 0)).toBe(all)
  expect(score?.toFixed(1)).toBe(((100 * killed) / (all - explained)).toFixed(1))
})

test.each(Object.entries(CLASSES))('the page says what is meant by %s', (name, meaning) => {
  expect(page).toContain(`- \`${name}\`: ${meaning}`)
})

test('explained mutants are no part of the score, but of the raw share', () => {
  const mutants = [0, 1, 2, 3, 4].map((number): Mutant => {
    const [text, mutator] = ['return one', 'BlockStatement']
    return {
      number,
      file: 'src/model/one.ts',
      line: 1,
      text,
      above: '',
      mutator,
      original: '',
      replacement: '',
    }
  })
  const verdicts = new Map(
    (['killed', 'survived', 'survived', 'killed', 'unreached'] as const).map((outcome, number) => [
      number,
      { outcome, tried: ['a test'], files: 0 },
    ]),
  )
  const why: Explanation = {
    file: 'src/model/one.ts',
    line: 'return one',
    mutants: 'all',
    why: 'speed',
    note: 'It is looked up again.',
  }
  // The killed one is not counted as explained.
  const explained = new Map([0, 1, 4].map((number) => [number, why]))
  const measured = { mutants, verdicts, tests: [], once: new Set<number>(), left: [] }
  const text = figures(measured, explained)
  expect(text).toContain('**66.6 %**: of 5 mutants, 2 are explained below')
  expect(text).toContain('Of all mutants, the explained ones among them, 40.0 % were killed')
  expect(text).toMatch(/\| speed \| .* \| 2 \|/)
  expect(text).toMatch(/\| types \| .* \| 0 \|/)
  expect(rowsOf(text)).toEqual([
    {
      room: 'model',
      numbers: { mutants: 5, killed: 2, explained: 2, survived: 1, 'not come to': 0, score: 66.6 },
    },
  ])
})
