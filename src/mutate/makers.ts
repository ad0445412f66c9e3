/** What makes mutants from declarations. */
import type { Operation } from '../api/framework/operation.ts'
import type { ServiceMutant } from './mutant.ts'

export interface MutantMakers {
  /** Mistakes in the exchanges of one operation. */
  readonly ofOperation: (operation: Operation) => readonly ServiceMutant[]
  /** Mistakes of what operations share: jobs, queues, rate classes and credentials. */
  readonly ofAll: (operations: readonly Operation[]) => readonly ServiceMutant[]
}

export const makers: MutantMakers = {
  ofOperation: () => [],
  ofAll: () => [],
}
