/** The errors of many tries of a test. */
import type { RunnerTestCase } from 'vitest'

/** Vitest looks at it. */
const KEPT = new Set(['message', 'name', '__vitest_test_syntax_error__'])
const LENGTH = 300

/** Takes from the errors what nobody reads: their stacks and differences are larger than all else that a worker passes on. */
export function slimErrors({ errors = [] }: NonNullable<RunnerTestCase['result']>): void {
  for (const error of errors) {
    const fields = error as unknown as Record<string, unknown>
    for (const name of Object.keys(fields)) if (!KEPT.has(name)) delete fields[name]
    error.message = error.message.slice(0, LENGTH)
  }
}
