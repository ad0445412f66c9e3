/** The simulator of a development server: made of the options, and brought up to date when they or the files change. */
import { createSimulator } from '../../index.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { Keeper } from './kept.ts'
import type { CheckedOptions } from './options.ts'
import type { SimulatorInput } from './scenario.ts'

/**
 * Brings the simulator up to date, and returns true if anything changed. A simulator with the same options goes on, with the
 * state of its worlds if the scenario is the same too. Rejects with the error of a scenario or option that is not valid, and
 * leaves the simulator as it was.
 */
export async function updateSimulator(
  keeper: Keeper,
  { scenario, others }: SimulatorInput,
  { as }: CheckedOptions,
): Promise<boolean> {
  const { current } = keeper
  const creation = JSON.stringify(others)
  const text = JSON.stringify(scenario)
  const isSame = current?.creation === creation
  if (isSame && current.scenario === text) {
    checkUser(current.simulator, as)
    return false
  }
  const simulator = await createSimulator({ ...others, scenario })
  checkUser(simulator, as)
  // Whoever follows the events of the former simulator, such as the console, goes on with it.
  if (isSame) await current.simulator.load(scenario)
  keeper.current = { simulator: isSame ? current.simulator : simulator, creation, scenario: text }
  return true
}

function checkUser(simulator: Simulator, as: string | undefined): void {
  try {
    simulator.checkAdapterOptions(as === undefined ? {} : { as })
  } catch (error) {
    throw new TypeError(`as: ${(error as Error).message}`, { cause: error })
  }
}
