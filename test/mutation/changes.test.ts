/** What of an earlier run still holds: numbers, what tests come to, verdicts. */
import { describe, expect, test } from 'vitest'
import {
  changedTests,
  foundAgain,
  keptVerdicts,
  mergedTests,
  movedTests,
  renumbered,
  shiftBetween,
} from './changes.ts'
import type { Mutant } from './copy.ts'
import { bitsOf, type CoveredTest, fromText, hasBit, type Outcome, toText } from './job.ts'
import type { Verdict, Verdicts } from './rounds.ts'
import { numbersIn, switched } from './switch.ts'

/** A text as it stands in a copy, with a mutant of each number. */
const textOf = (numbers: readonly number[], words = 'one'): string =>
  switched(
    numbers.map((one) => `stryMutAct_9fa48("${one}") ? 1 : (stryCov_9fa48("${one}"), ${words})`).join('\n'),
  )

function mutantsOf(file: string, from: number, originals: readonly string[]): readonly Mutant[] {
  return originals.map((original, place): Mutant => {
    const text = `return ${original}`
    const number = from + place
    return { number, file, line: 1, text, above: '', mutator: 'BlockStatement', original, replacement: '' }
  })
}

function covered(id: string, mutants: readonly number[], changes: Partial<CoveredTest> = {}): CoveredTest {
  const counts = new Uint32Array(32)
  for (const mutant of mutants) counts[mutant] = 1
  const file = `test/${id.split(' ')[0]}.test.ts`
  const name = id.split(' ').slice(1).join(' ')
  return {
    id,
    file,
    name,
    state: 'passed',
    duration: 1,
    passes: 1,
    covered: toText(bitsOf(counts)),
    once: [],
    ...changes,
  }
}

const verdictOf = (outcome: Outcome, tried: string[], others: Partial<Verdict> = {}): Verdict => {
  return { outcome, tried, files: 0, ...others }
}

describe('two texts', () => {
  test.each([
    ['are the same but for their numbers', textOf([3, 4]), textOf([13, 14]), 10],
    ['are the same', textOf([3, 4]), textOf([3, 4]), 0],
    ['have no mutants', textOf([]), textOf([]), 0],
    ['differ in what stands there', textOf([3, 4]), textOf([3, 4], 'two'), undefined],
    ['differ in how many there are', textOf([3, 4]), textOf([3, 4, 5]), undefined],
    ['differ by one that is not there', textOf([]), textOf([3]), undefined],
  ])('%s', (_name, before, after, shift) => {
    expect(shiftBetween(before, after)).toBe(shift)
  })
})

/** A file that stays as it is, and one of which a line goes, one is new and one stays. */
const [SAME, CHANGED, ADDED] = ['src/model/a.ts', 'src/model/b.ts', 'src/model/c.ts']
const before = [...mutantsOf(SAME, 0, ['a', 'b']), ...mutantsOf(CHANGED, 2, ['c', 'd', 'd'])]
const copy = new Map([
  [SAME, textOf([0, 1])],
  [CHANGED, textOf([2, 3, 4])],
])
const fresh = {
  texts: new Map([
    [CHANGED, textOf([0, 1, 2], 'two')],
    [SAME, textOf([3, 4])],
  ]),
  mutants: [...mutantsOf(CHANGED, 0, ['d', 'x', 'd']), ...mutantsOf(SAME, 3, ['a', 'b'])],
}
const now = renumbered(before, (file) => copy.get(file), fresh)

describe('numbers of mutants', () => {
  const placesOf = (mutants: readonly Mutant[]): readonly string[] =>
    mutants.map(({ file, original, number }) => `${file} ${original} ${number}`).sort()

  test('stay where a file did not change, and are above all others where it did', () => {
    expect(placesOf(now.mutants)).toEqual([
      `${SAME} a 0`,
      `${SAME} b 1`,
      `${CHANGED} d 5`,
      `${CHANGED} d 7`,
      `${CHANGED} x 6`,
    ])
    expect([...now.texts]).toEqual([[CHANGED, textOf([5, 6, 7], 'two')]])
    expect(now.added).toEqual([])
  })

  test('are the same in the text and in the list', () => {
    const numbers = now.mutants.filter(({ file }) => file === CHANGED).map(({ number }) => number)
    expect(new Set(numbersIn(now.texts.get(CHANGED) ?? ''))).toEqual(new Set(numbers))
  })

  test('of the same change of the same line are known, in their order', () => {
    expect([...now.earlier]).toEqual([
      [5, 3],
      [7, 4],
    ])
  })

  test('of files that are new come after all; those of files that are gone are gone', () => {
    const other = renumbered(before, (file) => copy.get(file), {
      texts: new Map([[ADDED, textOf([0])]]),
      mutants: mutantsOf(ADDED, 0, ['a']),
    })
    expect(placesOf(other.mutants)).toEqual([`${ADDED} a 5`])
    expect(other.added).toEqual([ADDED])
    expect(other.earlier.size).toBe(0)
  })

  test('that the list lacks are no earlier ones: an earlier change was not written to its end', () => {
    const other = renumbered(before.slice(0, 4), (file) => copy.get(file), {
      texts: new Map([[CHANGED, textOf([0, 1, 2])]]),
      mutants: mutantsOf(CHANGED, 0, ['c', 'd', 'd']),
    })
    expect(placesOf(other.mutants)).toEqual([`${CHANGED} c 4`, `${CHANGED} d 5`, `${CHANGED} d 6`])
  })

  test('without a text are of an older form, and known by nothing', () => {
    const old = before.map(({ text: _text, ...others }) => others as Mutant)
    const other = renumbered(old, (file) => copy.get(file), fresh)
    expect(other.earlier.size).toBe(0)
    expect(other.mutants.find(({ number }) => number === 1)?.text).toBe('return b')
  })
})

