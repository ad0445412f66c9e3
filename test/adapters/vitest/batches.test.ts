/** How many mutants a run of Vitest tries. */
import { expect, it } from 'vitest'
import { FIRST_BATCH, nextBatch } from '../../../src/adapters/vitest/mutate/batches.ts'

it('grows to the most after a quick run, and shrinks to the least after a slow one', () => {
  expect(nextBatch(FIRST_BATCH, 0, 1000)).toBe(150)
  expect(nextBatch(FIRST_BATCH, 1000, 1000)).toBe(150)
  expect(nextBatch(150, 600_000, 1000)).toBe(10)
})

it('aims at runs of twenty seconds', () => {
  expect(nextBatch(20, 10_000, 1000)).toBe(40)
  expect(nextBatch(40, 20_000, 1000)).toBe(40)
  expect(nextBatch(40, 40_000, 1000)).toBe(20)
})

it('aims at longer runs of tests that take long to load', () => {
  expect(nextBatch(20, 10_000, 20_000)).toBe(120)
})
