/** Everything that reads text or data of others, over mutations of what it takes; `npm run fuzz` tries many more. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mutationsOf, problemWith, problemWithText } from './mutations.ts'
import { PARSERS } from './parsers.ts'

/** Data that is taken is looked through as a whole, which takes some 20 ms. */
const RUNS = { text: 100, data: 20 }

describe.each(PARSERS.map((parser) => [parser.name, parser] as const))('%s', (_name, parser) => {
  test('reads what it takes', async () => {
    for (const input of parser.corpus)
      await expect((async () => parser.read(input as never))()).resolves.toBeUndefined()
  })

  test('reads or refuses whatever that turns into', async () => {
    const property = fc.asyncProperty(mutationsOf(parser), async (mutation) => {
      const problem = await problemWith(parser, mutation)
      if (problem !== undefined) throw new Error(problem)
    })
    const { errorInstance } = await fc.check(property, { numRuns: RUNS[parser.kind], seed: 20260105 })
    expect(errorInstance instanceof Error ? errorInstance.message : errorInstance).toBeFalsy()
  })

  // A family that takes the square of its length would take minutes here, and one that recurses would end the stack.
  test('reads or refuses very many of anything', async () => {
    const size = parser.isYaml === true ? 10_000 : 30_000
    for (const make of Object.values(parser.families))
      expect(await problemWithText(parser, make(size))).toBeUndefined()
  })
})
