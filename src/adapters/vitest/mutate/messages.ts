/** What the command and the process that runs Vitest for it say to each other. */
import type { PlannedMutant } from './plan.ts'

export type Request =
  | { readonly kind: 'open'; readonly words: readonly string[]; readonly jobs: number }
  | { readonly kind: 'base' }
  | { readonly kind: 'run'; readonly mutants: readonly PlannedMutant[] }

export type Response =
  | { readonly kind: 'opened' }
  | { readonly kind: 'base'; readonly base: BaseRun }
  | { readonly kind: 'result'; readonly result: MutantResult }
  /** All mutants of a request have a result. */
  | { readonly kind: 'done' }
  /** Vitest cannot do it; the message says why. */
  | { readonly kind: 'error'; readonly message: string }

/** A test, as the run without mutants found it; the command as a whole if its tests are not known. */
export interface TestUse {
  /** The file, the suites and the test. */
  readonly test: string
  /** The ids of the operations that it calls, and the names of the jobs that it begins or runs. */
  readonly operations: readonly string[]
  readonly milliseconds: number
}

export interface BaseRun {
  readonly passed: boolean
  /** The end of what it printed. */
  readonly output: string
  readonly tests: readonly TestUse[]
  /** Milliseconds of real time. */
  readonly milliseconds: number
}

export interface MutantResult {
  readonly id: string
  readonly status: 'killed' | 'timeout' | 'survived' | 'not-reached'
  /** The first test that failed. */
  readonly killedBy?: string
  /** The tests that reached it, until one failed: then those of its file and of files run with it. */
  readonly coveredBy: readonly string[]
  /** The error of the test, or why there is no better result. */
  readonly message?: string
}
