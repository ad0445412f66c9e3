/** Scenarios as the command line names them: a ready one, or a file. */
import type { ResolvedScenario } from '../scenario/format.ts'
import { problemLine, ScenarioError } from '../scenario/problems.ts'
import { loadReady } from '../scenario/ready.ts'
import { CommandFailure, type ExitCode } from './failure.ts'

/** True for what can only be a file: a path, or a name with the ending of one. */
export function isFile(name: string): boolean {
  return /[/\\]|\.(?:ya?ml|json)$/i.test(name)
}

/** The scenario that a name or path stands for. Ends the command when there is none, or when it has faults. */
export async function readScenario(name: string): Promise<ResolvedScenario> {
  if (!isFile(name)) return loadReady(name).catch((error: unknown) => fail(error, 2))
  // Reading files takes a parser, which a ready scenario starts without.
  const { loadScenarioFile } = await import('../adapters/node-scenarios.ts')
  return loadScenarioFile(name).catch((error: unknown) => fail(error, 1))
}

/** Ends the command over a scenario that cannot be used; any other error goes on. */
export function fail(error: unknown, exitCode: ExitCode): never {
  if (!(error instanceof ScenarioError)) throw error
  const [first] = error.problems
  const single = error.problems.length === 1 && first?.path === '' && first.line === undefined
  throw new CommandFailure(
    exitCode,
    single ? first.message : error.problems.map(problemLine).join('\nreqsim: '),
  )
}
