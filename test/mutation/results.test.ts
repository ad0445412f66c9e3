/** Survivors that were not known are told, wherever lines have moved to. */
import { describe, expect, test } from 'vitest'
import type { Mutant } from './copy.ts'
import type { Explanation } from './explained.ts'
import { newSurvivors, reasonsFor, survivorsOf, told } from './results.ts'
import type { Outcome } from './job.ts'

const mutantOf = (number: number, line: number, replacement = 'true'): Mutant => {
  return {
    number,
    file: 'src/model/one.ts',
    line,
    text: 'if (one === two) return',
    above: '',
    mutator: 'ConditionalExpression',
    original: 'one === two',
    replacement,
  }
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

describe('of a few files is told', () => {
  const mutants = [
    mutantOf(0, 8),
    { ...mutantOf(1, 8), original: 'two' },
    mutantOf(2, 8, 'false'),
    mutantOf(3, 9),
    mutantOf(4, 3),
  ]
  const outcomes: Outcome[] = ['survived', 'survived', 'survived', 'unreached', 'killed']
  const verdicts = new Map(outcomes.map((outcome, number) => [number, { outcome, tried: [], files: 0 }]))
  const why = {
    file: 'src/model/one.ts',
    line: 'if (one === two) return',
    mutants: ['ConditionalExpression → false', 'ConditionalExpression: two → true'],
    why: 'speed',
    note: 'It is only looked up again.',
  } as const satisfies Explanation

  test('each by its line, by a name that an explanation can use, apart where no test came to it', () => {
    expect(told({ mutants, verdicts }, [], false)).toEqual([
      '',
      'Survived: 3',
      'src/model/one.ts:8  if (one === two) return',
      '    ConditionalExpression: one === two → true',
      '    ConditionalExpression: two → true',
      '    ConditionalExpression → false',
      '',
      'Reached by none of these tests: 1',
      'src/model/one.ts:9  if (one === two) return',
      '    ConditionalExpression → true',
    ])
  })

  test('explained ones only where they are asked for, with the reason', () => {
    expect(told({ mutants, verdicts }, [why], false)).toEqual([
      '',
      'Survived: 1',
      'src/model/one.ts:8  if (one === two) return',
      '    ConditionalExpression: one === two → true',
      '',
      'Reached by none of these tests: 1',
      'src/model/one.ts:9  if (one === two) return',
      '    ConditionalExpression → true',
    ])
    expect(told({ mutants, verdicts }, [why], true)).toContain(
      '    ConditionalExpression → false  (speed: It is only looked up again.)',
    )
  })

  test('of those that were kept: an explanation of one of several stands for one', () => {
    const text = ['', '  if (one === two) return', ''].join('\n')
    const own = [
      '2 ConditionalExpression → true',
      '2 ConditionalExpression → true',
      '2 ConditionalExpression → false',
      '3 ConditionalExpression → false',
    ]
    expect(reasonsFor(own, text, [why])).toEqual([why, undefined, why, undefined])
  })
})
