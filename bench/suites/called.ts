/** The suite whose service is mutated: each test calls an operation by its example, and some also read a requirement. */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { test } from 'reqsim/vitest'
import type { ExpectedCall } from '../mutants.ts'

const { calls, common } = JSON.parse(readFileSync(new URL('./calls.json', import.meta.url), 'utf8')) as {
  readonly calls: readonly ExpectedCall[]
  readonly common: ExpectedCall
}

const TESTS = 10
const COMMON_EVERY = 5

/** The tests of one of the files. */
export function testCalls(file: number): void {
  for (let number = file * TESTS; number < (file + 1) * TESTS; number++) {
    const call = calls[number % calls.length] as ExpectedCall
    test(`${number}: ${call.operation}`, async ({ sim }) => {
      const responses = number % COMMON_EVERY === 0 ? [common, call] : [call]
      for (const { method, url, headers, body, status, text } of responses) {
        const response = await sim.fetch(url, { method, headers, ...(body !== undefined && { body }) })
        expect(response.status).toBe(status)
        // Every third test is a weak one.
        const isWeak = number % 3 === 0
        expect(isWeak ? text : await response.text()).toBe(text)
      }
    })
  }
}
