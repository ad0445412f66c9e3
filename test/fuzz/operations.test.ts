/** Every operation under a sequence of hostile and harmless requests; `npm run fuzz` sends many more. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operations } from '../../src/api/operations.ts'
import { controlSequences, playSequence, sequencesAbout, startBase } from './sequences.ts'

const LENGTH = 16
const base = await startBase()
const succeeded = new Set<string>()
let exchanges = 0

test.each(operations.map((operation) => [operation.id, operation] as const))('%s', async (id, operation) => {
  const property = fc.asyncProperty(sequencesAbout(operation, LENGTH), async (sequence) => {
    const played = await playSequence(base, sequence, operation)
    exchanges += played.exchanges
    for (const each of played.succeeded) succeeded.add(each)
  })
  const { errorInstance } = await fc.check(property, { numRuns: 1, seed: seedOf(id) })
  expect(errorInstance instanceof Error ? errorInstance.message : errorInstance).toBeFalsy()
})

test('the control API', async () => {
  const property = fc.asyncProperty(controlSequences(LENGTH), async (sequence) => {
    exchanges += (await playSequence(base, sequence)).exchanges
  })
  const { errorInstance } = await fc.check(property, { numRuns: 15, seed: 1 })
  expect(errorInstance instanceof Error ? errorInstance.message : errorInstance).toBeFalsy()
})

/** The same for an operation whatever others there are. */
function seedOf(id: string): number {
  return [...id].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
}

test('enough of it is answered: requests that never get anywhere would hold nothing to account', () => {
  expect(exchanges).toBeGreaterThan(2000)
  expect(succeeded.size).toBeGreaterThan(operations.length * 0.6)
})
