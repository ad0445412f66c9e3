/** `reqsim explore`: runs a command under many schedules of disturbances, each time with a server and a world of its own. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CompletedRun,
  explore,
  type Exploration,
  type FaultName,
  scenarioFile,
  type Vary,
} from '../../adapters/explore.ts'
import { readTraceFailure } from '../../adapters/shared/trace-failure.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { parseDuration } from '../../world/time/duration.ts'
import { countText } from '../../world/count-text.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { ExitStatus } from '../exec/exit-status.ts'
import { withFailure } from '../../trace/failed-run.ts'
import { type MayFail, mayFailWith } from '../explore/may-fail.ts'
import { CommandFailed, type Printed } from '../explore/quiet-command.ts'
import { resultJson, resultJunit, resultText } from '../explore/results.ts'
import { servedCommands } from '../explore/served-commands.ts'
import type { ClockFlag } from '../flags/flags.ts'
import {
  checkoutFolder,
  type CommandFailure,
  type CommandRun,
  isOnGithub,
  tellGithub,
} from '../output/github.ts'
import { placeInOutput } from '../output/place-in-output.ts'
import { defaultScenario } from '../init/files.ts'
import { createProgressBar } from '../output/progress.ts'

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
  readonly faults?: readonly FaultName[]
  readonly mayFail?: readonly MayFail[]
  /** A line for the shell. */
  readonly check?: string
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
  given: string | undefined,
  flags: ExploreFlags,
  words: readonly string[],
  flagVariables: readonly string[],
): Promise<void> {
  const { scenario, mode, withServer, unusable } = await servedCommands(
    given ?? defaultScenario(),
    flagVariables,
  )
  const run = (sim: Simulator, { signal }: { readonly signal: AbortSignal }) =>
    withServer(sim, { name: 'command', words, signal })
  const timeout = parseDuration(flags.timeout) as number
  const check = async (sim: Simulator, { result, error }: CompletedRun) => {
    const printed = error instanceof CommandFailed ? error.printed : (result as Printed)
    const code = error instanceof CommandFailed ? error.code : 0
    const signal = AbortSignal.timeout(timeout)
    const line = { name: 'check', words: flags.check ?? '', signal, stdin: printed.stdout } as const
    await withServer(sim, line, { REQSIM_EXIT_CODE: String(code ?? '') })
  }
  const progress = createProgressBar()
  const { budget = flags.schedules === undefined ? DEFAULT_BUDGET : undefined, schedules } = flags
  // A client that polls gets its result without waiting.
  const clock = flags.clock ?? (mode === undefined ? { mode: 'auto' as const } : undefined)
  const found = await explore({
    scenario,
    run,
    seed: flags.seed,
    jobs: flags.jobs,
    recoverable: flags.recoverable,
    maximumFailures: flags.maxFailures,
    limits: { real: timeout },
    vary: {
      ...(flags.faults === undefined
        ? {}
        : { faults: Object.fromEntries(flags.faults.map((fault) => [fault, true])) }),
      ...Object.fromEntries((flags.without ?? []).map((kind) => [kind, false])),
    },
    mayFail: mayFailWith(flags.mayFail ?? []),
    ...(flags.check === undefined ? {} : { check }),
    ...(budget === undefined ? {} : { budget }),
    ...(schedules === undefined ? {} : { schedules }),
    ...(clock === undefined ? {} : { clock }),
    onProgress: ({ schedules: done, failures }) =>
      progress.update(done, schedules ?? done, countText(failures, 'failure')),
  })
  progress.clear()
  if (unusable() !== undefined) throw unusable()
  await write(found, flags, words)
  process.stdout.write(flags.json === true ? resultJson(found) : resultText(found))
  tellGithub(await githubRun(found, flags, words))
  if (found.failures.length > 0) throw new ExitStatus(1)
}

async function githubRun(
  { failures, schedules }: Exploration,
  { out }: ExploreFlags,
  words: readonly string[],
): Promise<CommandRun> {
  const title = words.join(' ')
  const annotated = isOnGithub() ? failures : []
  return {
    heading: `reqsim explore: ${title}, ${countText(failures.length, 'failure')} in ${countText(schedules, 'schedule')}`,
    failures: await Promise.all(
      annotated.map(async ({ trace }, index): Promise<CommandFailure> => {
        // The trace has the texts without credentials.
        const found = await readTraceFailure(trace)
        const file = out === undefined ? undefined : join(out, `failure-${index + 1}.trace`)
        return {
          title: `reqsim explore: failure ${index + 1} of ${title}`,
          error: found?.failure.error ?? 'the log has the error of this run',
          explanation: [
            ...(found?.exchanges ?? []),
            ...(file === undefined ? [] : ['', `trace: ${file} (npx reqsim show ${file})`]),
          ],
          place: placeInOutput(found?.failure.output ?? '', checkoutFolder()),
        }
      }),
    ),
  }
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
