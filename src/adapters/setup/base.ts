/** The simulator of a setup, from its options. */
import type { SimulatorOptions } from '../../index.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { loadScenarioFile } from '../node/scenarios.ts'
import { createMutated } from '../shared/mutated-simulator.ts'
import type { SetupOptions } from './options.ts'

/** Rejects with ScenarioError if the scenario is not valid. */
export async function loadBase({ scenario = 'demo', config }: SetupOptions): Promise<Simulator> {
  const isFile = /[\\/]|\.(?:ya?ml|json)$/.test(scenario)
  return createMutated({
    scenario: (isFile ? await loadScenarioFile(scenario) : scenario) as NonNullable<
      SimulatorOptions['scenario']
    >,
    ...(config !== undefined && { config }),
  })
}

/** Whether a credential that the scenario does not have is that of the user `as`. */
export function acceptsCredentials({ as, credentials }: SetupOptions): boolean {
  return as !== undefined && credentials !== 'check'
}
