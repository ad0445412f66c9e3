/** Runs the commands of an exploration, each with a server and the world of one run. */
import { serve } from '../../adapters/node.ts'
import { ToolFailure } from '../../replay/failure.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { userTokens, withTokens } from '../exec/credentials.ts'
import { commandEnvironment } from '../exec/environment.ts'
import { readScenario } from '../scenario.ts'
import { type QuietCommand, runQuietly } from './quiet-command.ts'

/**
 * The scenario with a token for each user, and what runs a command in its worlds. `flagVariables` are the environment variables
 * of the flags, which are not for a server that the command starts.
 */
export async function servedCommands(name: string, flagVariables: readonly string[]) {
  const named = await readScenario(name)
  const extended = withTokens(named.resolved)
  const tokens = userTokens(extended)
  let unusable: unknown
  /** Runs a command with a server of its own. A command that cannot be run is kept as `unusable`. */
  const withServer = async (sim: Simulator, command: Omit<QuietCommand, 'env' | 'stable'>, more = {}) => {
    try {
      const served = await serve(sim, { port: 0, host: '127.0.0.1' }).catch((error: unknown) => {
        throw new ToolFailure(3, error instanceof Error ? error.message : String(error))
      })
      try {
        const parts = { url: served.url, tokens, controlToken: undefined, flagVariables }
        const env = { ...commandEnvironment(process.env, parts), ...more }
        return await runQuietly({ ...command, env, stable: { [served.url]: 'REQSIM_URL' } })
      } finally {
        await served.close()
      }
    } catch (error) {
      if (error instanceof ToolFailure) unusable ??= error
      throw error
    }
  }
  return {
    scenario: extended === named.resolved ? named.scenario : extended,
    mode: named.mode,
    tokens,
    withServer,
    unusable: () => unusable,
  }
}
