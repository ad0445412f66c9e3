/** Which tests are tried with which mutants, and in what order. */
import { describe, expect, it } from 'vitest'
import { type KnownTest, Outcome } from '../../../src/adapters/vitest/mutate/outcome.ts'

const READ = 'wiki.requirement.read'
const MUTANTS = [
  { id: 'one', operations: [READ] },
  { id: 'other', operations: [READ] },
]

/** Six files with two tests each. */
const TESTS: readonly KnownTest[] = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((file) =>
  [1, 2].map((number) => ({
    id: `${file}${number}`,
    name: `${file} > ${number}`,
    file,
    operations: [READ],
    milliseconds: 1,
  })),
)

const PASSED = { state: 'pass', isReached: true } as const
const FAILED = { state: 'fail', isReached: true } as const

function begin() {
  const outcome = new Outcome(MUTANTS, TESTS, new Set())
  /** Notes that all tests pass with what is due, but for those that kill a mutant. Returns what was due, by mutant. */
  const next = (kills: readonly (readonly [number, string])[] = []) => {
    const tried: string[][] = [[], []]
    for (const [test, { tries }] of Object.entries(outcome.due() ?? {}))
      for (const mutant of tries)
        if (mutant !== null) {
          tried[mutant]?.push(test)
          const isKill = kills.some(([number, id]) => number === mutant && id === test)
          outcome.note(mutant, test, isKill ? FAILED : PASSED)
        }
    return tried
  }
  return { outcome, next }
}

describe('a mutant', () => {
  it('is tried with one file, then with three, then with all others', () => {
    const { outcome, next } = begin()
    const all = [
      ['a1', 'a2'],
      ['b1', 'b2', 'c1', 'c2', 'd1', 'd2'],
      ['e1', 'e2', 'f1', 'f2'],
    ]
    for (const stage of all) expect(next()).toEqual([stage, stage])
    expect(outcome.due()).toBeUndefined()
    expect(outcome.resultOf(0)).toMatchObject({ status: 'survived', coveredBy: { length: 12 } })
  })

  it('that a test has killed is tried with no further file', () => {
    const { outcome, next } = begin()
    expect(next([[0, 'a2']])).toEqual([
      ['a1', 'a2'],
      ['a1', 'a2'],
    ])
    expect(next()[0]).toEqual([])
    expect(outcome.resultOf(0)).toEqual({
      id: 'one',
      status: 'killed',
      killedBy: 'a > 2',
      coveredBy: ['a > 1', 'a > 2'],
    })
  })

  it('needs no run of a whole file once it is killed', () => {
    const { outcome, next } = begin()
    outcome.doubt('b1')
    next([[0, 'a1']])
    expect([...outcome.dueFiles()]).toEqual([['b', 1]])
  })
})
