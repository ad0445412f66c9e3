/** `reqsim exec`: runs a command with a server, and ends with its exit code. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { defaultLogLevel } from '../../adapters/node/log-level.ts'
import type { RequestLog } from '../../adapters/node/request-log.ts'
import type { Report } from '../../gateway/report/report.ts'
import { mergeReports } from '../../gateway/report/merge.ts'
import { ToolFailure } from '../../replay/failure.ts'
import type { FailedRun } from '../../simulator/past/failed-run.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { failureIn } from '../../trace/failed-run.ts'
import { countText } from '../../world/count-text.ts'
import { visibleLines } from '../../replay/text.ts'
import { type RunningCommand, runCommand } from '../exec/child.ts'
import { userTokens, withTokens } from '../exec/credentials.ts'
import { commandEnvironment } from '../exec/environment.ts'
import { ExitStatus } from '../exec/exit-status.ts'
import { explainRun } from '../exec/explanation.ts'
import { keepLatestRequests } from '../exec/latest-requests.ts'
import type { ReportFlags } from '../flags/report.ts'
import { defaultScenario } from '../init/files.ts'
import type { ServeFlags } from '../flags/serve.ts'
import { checkoutFolder, type CommandRun, isOnGithub, tellGithub } from '../output/github.ts'
import { placeInOutput } from '../output/place-in-output.ts'
import { type Started, startServer } from '../serving/start.ts'
import { judgeReport } from './report.ts'

export interface ExecFlags extends ServeFlags, ReportFlags {
  /** The folder for the traces of a failed run. */
  readonly traces?: string
}

/**
 * Serves the scenario, runs the command, and ends with its exit code; with 1 if the command succeeded and a threshold was
 * exceeded; with 3 if the server could not start, or died. `flagVariables` are the environment variables of the flags.
 */
export async function runExec(
  given: string | undefined,
  flags: ExecFlags,
  words: readonly string[],
  flagVariables: readonly string[],
): Promise<void> {
  const name = given ?? defaultScenario()
  const discarded: Report[] = []
  const latest = keepLatestRequests(flags.log ?? defaultLogLevel())
  const started = await start(name, flags, discarded, latest)
  const { simulator, served } = started
  const { mode } = simulator.world.clock
  const { name: loaded, seed } = simulator.scenario
  say(`listening on ${served.url} (scenario ${loaded}, seed ${seed}, clock ${mode})`)
  let code: number
  let command: RunningCommand | undefined
  try {
    const environment = commandEnvironment(process.env, {
      // The console's address has a host name that this machine can reach, even if the server listens on every address.
      url: new URL(served.console).origin,
      tokens: userTokens(started.scenario),
      controlToken: flags.controlToken,
      authorityFile: started.secured?.authority?.file,
      keepsFailed: flags.traces !== undefined,
      flagVariables,
    })
    command = runCommand(words, environment, { capture: flags.traces !== undefined || isOnGithub() })
    code = await whileServing(command)
  } finally {
    await started.close()
  }
  const report = mergeReports([...discarded, simulator.report()])
  // An interrupted command may have ended before its first request.
  if (code < 128 && report.exchanges === 0) say(NOT_CALLED)
  // The report is written and judged after a failed command too.
  const problems = judge(report, flags)
  if (code !== 0) {
    // Their lines are safe for a terminal, and may have colours.
    for (const line of latest.lines()) process.stderr.write(`reqsim: ${line}\n`)
    for (const line of explainRun(report)) say(line)
  }
  for (const problem of problems) say(problem)
  const ended = code
  if (code === 0 && problems.length > 0) code = 1
  const failure = failureOf(words, { ended, problems, output: command.output() })
  let written: FailedRun | undefined
  if (flags.traces !== undefined) {
    if (code === 0) deleteTraces(simulator, flags.traces)
    else written = await writeTraces(simulator, flags.traces, failure)
  } else if (code !== 0 && report.exchanges > 0) say(TRACE_HINT)
  tellGithub({
    ...githubRun({ failure, report, problems, output: written?.output }),
    secrets: [...userTokens(started.scenario).map(({ value }) => value), flags.controlToken ?? ''],
  })
  if (code !== 0) throw new ExitStatus(code)
}

const TRACE_HINT =
  'to see each request with its response, run this again with --traces reqsim-traces, and open the file with reqsim show'

const NOT_CALLED =
  'warning: the command sent no request to the simulator; does it read REQSIM_URL or REQSIM_WIKI_URL? --min-exercised 1 makes this an error'

