/** A mutant is tried by one test of each kind: those that go the same way near it are of one kind. */
import { expect, test } from 'vitest'
import { bitsOf } from './job.ts'
import { testsByTurns } from './nearby.ts'
import type { Candidate } from './plan.ts'

/** The file of the source has these mutants. */
const SOURCE = { from: 100, to: 160, killers: new Map<number, string>() }

/** A test of a file, `<file> <name>`, that comes to these mutants. */
function candidate(id: string, ...mutants: readonly number[]): Candidate {
  const counts = new Uint32Array(200)
  for (const mutant of mutants) counts[mutant] = 1
  const file = `test/${id.split(' ')[0]}.test.ts`
  return {
    id,
    file,
    name: id,
    passes: 10,
    duration: 1,
    slow: false,
    covered: bitsOf(counts),
    reach: mutants.length,
    about: new Set(),
  }
}

const idsFor = (
  ranked: readonly Candidate[],
  { tried = [], killers = SOURCE.killers }: { tried?: string[]; killers?: Map<number, string> } = {},
): string[] => [...testsByTurns(130, ranked, new Set(tried), { ...SOURCE, killers })].map(({ id }) => id)

const many = (count: number, ...mutants: readonly number[]): Candidate[] =>
  Array.from({ length: count }, (_, place) => candidate(`a ${100 + place}`, ...mutants))

test('the best two go first, then the one that goes another way than a hundred, though its rank is the last', () => {
  const ranked = [...many(100, 129, 130, 131), candidate('a rare', 130, 131)]
  expect(idsFor(ranked).slice(0, 3)).toEqual(['a 100', 'a 101', 'a rare'])
})

test('kinds take turns, from the rarest, and those that have had one wait', () => {
  const ranked = [
    ...many(9, 130),
    candidate('b 1', 130, 131),
    candidate('b 2', 130, 131),
    candidate('c 1', 130, 129),
  ]
  expect(idsFor(ranked).slice(0, 4)).toEqual(['a 100', 'a 101', 'c 1', 'b 1'])
  const tried = ['a 100', 'b 1', 'a 101', 'a 102', 'a 103']
  expect(idsFor(ranked, { tried }).slice(0, 3)).toEqual(['c 1', 'b 2', 'a 104'])
})

test('of a kind, those come first that go another way through the file, then those of another file', () => {
  const ranked = [...many(9, 130), candidate('b 1', 130), candidate('a far', 130, 155)]
  expect(idsFor(ranked).slice(0, 5)).toEqual(['a 100', 'a 101', 'a far', 'b 1', 'a 102'])
})

test('the way through other files makes no kind', () => {
  const ranked = [...many(9, 130), candidate('a other', 130, 99), candidate('a another', 130, 161)]
  expect(idsFor(ranked)).toEqual(ranked.map(({ id }) => id))
})

test('in every fourth place is a test that killed what is near, from the nearest', () => {
  const ranked = [...many(20, 130), candidate('b 1', 130), candidate('b 2', 130, 133), candidate('b 3', 131)]
  const killers = new Map([
    [131, 'b 3'],
    [133, 'a 117'],
    [128, 'a 118'],
    [141, 'a 119'],
  ])
  const ids = idsFor(ranked, { killers })
  expect(ids[2]).toBe('a 118')
  expect(ids[6]).toBe('a 117')
  expect(ids[10]).not.toBe('a 119')
})

test('slow ones come after all others, however rare', () => {
  const slow = [candidate('b 1', 130, 131), candidate('b 2', 130)].map((one) => ({ ...one, slow: true }))
  expect(idsFor([...slow, ...many(5, 130)]).slice(5)).toEqual(['b 1', 'b 2'])
})

test('each test that comes to the mutant is taken once, but for those that have tried it', () => {
  const ranked = [
    ...many(7, 130),
    ...many(3, 131).map((one) => ({ ...one, id: `x ${one.id}` })),
    candidate('b 1', 130, 131),
  ]
  const ids = idsFor(ranked, { tried: ['a 103', 'x a 100', 'elsewhere'] })
  expect(ids.toSorted()).toEqual(['a 100', 'a 101', 'a 102', 'a 104', 'a 105', 'a 106', 'b 1'])
  expect(idsFor([])).toEqual([])
})

test('the first and the last mutant of a file have no kinds by what other files have', () => {
  const ends = { from: 130, to: 130, killers: new Map<number, string>() }
  const ranked = [...many(5, 130), candidate('a 200', 129, 130, 131)]
  expect([...testsByTurns(130, ranked, new Set(), ends)].map(({ id }) => id)).toEqual(
    ranked.map(({ id }) => id),
  )
})
