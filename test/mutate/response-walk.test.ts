// Every mutant of responses with the documented example of its operation.

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { loadSchemas } from '../../src/api/framework/zod.ts'
import type { ServiceMutant } from '../../src/mutate/mutant.ts'
import { responseMutants } from '../../src/mutate/responses.ts'
import '../support/property-seed.ts'
import { replay, step, type Walk, walkExamples } from './walk.ts'

let pairs: readonly (readonly [Walk, ServiceMutant])[]
beforeAll(async () => {
  await loadSchemas()
  const walks = await walkExamples()
  pairs = walks.flatMap((walk) => responseMutants(walk.operation).map((mutant) => [walk, mutant] as const))
})

test('a mutant is reached exactly if the response differs, and changes nothing else of the exchange', () => {
  const reachedOf = new Map<string, number>()
  const wronglyReached: string[] = []
  for (const [walk, mutant] of pairs) {
    const { entry, reached } = replay(walk, mutant)
    const { answer, ...others } = entry
    const { answer: plain, ...plainOthers } = walk.entry
    const differs = answer.body !== plain.body || answer.status !== plain.status
    if (reached !== (differs ? 1 : 0)) wronglyReached.push(mutant.id)
    if (!differs) expect(entry).toBe(walk.entry)
    else expect([answer.headers, others]).toEqual([plain.headers, plainOthers])
    reachedOf.set(mutant.kind, (reachedOf.get(mutant.kind) ?? 0) + reached)
  }
  expect(wronglyReached).toEqual([])
  const total = [...reachedOf.values()].reduce((sum, count) => sum + count)
  console.info(
    `examples reach ${total} of ${pairs.length} mutants of responses:`,
    Object.fromEntries(reachedOf),
  )
  // An example is a success, and its page is the first.
  const never = [...reachedOf].filter(([, count]) => count === 0).map(([kind]) => kind)
  expect(never.sort()).toEqual(['page-repeated', 'page-skips', 'wrong-error-status'])
  expect(total).toBeGreaterThan(pairs.length / 2)
})

test('no record differs, whatever a mutant makes of the response', async () => {
  for (const [walk, mutant] of fc.sample(fc.constantFrom(...pairs), 200)) {
    const { response, reached, changed } = await step(walk, mutant)
    const replayed = replay(walk, mutant)
    const { status, headers, body } = replayed.entry.answer
    expect([mutant.id, reached, response]).toEqual([mutant.id, replayed.reached, { status, headers, body }])
    expect([mutant.id, changed]).toEqual([mutant.id, []])
  }
})
