/** A mutant of the service with what a report says about it. */
import type { MutationGroup, MutationKind } from '../scenario/format/mutation-kinds.ts'
import type { Mutant } from '../simulator/mutation.ts'

/** A small mistake of the service: `createSimulator({ mutant })` and `sim.fork({ mutant })` take it. */
export interface ServiceMutant extends Mutant {
  readonly group: MutationGroup
  readonly kind: MutationKind
  /**
   * The operations whose exchanges can reach it: a test that calls none of them cannot notice it. One for most, the beginning of
   * a job for jobs, all of them for rate limits and credentials (absent).
   */
  readonly operations?: readonly string[]
  /** The field of the response that it changes, as a path without positions: `results[].key`; absent if it is none. */
  readonly field?: string
  /** What a test has to look at to notice it, as one line. */
  readonly hint: string
}
