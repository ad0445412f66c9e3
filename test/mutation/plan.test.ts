/** Which tests try which mutant: from what they come to, in an order that is the same each time. */
import { expect, test } from 'vitest'
import { bitsOf, type CoveredTest, toText } from './job.ts'
import { Learned } from './learned.ts'
import { candidatesOf, MOST_PASSES, rankedFor, sharesOf, type Subjects, testsWithin } from './plan.ts'

function covered(id: string, mutants: readonly number[], changes: Partial<CoveredTest> = {}): CoveredTest {
  const counts = new Uint32Array(64)
  for (const mutant of mutants) counts[mutant] = 1
  const bits = toText(bitsOf(counts))
  const file = `test/${id.split(' ')[0]}.test.ts`
  return { id, file, name: id, state: 'passed', duration: 1, passes: 10, covered: bits, once: [], ...changes }
}

const PRICE = 'src/model/price.ts'
const idsFor = (
  tests: readonly CoveredTest[],
  source = PRICE,
  { learned = new Learned(), subjects = new Map() }: { learned?: Learned; subjects?: Subjects } = {},
): string[] => rankedFor(source, candidatesOf(tests, subjects), learned).map(({ id }) => id)

test('tests that come to much for what they cost go first, and before them those that share a word', () => {
  const tests = [
    covered('near one', [1, 2]),
    covered('dear one', [1, 2, 3], { passes: 900_000 }),
    covered('wide one', [1, 2, 3, 4, 5]),
  ]
  expect(idsFor(tests)).toEqual(['wide one', 'near one', 'dear one'])
  expect(idsFor(tests.toReversed())).toEqual(['wide one', 'near one', 'dear one'])
  expect(idsFor(tests, 'src/model/dears/nears.ts')).toEqual(['near one', 'wide one', 'dear one'])
})

test('a file of tests that names the source comes before all others', () => {
  const tests = [covered('wide one', [1, 2, 3, 4, 5]), covered('price one', [1]), covered('unit one', [1])]
  const subjects = new Map([['test/unit.test.ts', new Set([PRICE])]])
  expect(idsFor(tests)).toEqual(['price one', 'wide one', 'unit one'])
  expect(idsFor(tests, PRICE, { subjects })).toEqual(['unit one', 'price one', 'wide one'])
})

test('files whose tests killed mutants of the same source go first, those that tried in vain last', () => {
  const tests = [covered('vain one', [1]), covered('new one', [1]), covered('good one', [1])]
  const learned = new Learned()
  for (let trial = 0; trial < 20; trial++) {
    learned.note(PRICE, 'test/vain.test.ts', false)
    learned.note(PRICE, 'test/good.test.ts', trial < 5)
  }
  const kept = { learned: new Learned(learned.lines()) }
  expect(idsFor(tests, PRICE, kept)).toEqual(['good one', 'new one', 'vain one'])
  expect(idsFor(tests, 'src/model/other.ts', kept)).toEqual(['good one', 'new one', 'vain one'].sort())
})

test('slow tests are last', () => {
  const tests = [covered('wide one', [1, 2, 3], { duration: 301 }), covered('near one', [1])]
  expect(idsFor(tests)).toEqual(['near one', 'wide one'])
})

test('tests that fail, pass once only or take too long are not used', () => {
  const tests = [
    covered('a', [1], { state: 'failed' }),
    covered('b', [1], { state: 'unrepeatable' }),
    covered('c', [1], { duration: 5001 }),
    covered('d', [1], { state: 'skipped' }),
  ]
  expect(idsFor(tests)).toEqual([])
})

test('a mutant is tried by so many tests, within so many passes, and once in any case', () => {
  const within = (most: number, tests: readonly CoveredTest[], isTried = false) =>
    testsWithin(most, candidatesOf(tests, new Map()), isTried).map(({ id }) => id)
  const many = Array.from({ length: 30 }, (_, place) => covered(`${place} x`, [1]))
  expect(within(20, many)).toEqual(many.slice(0, 20).map(({ id }) => id))
  expect(within(0, many)).toEqual([])
  expect(within(-1, many)).toEqual([])
  const dear = ['a', 'b', 'c'].map((id) => covered(id, [1], { passes: MOST_PASSES * 0.4 }))
  expect(within(20, dear)).toEqual(['a', 'b'])
  const dearest = covered('a', [1], { passes: MOST_PASSES * 2 })
  expect(within(20, [dearest])).toEqual(['a'])
  expect(within(20, [dearest], true)).toEqual([])
  const slow = ['a', 'b', 'c'].map((id) => covered(id, [1], { duration: 400 }))
  expect(within(20, slow)).toEqual(['a', 'b'])
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
