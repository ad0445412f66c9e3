/** The tests that run, and the one that a request belongs to. */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface RunningTests<T extends object> {
  /** Runs a test; what it calls finds it, also while other tests run. */
  run<R>(test: T, body: () => R): R
  /** For a runner that calls hooks, but wraps no test. The returned function ends the test. */
  begin(test: T): () => void
  /** The test of the code that is running; undefined outside of tests. */
  current(): T | undefined
}

export function createRunningTests<T extends object>(): RunningTests<T> {
  const context = new AsyncLocalStorage<T>()
  const begun = new Set<T>()
  return {
    run: (test, body) => context.run(test, body),
    begin(test) {
      begun.add(test)
      return () => void begun.delete(test)
    },
    // A request that lost its context belongs to a test if only one runs; of several, to the last that began.
    current: () => context.getStore() ?? [...begun].at(-1),
  }
}
