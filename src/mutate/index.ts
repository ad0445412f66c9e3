/** The entry `reqsim/mutate`: the small mistakes that a simulator can make, from the declarations of its operations. */
import type { ServiceMutant } from './mutant.ts'

export interface MutantsOptions {
  /** The operations whose mistakes are wanted. Default: all. */
  readonly operations?: readonly string[]
}

/** Resolves with the mutants of these operations. */
export async function mutants(_options: MutantsOptions = {}): Promise<readonly ServiceMutant[]> {
  return []
}
