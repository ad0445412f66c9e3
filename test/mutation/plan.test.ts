/** Which tests try which mutant: from what they come to, in an order that is the same each time. */
import { expect, test } from 'vitest'
import { bitsOf, type CoveredTest, toText } from './job.ts'
import { Learned } from './learned.ts'
import { candidatesOf, MOST_PASSES, rankedFor, sharesOf, type Subjects, testsOf } from './plan.ts'

function covered(id: string, mutants: readonly number[], changes: Partial<CoveredTest> = {}): CoveredTest {
  const counts = new Uint32Array(64)
  for (const mutant of mutants) counts[mutant] = 1
  const bits = toText(bitsOf(counts))
  const file = `test/${id.split(' ')[0]}.test.ts`
  return { id, file, name: id, state: 'passed', duration: 1, passes: 10, covered: bits, once: [], ...changes }
}

const PRICE = 'src/model/price.ts'
const idsFor = (
  mutant: number,
  tests: readonly CoveredTest[],
  source = PRICE,
  {
    learned = new Learned(),
    tried = [],
    subjects = new Map(),
  }: { learned?: Learned; tried?: readonly string[]; subjects?: Subjects } = {},
): string[] =>
  testsOf(mutant, rankedFor(source, candidatesOf(tests, subjects), learned), 20, new Set(tried)).map(
    ({ id }) => id,
  )

test('tests that come to much for what they cost go first, and before them those that share a word', () => {
  const tests = [
    covered('near one', [1, 2]),
    covered('dear one', [1, 2, 3], { passes: 900_000 }),
    covered('wide one', [1, 2, 3, 4, 5]),
    covered('other one', [2, 3]),
  ]
  expect(idsFor(1, tests)).toEqual(['wide one', 'near one', 'dear one'])
  expect(idsFor(1, tests.toReversed())).toEqual(['wide one', 'near one', 'dear one'])
  expect(idsFor(1, tests, 'src/model/dears/nears.ts')).toEqual(['near one', 'wide one', 'dear one'])
  expect(idsFor(6, tests)).toEqual([])
})

test('a file of tests that names the source comes before all others', () => {
  const tests = [covered('wide one', [1, 2, 3, 4, 5]), covered('price one', [1]), covered('unit one', [1])]
  const subjects = new Map([['test/unit.test.ts', new Set([PRICE])]])
  expect(idsFor(1, tests)).toEqual(['price one', 'wide one', 'unit one'])
  expect(idsFor(1, tests, PRICE, { subjects })).toEqual(['unit one', 'price one', 'wide one'])
})

test('files whose tests killed mutants of the same source go first, those that tried in vain last, and none again', () => {
  const tests = [covered('vain one', [1]), covered('new one', [1]), covered('good one', [1])]
  const learned = new Learned()
  for (let trial = 0; trial < 20; trial++) {
    learned.note(PRICE, 'test/vain.test.ts', false)
    learned.note(PRICE, 'test/good.test.ts', trial < 5)
  }
  const kept = { learned: new Learned(learned.lines()) }
  expect(idsFor(1, tests, PRICE, kept)).toEqual(['good one', 'new one', 'vain one'])
  expect(idsFor(1, tests, 'src/model/other.ts', kept)).toEqual(['good one', 'new one', 'vain one'].sort())
  expect(idsFor(1, tests, PRICE, { ...kept, tried: ['good one'] })).toEqual(['new one', 'vain one'])
})

test('other files come before more of the same that is little better, and slow tests last', () => {
  const tests = [
    covered('a 1', [1, 2, 3, 4]),
    covered('a 2', [1, 2, 3, 4]),
    covered('a 3', [1, 2, 3, 4]),
    covered('b 1', [1]),
    covered('c 1', [1, 2, 3, 4, 5], { duration: 301 }),
  ]
  expect(idsFor(1, tests)).toEqual(['a 1', 'a 2', 'b 1', 'a 3', 'c 1'])
})

test('tests that fail, pass once only or take too long are not used', () => {
  const tests = [
    covered('a', [1], { state: 'failed' }),
    covered('b', [1], { state: 'unrepeatable' }),
    covered('c', [1], { duration: 5001 }),
    covered('d', [1], { state: 'skipped' }),
  ]
  expect(idsFor(1, tests)).toEqual([])
})

test('a mutant is tried by so many tests, within so many passes, and by one in any case', () => {
  const many = Array.from({ length: 300 }, (_, place) => covered(`${place} x`, [1]))
  expect(idsFor(1, many)).toHaveLength(20)
  const dear = ['a', 'b', 'c'].map((id) => covered(id, [1], { passes: MOST_PASSES * 0.4 }))
  expect(idsFor(1, dear)).toEqual(['a', 'b'])
  expect(idsFor(1, [covered('a', [1], { passes: MOST_PASSES * 2 })])).toEqual(['a'])
})

test('what processes do costs about the same, and each file is of one process', () => {
  const trials = ['a', 'b', 'c', 'd'].flatMap((file, place) =>
    [1, 2].map((mutant) => ({ mutant, test: `${file} t`, file, cost: [50, 10, 20, 30][place] ?? 0 })),
  )
  const shares = sharesOf(trials, 2)
  expect(shares.map(({ files }) => files)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(shares[0]?.trials).toEqual({ 'a t': [1, 2], 'b t': [1, 2] })
  expect(sharesOf(trials.slice(0, 2), 2)).toHaveLength(1)
})
