/** The text that the instrumenter writes is made comparisons of numbers, and what is active is told how long it may go on. */
import { expect, test } from 'vitest'
import { mutantSwitch, NONE, switched } from './switch.ts'

test('calls by name become comparisons of numbers', () => {
  const text = 'const a = stryMutAct_9fa48("12") ? [] : (stryCov_9fa48("12", "13"), [1])'
  const [, line] = switched(text).split('\n')
  expect(line).toBe(
    'const a = (__mutation.active === 12 && __mutation.hit()) ? [] : ((__mutation.counting && __mutation.count(12, 13)), [1])',
  )
})

test('outside of a run no mutant is active', () => {
  expect(switched('').split('\n')[0]).toContain('?? { active: -1, counting: false }')
  expect(NONE).toBe(-1)
})

test('places that are passed are counted, and a mutant that goes on and on is ended', () => {
  const mutants = mutantSwitch(4)
  expect(mutantSwitch(9)).toBe(mutants)
  mutants.count(1, 3)
  mutants.count(3)
  expect([...mutants.counts]).toEqual([0, 1, 0, 2])
  mutants.active = 2
  mutants.until = 0
  expect(() => {
    while (mutants.hit()) if (mutants.hits > 10_000) return
  }).toThrow('The mutant ran for too long.')
  expect(mutants.expired).toBe(true)
  expect(mutants.hits).toBeLessThan(1000)
})
