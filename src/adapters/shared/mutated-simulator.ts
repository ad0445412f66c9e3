/** Creates the simulators of test fixtures, with the mutant of the environment. */
import { createSimulator, type SimulatorOptions } from '../../index.ts'
import type { Simulator } from '../../simulator/simulator.ts'

/** The same as `createSimulator` unless `reqsim mutate` runs the tests. */
export async function createMutated(options: SimulatorOptions): Promise<Simulator> {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  if ((process?.env?.['REQSIM_MUTANT'] ?? '') === '') return createSimulator(options)
  // Other tests need not load the mutants.
  const { environmentMutant } = await import('./environment-mutant.ts')
  const mutant = options.mutant ?? (await environmentMutant())
  return createSimulator(mutant === undefined ? options : { ...options, mutant })
}
