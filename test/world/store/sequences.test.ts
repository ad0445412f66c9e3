/** The sequences that number records. */
import { expect, test } from 'vitest'
import { itemSchema, newWorld } from './arbitraries.ts'

test('a sequence ends at the last safe integer, so that no number is given twice', () => {
  const { system } = newWorld(itemSchema)
  system.raise('job', Number.MAX_SAFE_INTEGER - 1)
  expect(system.next('job')).toBe(Number.MAX_SAFE_INTEGER)
  expect(() => system.next('job')).toThrow(new RangeError("sequence 'job' has no number left"))
  expect(system.last('job')).toBe(Number.MAX_SAFE_INTEGER)
})
