/** Explanations are about lines that are there, and about the mutants that they name; those that are about none are told. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Mutant, PROJECT } from './copy.ts'
import {
  explainedOf,
  type Explanation,
  fileFor,
  parseExplanations,
  readExplanations,
  staleOf,
} from './explained.ts'
import { byCodePoint } from './plan.ts'

const known = [...readExplanations()].flatMap(([name, own]) => own.map((one) => ({ name, ...one })))

/** The trimmed lines of a file that is there. */
function linesOf(file: string): readonly string[] {
  const path = join(PROJECT, file)
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => line.trim())
    : []
}

/** Lines that an entry is about, counted from 0. */
function placesOf({ file, line, after }: Explanation): readonly number[] {
  const lines = linesOf(file)
  return [...lines.keys()].filter(
    (place) => lines[place] === line && (after === undefined || lines[place - 1] === after),
  )
}

const shown = ({ file, line, mutants }: Explanation): string => `${file}: ${line}: ${String(mutants)}`

describe('the explanations that are kept', () => {
  test('are about files and lines that are there', () => {
    expect(known.filter((one) => placesOf(one).length === 0).map(shown)).toEqual([])
  })

  test('tell by the line above which line they mean, where it stands several times', () => {
    const unclear = known.filter((one) => one.after === undefined && placesOf(one).length > 1)
    expect(unclear.map(shown)).toEqual([])
  })

  test('are each there once', () => {
    const names = known.flatMap(({ file, line, after, mutants }) =>
      (mutants === 'all' ? ['all'] : mutants).map((mutant) => JSON.stringify([file, line, after, mutant])),
    )
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
  })

  test('stand in the file of their folder', () => {
    expect(known.filter(({ name, file }) => name !== fileFor(file)).map(shown)).toEqual([])
  })

  test('stand in the order of the source', () => {
    const order = (one: Explanation): [string, number] => [one.file, placesOf(one)[0] ?? 0]
    const sorted = known.toSorted((left, right) => {
      const [[leftFile, leftPlace], [rightFile, rightPlace]] = [order(left), order(right)]
      return (
        byCodePoint(fileFor(leftFile), fileFor(rightFile)) ||
        byCodePoint(leftFile, rightFile) ||
        leftPlace - rightPlace
      )
    })
    expect(known.map(shown)).toEqual(sorted.map(shown))
  })
})

const ENTRY = {
  file: 'src/model/one.ts',
  line: 'if (one === two || one === three) return',
  mutants: ['ConditionalExpression → true'],
  why: 'equivalent',
  note: 'What follows does nothing for these.',
} as const

test.each([
  ['an unknown key', { ...ENTRY, because: 'it is so' }, 'because'],
  ['an unknown class', { ...ENTRY, why: 'boring' }, 'why'],
  ['a mutator that there is not', { ...ENTRY, mutants: ['StringLiteral → ""'] }, 'is no mutant'],
  ['a name without a replacement', { ...ENTRY, mutants: ['ConditionalExpression'] }, 'is no mutant'],
  ['no mutant', { ...ENTRY, mutants: [] }, 'mutants'],
  ['no note', { ...ENTRY, note: ' ' }, 'note'],
  ['a file outside of the source', { ...ENTRY, file: 'test/one.ts' }, 'file'],
])('%s is refused', (_name, entry, told) => {
  expect(() => parseExplanations('model.json', JSON.stringify([ENTRY, entry]))).toThrow(told)
  expect(() => parseExplanations('model.json', JSON.stringify([ENTRY, entry]))).toThrow('model.json')
})

const mutantOf = (number: number, original: string, changed: Partial<Mutant> = {}): Mutant => ({
  number,
  file: ENTRY.file,
  line: 7,
  text: ENTRY.line,
  above: '',
  mutator: 'ConditionalExpression',
  original,
  replacement: 'true',
  ...changed,
})

const entryOf = (changed: Partial<Explanation> = {}): Explanation => ({
  ...ENTRY,
  mutants: [...ENTRY.mutants],
  ...changed,
})

describe('an explanation', () => {
  const mutants = [
    mutantOf(0, 'one === two'),
    mutantOf(1, 'one === three'),
    mutantOf(2, 'one === three', { replacement: 'false' }),
    mutantOf(3, 'one === two', { line: 20, above: 'again()' }),
    mutantOf(4, 'one === two', { file: 'src/model/other.ts' }),
    mutantOf(5, 'one === two', { text: 'if (one === two) return' }),
  ]
  const about = (changed: Partial<Explanation>): readonly number[] => [
    ...explainedOf(mutants, [entryOf(changed)]).keys(),
  ]

  test.each([
    ['names all of its line that are called so', {}, [0, 1, 3]],
    [
      'tells them apart by what is replaced',
      { mutants: ['ConditionalExpression: one === two → true'] },
      [0, 3],
    ],
    ['is about all of a line', { mutants: 'all' as const }, [0, 1, 2, 3]],
    ['tells lines apart by the line above', { after: 'again()' }, [3]],
    ['is about no other line', { line: 'return' }, []],
  ])('%s', (_name, changed: Partial<Explanation>, numbers) => {
    expect(about(changed)).toEqual(numbers)
  })

  test('finds mutants by the beginning of a long replacement, as it is printed', () => {
    const long = mutantOf(0, 'one', { replacement: 'x'.repeat(70) })
    const name = `ConditionalExpression → ${'x'.repeat(60)}…`
    expect(explainedOf([long], [entryOf({ mutants: [name] })]).size).toBe(1)
  })

  test('is told when all that it is about are killed, and when it is about none', () => {
    const entries = [
      entryOf({ mutants: ['ConditionalExpression → true', 'ConditionalExpression → false'] }),
      entryOf({ mutants: ['BlockStatement → {}'] }),
      entryOf({ file: 'src/model/not-mutated.ts' }),
    ]
    expect(staleOf(mutants, entries, ({ number }) => number === 0 || number === 2)).toEqual([
      `no longer needed: ${ENTRY.file}: ${ENTRY.line}: ConditionalExpression → false`,
      `names no mutant: ${ENTRY.file}: ${ENTRY.line}: BlockStatement → {}`,
    ])
  })
})
