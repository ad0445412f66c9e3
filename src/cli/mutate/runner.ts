/** What runs a command with mutants. */
import type { BaseRun, MutantResult } from '../../adapters/vitest/mutate/messages.ts'
import type { ServiceMutant } from '../../mutate/mutant.ts'

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

export type { BaseRun, MutantResult }
