/** What runs a command with mutants. */
import type { ServiceMutant } from '../../mutate/mutant.ts'

export type MutantStatus = 'killed' | 'timeout' | 'survived' | 'not-reached'

/** A test of the command; the command as a whole if its tests are not known. */
export interface MutatedTest {
  readonly test: string
  /** The operations that it calls. */
  readonly operations: readonly string[]
  readonly milliseconds: number
}

/** The run without a mutant. */
export interface BaseRun {
  readonly passed: boolean
  /** The end of what it printed. */
  readonly output: string
  readonly tests: readonly MutatedTest[]
  readonly milliseconds: number
}

export interface MutantResult {
  readonly id: string
  readonly status: MutantStatus
  /** The test that failed. */
  readonly killedBy?: string
  /** The tests that reached it. */
  readonly coveredBy: readonly string[]
  /** The error of the test, or why there is no better result. */
  readonly message?: string
}

export interface MutationRunner {
  /** Runs the command without a mutant. Its result does not count if `stop` is aborted, which ends it. */
  base(stop: AbortSignal): Promise<BaseRun>
  /**
   * Tries the mutants in their order, and calls `onResult` as soon as one has a result. Resolves when all have one, or soon after
   * `stop` is aborted: without a result for what then ran.
   */
  run(
    mutants: readonly ServiceMutant[],
    onResult: (result: MutantResult) => void,
    stop: AbortSignal,
  ): Promise<void>
  /** Ends what still runs. */
  close(): Promise<void>
}
