/** What makes mutants from declarations. */
import type { Operation } from '../api/framework/operation.ts'
import { effectMutants } from './effects.ts'
import type { ServiceMutant } from './mutant.ts'
import { permissionMutants } from './permissions.ts'
import { responseMutants } from './responses.ts'
import { timeMutants } from './times.ts'

export interface MutantMakers {
  /** Mistakes in the exchanges of one operation. */
  readonly ofOperation: (operation: Operation) => readonly ServiceMutant[]
  /** Mistakes of what operations share: jobs, messages, rate classes and credentials. */
  readonly shared: () => readonly ServiceMutant[]
}

export const makers: MutantMakers = {
  ofOperation: (operation) => [
    ...effectMutants(operation),
    ...permissionMutants(operation),
    ...responseMutants(operation),
  ],
  shared: timeMutants,
}
