import { describe, expect, test } from 'vitest'
import { createSimulator, type FaultInput } from '../../src/index.ts'
import { mistakes } from './mistakes.ts'

// That none of them compiles is checked with all other types: an unused `@ts-expect-error` is an error.
describe.each(mistakes)('$title', ({ wrong, right, message }) => {
  test('is refused at run time with what is right', async () => {
    const sim = await createSimulator()
    await expect((async () => wrong(sim))()).rejects.toThrow(message)
    await right(sim)
  })
})

type SentenceFor<Union, Member, Field extends PropertyKey> =
  Extract<Union, Member> extends infer Found
    ? Found extends { readonly [Key in Field]?: infer Sentence }
      ? Exclude<Sentence, undefined>
      : never
    : never

// The types of these constants are what the compiler shows: a sentence that differs does not compile.
const latency: SentenceFor<FaultInput, { freeze: string }, 'latency'> =
  "'latency' does not go with 'freeze': leave one of them out"
const status: SentenceFor<FaultInput, { outage: string | number }, 'status'> =
  "'status' does not go with 'outage': leave one of them out"
const at: SentenceFor<FaultInput, { status: number }, 'at'> =
  "'at' goes with 'freeze': give that, or leave it out"
const drop: SentenceFor<FaultInput, { drop: true }, 'truncate'> =
  "'truncate' needs a response, and 'drop' leaves none"

test('the compiler names the same remedy as the simulator for fields of two kinds of fault', async () => {
  const sim = await createSimulator()
  // @ts-expect-error
  expect(() => sim.faults.add({ freeze: 'ENG', latency: '2s' })).toThrow(latency)
  // @ts-expect-error
  expect(() => sim.faults.add({ outage: 'tracker', status: 500 })).toThrow(status)
  // @ts-expect-error
  expect(() => sim.faults.add({ status: 503, at: 50 })).toThrow(at)
  // @ts-expect-error
  expect(() => sim.faults.add({ drop: true, truncate: 5 })).toThrow(drop)
})
