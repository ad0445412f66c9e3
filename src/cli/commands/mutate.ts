/** `reqsim mutate`: runs a command once for each small mistake of the service, and reports those that it does not notice. */
import { writeFileSync } from 'node:fs'
import { isOnGithub } from '../output/github.ts'
import { mutants as mutantsOf } from '../../mutate/index.ts'
import { isJobPlace } from '../../mutate/jobs.ts'
import type { ServiceMutant } from '../../mutate/mutant.ts'
import { fileProblem, ToolFailure } from '../../replay/failure.ts'
import { visibleLines } from '../../replay/text.ts'
import { countText } from '../../world/count-text.ts'
import { parseDuration } from '../../world/time/duration.ts'
import { ExitStatus } from '../exec/exit-status.ts'
import type { MutateFlags } from '../flags/mutate.ts'
import { defaultScenario } from '../init/files.ts'
import type { MutationReport } from '../output/mutate-schema.ts'
import { createProgressBar } from '../output/progress.ts'
import { annotateSurvivors } from '../mutate/annotations.ts'
import { htmlReport } from '../mutate/html.ts'
import { openRunner } from '../mutate/open-runner.ts'
import { mutationReport, thresholdProblem } from '../mutate/report.ts'
import type { BaseRun, MutantResult, MutationRunner } from '../mutate/runner.ts'
import { checkPatterns, earlierResults, selectMutants } from '../mutate/selection.ts'
import { mutationMarkdown, reportJson, reportJunit, reportText } from '../mutate/texts.ts'
import { startStopping, type Stopping } from '../mutate/stopping.ts'

/** How a shell reports a program that SIGINT ended. */
const INTERRUPTED = 130

/**
 * Tries the mutants of the operations that the command uses. Ends with 1 if the score is below the threshold, with 2 if the
 * command fails without a mutant, with 3 if a server cannot start or dies, and with 130 if it is interrupted. `flagVariables` are
 * the environment variables of the flags.
 */
export async function runMutate(
  given: string | undefined,
  flags: MutateFlags,
  words: readonly string[],
  flagVariables: readonly string[],
): Promise<void> {
  checkPatterns(flags.only)
  const earlier = flags.since === undefined ? new Map<string, MutantResult>() : earlierResults(flags.since)
  const scenario = given ?? defaultScenario()
  const stopping = startStopping(parseDuration(flags.budget ?? ''))
  let report: MutationReport
  try {
    const runner = await openRunner(words, { scenario, jobs: flags.jobs, flagVariables })
    try {
      const first = await stopping.orDeath(firstRun(runner, stopping))
      const used = usedOperations(first)
      const mutants = selectMutants(await mutantsOf({ operations: used, seed: flags.seed }), flags)
      const results = keptResults(mutants, earlier)
      const kept = new Set(results.keys())
      const waiting = mutants.filter(({ id }) => !kept.has(id))
      say(firstSentence(first, used, waiting.length))
      await stopping.orDeath(tryMutants(runner, waiting, results, stopping))
      const { command, tests } = { command: words.join(' '), tests: first.tests.length }
      const ended = stopping.reason() ?? 'all'
      report = mutationReport({
        command,
        scenario,
        seed: flags.seed,
        ended,
        tests,
        used,
        mutants,
        results,
        kept,
      })
    } finally {
      await runner.close()
    }
  } finally {
    stopping.dispose()
  }
  await publish(report, flags)
}

/** Ends the command unless the first run passes and uses the service. */
async function firstRun(runner: MutationRunner, { interrupted }: Stopping): Promise<BaseRun> {
  const first = await runner.base(interrupted)
  if (interrupted.aborted) throw new ExitStatus(INTERRUPTED)
  if (!first.passed)
    throw new ToolFailure(
      2,
      `the command fails without a mutant, so no failure would prove anything; the end of its output:\n${first.output.trimEnd()}`,
    )
  if (usedOperations(first).length === 0)
    throw new ToolFailure(
      2,
      'the command called no operation of the simulator; does it read REQSIM_URL or REQSIM_WIKI_URL, or use the fixtures of reqsim?',
    )
  return first
}

function usedOperations({ tests }: BaseRun): string[] {
  return [...new Set(tests.flatMap(({ operations }) => operations))].toSorted()
}

function keptResults(
  mutants: readonly ServiceMutant[],
  earlier: ReadonlyMap<string, MutantResult>,
): Map<string, MutantResult> {
  return new Map(
    mutants.flatMap(({ id }) => (earlier.has(id) ? [[id, earlier.get(id) as MutantResult]] : [])),
  )
}

async function tryMutants(
  runner: MutationRunner,
  waiting: readonly ServiceMutant[],
  results: Map<string, MutantResult>,
  { signal }: Stopping,
): Promise<void> {
  const progress = createProgressBar()
  let [done, survived] = [0, 0]
  progress.update(0, waiting.length, countText(0, 'survivor'))
  try {
    await runner.run(
      waiting,
      (result) => {
        results.set(result.id, result)
        if (result.status === 'survived') survived++
        progress.update(++done, waiting.length, countText(survived, 'survivor'))
      },
      signal,
    )
  } finally {
    progress.clear()
  }
}

function firstSentence({ milliseconds, tests }: BaseRun, used: readonly string[], mutants: number): string {
  const operations = used.filter((name) => !isJobPlace(name)).length
  const seconds = (milliseconds / 1000).toFixed(1)
  const which = tests.length > 1 ? `${countText(tests.length, 'test')} passed` : 'the command passed'
  return `${which} in ${seconds} s without a mutant and used ${countText(operations, 'operation')}; ${countText(mutants, 'mutant')} to try`
}

async function publish(report: MutationReport, flags: MutateFlags): Promise<void> {
  const problem = thresholdProblem(report, flags.threshold)
  if (flags.html !== undefined) write(flags.html, await htmlReport(report, flags.threshold))
  if (flags.markdown !== undefined) write(flags.markdown, mutationMarkdown(report, problem))
  if (flags.junit !== undefined) write(flags.junit, reportJunit(report))
  process.stdout.write(flags.json === true ? reportJson(report) : reportText(report))
  if (problem !== undefined) say(problem)
  if (isOnGithub()) annotateSurvivors(report, problem)
  if (report.ended === 'interrupted') throw new ExitStatus(INTERRUPTED)
  if (problem !== undefined) throw new ExitStatus(1)
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new ToolFailure(2, fileProblem('write', file, error))
  }
}

function say(message: string): void {
  process.stderr.write(`reqsim: ${visibleLines(message)}\n`)
}