/** Why the command failed, for its traces. */
function failureOf(
  words: readonly string[],
  { ended, problems, output }: { ended: number; problems: readonly string[]; output: string },
): FailedRun {
  const inProject = (text: string) => text.replaceAll(`${process.cwd()}${sep}`, '')
  return {
    runner: 'reqsim exec',
    title: inProject(words.join(' ')),
    error: [...(ended === 0 ? [] : [`the command ended with exit code ${ended}`]), ...problems].join('\n'),
    exitCode: ended,
    ...(output === '' ? {} : { output: inProject(output) }),
  }
}

/** Deletes the traces that an earlier run left of the same worlds. */
function deleteTraces(simulator: Simulator, folder: string): void {
  for (const name of simulator.worldNames()) rmSync(join(folder, `${name}.trace`), { force: true })
}

/** Each world in use has a past of its own. */
const MAXIMUM_TRACES = 20

/**
 * Writes the traces of the worlds that the command used; a run fails for its own reason, never for that of its traces. Returns
 * the failure without the credentials of these worlds; undefined if there are none, or if a trace could not be written.
 */
async function writeTraces(
  simulator: Simulator,
  folder: string,
  failure: FailedRun,
): Promise<FailedRun | undefined> {
  const used = simulator.worldNames().filter((name) => simulator.pastOf(name).last > 0)
  let clean = failure
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of used.slice(0, MAXIMUM_TRACES)) {
      const file = join(folder, `${name}.trace`)
      const trace = await simulator.trace(name, { failure: clean })
      clean = failureIn(trace) ?? clean
      writeFileSync(file, trace)
      say(`trace of world ${name}: ${file} (reqsim show ${file})`)
    }
  } catch (error) {
    say(`the traces could not be written: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
  if (used.length > MAXIMUM_TRACES)
    say(`${countText(used.length - MAXIMUM_TRACES, 'world')} more were in use, without a trace`)
  return used.length === 0 || used.length > MAXIMUM_TRACES ? undefined : clean
}

interface ExecutedRun {
  readonly failure: FailedRun
  readonly report: Report
  readonly problems: readonly string[]
  /** The end of what the command printed, without credentials. */
  readonly output: string | undefined
}

function githubRun({ failure, report, problems, output }: ExecutedRun): CommandRun {
  const { title = '', exitCode = 0 } = failure
  const hasFailed = exitCode !== 0 || problems.length > 0
  return {
    heading: `reqsim exec: ${title} ${hasFailed ? 'failed' : 'passed'}`,
    failures:
      exitCode === 0
        ? []
        : [
            {
              title: `reqsim exec: ${title}`,
              error: `the command ended with exit code ${exitCode}`,
              explanation: explainRun(report),
              place: placeInOutput(failure.output ?? '', checkoutFolder()),
            },
          ],
    problems,
    report,
    output,
  }
}

/** All errors before the command runs have the same exit code. */
async function start(name: string, flags: ExecFlags, discarded: Report[], log: RequestLog): Promise<Started> {
  try {
    return await startServer(name, flags, {
      // A client that polls gets its result without waiting, and equal runs give equal responses.
      clock: { mode: 'auto' },
      extend: withTokens,
      log,
      // The report must not count the calls of the timeline, because the command did not make them.
      beginsAtStep: true,
      onReload: (message) => process.stderr.write(message),
      onReportDiscarded: (report) => discarded.push(report),
    })
  } catch (error) {
    throw new ToolFailure(3, error instanceof ToolFailure ? error.message : stackOf(error))
  }
}

/** The exit code of the command. Ends it and rejects if the server dies meanwhile. */
async function whileServing(command: RunningCommand): Promise<number> {
  let onDeath = (_error: unknown): void => {}
  const died = new Promise<never>((_resolve, reject) => {
    onDeath = reject
  })
  process.on('uncaughtException', onDeath)
  try {
    return await Promise.race([command.ended, died])
  } catch (error) {
    if (error instanceof ToolFailure) throw error
    await command.end()
    throw new ToolFailure(3, `the server died, and the command was ended: ${stackOf(error)}`)
  } finally {
    process.off('uncaughtException', onDeath)
  }
}

function judge(report: Report, flags: ReportFlags): readonly string[] {
  try {
    return judgeReport(report, flags)
  } catch (error) {
    if (error instanceof ToolFailure) return [error.message]
    throw error
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function say(message: string): void {
  process.stderr.write(`reqsim: ${visibleLines(message)}\n`)
}
