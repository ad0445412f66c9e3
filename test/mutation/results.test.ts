/** Survivors that were not known are told, wherever lines have moved to. */
import { describe, expect, test } from 'vitest'
import type { Mutant } from './copy.ts'
import { newSurvivors, survivorsOf } from './results.ts'
import type { Outcome } from './job.ts'

const mutantOf = (number: number, line: number, replacement = 'true'): Mutant => {
  return { number, file: 'src/model/one.ts', line, mutator: 'ConditionalExpression', replacement }
}

test('what was killed or ran without end is no survivor; what no test came to is one', () => {
  const outcomes: Outcome[] = ['killed', 'timeout', 'survived', 'unreached', 'suspect']
  const verdicts = new Map(
    outcomes.map((outcome, number) => [number, { outcome, tried: ['a test'], files: 0 }]),
  )
  const mutants = [0, 1, 2, 3, 4, 5].map((number) => mutantOf(number, 60 - number))
  expect(survivorsOf(mutants, verdicts)).toEqual({
    'src/model/one.ts': [55, 56, 57, 58].map((line) => `${line} ConditionalExpression → true`),
  })
})

describe('a survivor that was not kept', () => {
  const kept = { 'src/a.ts': ['3 X → 1', '9 X → 1', '9 Y → 2'] }

  test.each([
    ['none, where lines moved', { 'src/a.ts': ['4 X → 1', '10 X → 1', '10 Y → 2'] }, []],
    ['none, where some were killed', { 'src/a.ts': ['9 X → 1'] }, []],
    ['of another kind', { 'src/a.ts': ['3 Z → 1', '9 X → 1'] }, ['src/a.ts:3 Z → 1']],
    ['one more of a kind', { 'src/a.ts': ['3 X → 1', '5 X → 1', '9 X → 1'] }, ['src/a.ts:5 X → 1']],
    ['of another file', { 'src/b.ts': ['3 X → 1'] }, ['src/b.ts:3 X → 1']],
  ])('%s', (_name, found, told) => {
    expect(newSurvivors(found, kept)).toEqual(told)
  })
})
