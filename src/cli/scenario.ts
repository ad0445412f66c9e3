/** Scenarios from the command line: a ready one, or a file. */
import { loadScenarioFile } from '../adapters/node.ts'
import type { ScenarioName } from '../scenario/ready/scenarios.generated.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import { problemLine, ScenarioError } from '../scenario/format/problems.ts'
import { isScenarioPath, loadReady } from '../scenario/ready/ready.ts'
import type { ClockMode } from '../world/time/clock-state.ts'
import { ToolFailure } from '../replay/failure.ts'

export interface NamedScenario {
  /** The option `scenario` of `createSimulator`. */
  readonly scenario: ScenarioName | ResolvedScenario
  /** The same with everything that it extends. */
  readonly resolved: ResolvedScenario
  /** The mode of the clock, if the scenario sets one. */
  readonly mode: ClockMode | undefined
  /** Its description. */
  readonly description: string | undefined
}

/**
 * Loads the scenario of a name or path. `onFile` receives each file of the scenario. Ends the command if there is no such
 * scenario, or if it has errors.
 */
export async function readScenario(name: string, onFile?: (path: string) => void): Promise<NamedScenario> {
  if (isScenarioPath(name)) {
    const scenario = await loadScenarioFile(name, onFile === undefined ? {} : { onFile }).catch(fail)
    return {
      scenario,
      resolved: scenario,
      mode: scenario.clock?.mode,
      description: scenario.description,
    }
  }
  const resolved = await loadReady(name).catch(fail)
  const { clock, description } = resolved
  return { scenario: name as ScenarioName, resolved, mode: clock.mode, description }
}

/**
 * Ends the command if the scenario cannot be used: with wrong usage if it does not exist, else with all its problems. Throws
 * any other error again.
 */
export function fail(error: unknown): never {
  if (!(error instanceof ScenarioError)) throw error
  const [first] = error.problems
  const absent = error.problems.length === 1 && first?.path === '' && first.line === undefined
  if (absent) throw new ToolFailure(2, first.message)
  throw new ToolFailure(1, error.problems.map(problemLine).join('\nreqsim: '))
}