test('tests come to what is there again by its new number, and to what is new where the nearest is', () => {
  const tests = movedTests([covered('t one', [0, 3]), covered('t two', [4], { once: [3] })], now)
  const comesTo = tests.map((one) => [0, 1, 5, 6, 7].filter((place) => hasBit(fromText(one.covered), place)))
  expect(comesTo).toEqual([[0, 5, 6], [7]])
  expect(tests.map(({ once }) => once)).toEqual([[], [3, 5, 6]])
})

test('killed mutants that are there again are tried again in what killed them', () => {
  const verdicts: Verdicts = new Map([
    [3, verdictOf('killed', ['t one'], { killer: 't one' })],
    [4, verdictOf('survived', ['t one'])],
  ])
  expect(foundAgain(now, verdicts)).toEqual([[5, 't one']])
})

describe('files of tests', () => {
  const many = Array.from({ length: 21 }, (_, place) => `test/many/${place}.test.ts`)
  const texts = new Map([
    ['test/a.test.ts', `import { a } from './support/a.ts'\nimport { all } from './support/all.ts'`],
    ['test/b.test.ts', `const b = await import('./support/b.ts')`],
    ['test/support/a.ts', `import type { A } from './deep/a.ts'\nimport '../../src/index.ts'`],
    ['test/support/deep/a.ts', `export { b } from '../a.ts'`],
    ...many.map((file): [string, string] => [file, `import { all } from '../support/all.ts'`]),
  ])
  const files = [...texts.keys()].filter((file) => file.endsWith('.test.ts'))

  test.each([
    ['changed themselves', ['test/b.test.ts'], ['test/b.test.ts']],
    ['import what changed', ['test/support/b.ts'], ['test/b.test.ts']],
    ['import what imports it', ['test/support/deep/a.ts'], ['test/a.test.ts']],
    ['are not looked at for what many import', ['test/support/all.ts'], []],
    ['are there all the same, where many of them changed', many, many.toSorted()],
    ['are not of the source', ['src/index.ts'], []],
  ])('%s', (_name, changed, found) => {
    expect(changedTests(files, new Set(changed), (file) => texts.get(file))).toEqual(found)
  })
})

describe('tests that were covered again', () => {
  const earlier = [covered('a one', [1]), covered('a two', [1]), covered('b one', [1]), covered('c one', [1])]
  const files = ['test/a.test.ts', 'test/b.test.ts', 'test/d.test.ts']
  const merge = (anew: readonly CoveredTest[], first: readonly string[], cover = first) =>
    mergedTests(earlier, anew, files, { cover, first })

  test('stand in the place of earlier ones; those of files that are gone are gone', () => {
    const merged = merge([covered('a one', [2]), covered('d one', [2])], ['test/a.test.ts', 'test/d.test.ts'])
    expect(merged.tests.map(({ id }) => id)).toEqual(['a one', 'b one', 'd one'])
    expect(merged.first).toEqual(['test/a.test.ts', 'test/d.test.ts'])
    expect(['a one', 'b one', 'c one'].map((id) => merged.isKept(id))).toEqual([false, true, false])
    expect(['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts'].map((id) => merged.isKept(id))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('are the same where their files did not change and they are called the same', () => {
    const same = merge([covered('a one', [2]), covered('a two', [2])], [], ['test/a.test.ts'])
    expect([same.isKept('a two'), same.first]).toEqual([true, []])
    const other = merge([covered('a one', [2])], [], ['test/a.test.ts'])
    expect([other.isKept('a one'), other.first]).toEqual([false, ['test/a.test.ts']])
  })

  test('come after those of the same name', () => {
    const moved = covered('a 7', [1], { name: 'two' })
    expect(merge([moved], ['test/a.test.ts']).successorOf('a two')).toBe('a 7')
    expect(merge([moved], ['test/a.test.ts']).successorOf('a one')).toBeUndefined()
    expect(merge([moved], ['test/a.test.ts']).successorOf('c one')).toBeUndefined()
  })

  test('of a file that an earlier change left to try first are known', () => {
    const merged = merge([], ['test/b.test.ts'], [])
    expect([merged.isKept('b one'), merged.first]).toEqual([true, ['test/b.test.ts']])
  })
})

test('verdicts of tests that are the same are kept, others are found out again', () => {
  const verdicts: Verdicts = new Map([
    [0, verdictOf('killed', ['same'], { killer: 'same' })],
    [1, verdictOf('killed', ['same', 'moved'], { killer: 'moved' })],
    [2, verdictOf('timeout', ['gone'], { killer: 'gone' })],
    [3, verdictOf('survived', ['same', 'moved', 'gone'], { surveyed: 1 })],
    [4, verdictOf('survived', ['same'])],
    // Of an earlier form, which does not tell what killed it.
    [7, verdictOf('killed', ['same'])],
  ])
  const merged = {
    isKept: (id: string) => id === 'same',
    successorOf: (id: string) => (id === 'moved' ? 'moved here' : undefined),
  }
  const again = [
    [5, 'same'],
    [6, 'gone'],
    [9, 'same'],
  ] as const
  const kept = keptVerdicts(verdicts, new Set([0, 1, 2, 3, 5, 6, 7]), again, merged)
  expect([...kept.verdicts]).toEqual([
    [0, verdictOf('killed', ['same'], { killer: 'same' })],
    [3, verdictOf('survived', ['same'], { surveyed: 0 })],
    [7, verdictOf('killed', ['same'])],
  ])
  expect(kept.again).toEqual([
    [5, 'same'],
    [1, 'moved here'],
  ])
})
