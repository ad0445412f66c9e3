/** `reqsim run`: runs the timelines of scenarios step by step, with their expectations. */
import { mergeReports } from '../../gateway/report/merge.ts'
import { createSimulator } from '../../index.ts'
import { Refusal } from '../../model/input/refusal.ts'
import type { StepResult } from '../../scenario/timeline/timeline.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { checkSteps } from '../check-steps.ts'
import { ToolFailure } from '../../replay/failure.ts'
import { createProgressBar, type ProgressBar } from '../output/progress.ts'
import { createJsonReporter } from '../reporters/json.ts'
import { createJunitReporter } from '../reporters/junit.ts'
import {
  countsText,
  countSteps,
  labelOf,
  type ReportedScenario,
  type Reporter,
  type ReporterName,
  withInner,
} from '../reporters/reporter.ts'
import { createTapReporter } from '../reporters/tap.ts'
import { createTtyReporter } from '../reporters/tty.ts'
import { type CommandFailure, tellGithub } from '../output/github.ts'
import { judgeReport } from './report.ts'
import type { ReportFlags } from '../flags/report.ts'
import { fail, readScenario } from '../scenario.ts'
import { isScenarioPath } from '../../scenario/ready/ready.ts'
import { createStepPlaces } from '../step-places.ts'

export interface RunFlags extends ReportFlags {
  readonly reporter: ReporterName
  /** Short for the reporter `json`. */
  readonly json?: boolean
  /** The name of the last step to run. */
  readonly until?: string
  readonly seed?: string
}

const REPORTERS: Readonly<Record<ReporterName, (write: (text: string) => void) => Reporter>> = {
  tty: createTtyReporter,
  tap: createTapReporter,
  junit: createJunitReporter,
  json: createJsonReporter,
}

/** Runs every timeline in a separate world. Exits with 1 if a step failed, with 2 if there is nothing to run. */
export async function runScenarios(names: readonly string[], flags: RunFlags): Promise<void> {
  // All errors in files are reported before anything runs.
  const simulators: Simulator[] = []
  for (const name of names) simulators.push(await load(name, flags))
  const bar = createProgressBar()
  const reporter = REPORTERS[flags.json === true ? 'json' : flags.reporter]((text) => {
    bar.clear()
    process.stdout.write(text)
  })
  reporter.begin?.()
  const results: StepResult[] = []
  const failed: CommandFailure[] = []
  for (const [position, simulator] of simulators.entries()) {
    const scenario = reportedScenario(names[position] as string, simulator)
    const steps = await runOne(simulator, scenario, reporter, bar, flags)
    results.push(...steps)
    failed.push(...steps.flatMap((step) => failuresIn(step, scenario)))
  }
  bar.clear()
  const counts = countSteps(results)
  reporter.end(counts)
  const report = mergeReports(simulators.map((simulator) => simulator.report()))
  const problems = judgeReport(report, flags)
  tellGithub({
    heading: `reqsim run: ${countsText(counts)}`,
    failures: failed,
    problems,
    report,
  })
  const failures = [...(counts.failed > 0 ? [countsText(counts)] : []), ...problems]
  if (failures.length > 0) throw new ToolFailure(1, failures.join('\nreqsim: '))
}

/** The failed steps of a timeline, and those inside forks. */
function failuresIn(result: StepResult, { name, placeOf }: ReportedScenario): readonly CommandFailure[] {
  return [...withInner(result)]
    .filter(({ outcome, failures }) => outcome === 'failed' && failures.length > 0)
    .map((step) => {
      const [error = '', ...explanation] = step.failures
      const [place = ''] = placeOf(step.path).split(` ${step.path}`)
      return { title: `${name}: ${labelOf(step)}`, error, explanation, place }
    })
}

async function load(name: string, { seed, until }: RunFlags): Promise<Simulator> {
  const { scenario, mode } = await readScenario(name)
  const simulator = await createSimulator({
    scenario,
    ...(seed === undefined ? {} : { seed }),
    // A run does not wait for the wall clock; its steps move the virtual clock.
    ...(mode === 'live' ? { clock: { mode: 'manual' as const } } : {}),
  }).catch(fail)
  checkSteps(name, simulator.timeline, until)
  return simulator
}

function reportedScenario(source: string, simulator: Simulator): ReportedScenario {
  const { name, seed } = simulator.scenario
  const placeOf = isScenarioPath(source) ? createStepPlaces(source) : (path: string) => `${source} ${path}`
  return { source, name, seed, placeOf }
}

async function runOne(
  simulator: Simulator,
  scenario: ReportedScenario,
  reporter: Reporter,
  bar: ProgressBar,
  { until }: RunFlags,
): Promise<readonly StepResult[]> {
  reporter.beginScenario(scenario, simulator.timeline.length)
  try {
    const result = await simulator.run({
      until,
      onStep: (step, { done, total }) => {
        reporter.step(step, scenario)
        bar.update(done, total, scenario.name)
      },
    })
    reporter.endScenario(result, scenario)
    return result.steps
  } catch (error) {
    if (error instanceof Refusal) throw new ToolFailure(2, error.message)
    throw error
  }
}
