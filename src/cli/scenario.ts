/** Scenarios as the command line names them: a ready one, or a file. */
import { loadScenarioFile } from '../adapters/node.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import { problemLine, ScenarioError } from '../scenario/check/problems.ts'
import { loadReady } from '../scenario/ready/ready.ts'
import type { ClockMode } from '../world/time/clock-state.ts'
import { ToolFailure } from '../replay/failure.ts'

export interface NamedScenario {
  /** For `createSimulator`. */
  readonly scenario: string | ResolvedScenario
  /** The mode of the clock, where the scenario chooses one. */
  readonly mode: ClockMode | undefined
  /** What it is for. */
  readonly description: string | undefined
}

/** The scenario that a name or path stands for; `onFile` is told of each file it is made of. Ends the command when there is none, or when it has faults. */
export async function readScenario(name: string, onFile?: (path: string) => void): Promise<NamedScenario> {
  if (isFile(name)) {
    const scenario = await loadScenarioFile(name, onFile === undefined ? {} : { onFile }).catch(fail)
    return { scenario, mode: scenario.clock?.mode, description: scenario.description }
  }
  const { clock, description } = await loadReady(name).catch(fail)
  return { scenario: name, mode: clock.mode, description }
}

/** True for what can only be a file: a path, or a name with the ending of one. */
export function isFile(name: string): boolean {
  return /[/\\]|\.(?:ya?ml|json)$/i.test(name)
}

/**
 * Ends the command over a scenario that cannot be used: as wrong usage when there is no such scenario, else with every
 * problem of it. Any other error goes on.
 */
export function fail(error: unknown): never {
  if (!(error instanceof ScenarioError)) throw error
  const [first] = error.problems
  const absent = error.problems.length === 1 && first?.path === '' && first.line === undefined
  if (absent) throw new ToolFailure(2, first.message)
  throw new ToolFailure(1, error.problems.map(problemLine).join('\nreqsim: '))
}
