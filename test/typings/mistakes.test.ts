import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { mistakes } from './mistakes.ts'

// That none of them compiles is checked with all other types: an unused `@ts-expect-error` is an error.
describe.each(mistakes)('$title', ({ wrong, right, message }) => {
  test('is refused at run time with what is right', async () => {
    const sim = await createSimulator()
    await expect((async () => wrong(sim))()).rejects.toThrow(message)
    await right(sim)
  })
})
