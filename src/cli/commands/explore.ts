/** `reqsim explore`: runs a command under many schedules of disturbances, each time with a server and a world of its own. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explore, type Exploration, scenarioFile, type Vary } from '../../adapters/explore.ts'
import { serve } from '../../adapters/node.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { parseDuration } from '../../world/time/duration.ts'
import { countText } from '../../world/count-text.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { userTokens, withTokens } from '../exec/credentials.ts'
import { commandEnvironment } from '../exec/environment.ts'
import { ExitStatus } from '../exec/exit-status.ts'
import { withFailure } from '../../trace/failed-run.ts'
import { runQuietly } from '../explore/quiet-command.ts'
import { resultJson, resultJunit, resultText } from '../explore/results.ts'
import type { ClockFlag } from '../flags/flags.ts'
import { createProgressBar } from '../output/progress.ts'
import { readScenario } from '../scenario.ts'

export interface ExploreFlags {
  readonly budget?: string
  readonly schedules?: number
  readonly seed: string
  readonly jobs: number
  readonly recoverable: number
  readonly maxFailures: number
  /** The maximum real time of one run of the command, as a duration. */
  readonly timeout: string
  readonly without?: readonly (keyof Vary)[]
  readonly clock?: ClockFlag
  /** The folder for the scenarios and traces of failures. */
  readonly out?: string
  readonly junit?: string
  readonly json?: boolean
}

const DEFAULT_BUDGET = '60s'

/**
 * Explores the command. Ends with 1 if a schedule breaks it, with 3 if a server cannot start, and with 126 or 127 if the command
 * cannot be run. `flagVariables` are the environment variables of the flags.
 */
export async function runExplore(
  name: string,
  flags: ExploreFlags,
  words: readonly string[],
  flagVariables: readonly string[],
): Promise<void> {
  const named = await readScenario(name)
  const extended = withTokens(named.resolved)
  const scenario = extended === named.resolved ? named.scenario : extended
  const tokens = userTokens(extended)
  let unusable: unknown
  const run = async (sim: Simulator, { signal }: { readonly signal: AbortSignal }) => {
    try {
      const served = await serve(sim, { port: 0, host: '127.0.0.1' }).catch((error: unknown) => {
        throw new ToolFailure(3, error instanceof Error ? error.message : String(error))
      })
      try {
        const parts = { url: served.url, tokens, controlToken: undefined, flagVariables }
        await runQuietly({ words, env: commandEnvironment(process.env, parts), signal })
      } finally {
        await served.close()
      }
    } catch (error) {
      if (error instanceof ToolFailure) unusable ??= error
      throw error
    }
  }
  const progress = createProgressBar()
  const { budget = flags.schedules === undefined ? DEFAULT_BUDGET : undefined, schedules } = flags
  // A client that polls gets its result without waiting.
  const clock = flags.clock ?? (named.mode === undefined ? { mode: 'auto' as const } : undefined)
  const found = await explore({
    scenario,
    run,
    seed: flags.seed,
    jobs: flags.jobs,
    recoverable: flags.recoverable,
    maximumFailures: flags.maxFailures,
    limits: { real: parseDuration(flags.timeout) as number },
    vary: Object.fromEntries((flags.without ?? []).map((kind) => [kind, false])),
    ...(budget === undefined ? {} : { budget }),
    ...(schedules === undefined ? {} : { schedules }),
    ...(clock === undefined ? {} : { clock }),
    onProgress: ({ schedules: done, failures }) =>
      progress.update(done, schedules ?? done, countText(failures, 'failure')),
  })
  progress.clear()
  if (unusable !== undefined) throw unusable
  await write(found, flags, words)
  process.stdout.write(flags.json === true ? resultJson(found) : resultText(found))
  if (found.failures.length > 0) throw new ExitStatus(1)
}

async function write(
  found: Exploration,
  { out, junit }: ExploreFlags,
  words: readonly string[],
): Promise<void> {
  try {
    if (junit !== undefined) writeFileSync(junit, resultJunit(found))
    if (out === undefined || found.failures.length === 0) return
    mkdirSync(out, { recursive: true })
    for (const [index, failure] of found.failures.entries()) {
      writeFileSync(join(out, `failure-${index + 1}.scenario.yaml`), await scenarioFile(failure))
      const trace = withFailure(failure.trace, { runner: 'reqsim explore', title: words.join(' ') })
      writeFileSync(join(out, `failure-${index + 1}.trace`), trace)
    }
  } catch (error) {
    throw new ToolFailure(2, error instanceof Error ? error.message : String(error))
  }
}
