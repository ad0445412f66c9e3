/** `test.explore`: an exploration as a test of Vitest. */
import type { TestContext } from 'vitest'
import type { ExploreOptions, ExploreProgress } from '../../explore/options.ts'
import { countText } from '../../world/count-text.ts'
import { milliseconds } from '../../explore/options.ts'
import { wallClock } from '../../platform/wall-clock.ts'
import { countsOf } from '../../gateway/report/counts.ts'
import { mergeReports } from '../../gateway/report/merge.ts'
import type { Report } from '../../gateway/report/report.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { framesOf, isOfProject } from '../shared/runner-failure.ts'
import type { SimulatorFixtures } from './api.ts'
import type { TestMeta } from './meta.ts'
import { deleteStaleTrace, failureOf, passFailureOn, writeTraceBytes } from './trace-file.ts'

/** The options of `test.explore`. The default scenario is that of `simulatorOptions`. */
export type ExploreTestOptions = Omit<ExploreOptions, 'run' | 'onProgress'>

/**
 * Defines a test that explores a client: `test.explore('freezes once', { check, schedules: 500 }, async (sim) => { … })`. It
 * fails with the first failure, shrunk, and prints what was tried. See `explore` of `reqsim/explore`.
 */
export type ExploreTest = (name: string, options: ExploreTestOptions, run: ExploreOptions['run']) => void

/** Vitest's own limits would end most explorations. */
const DEFAULT_TIMEOUT = 120_000
const PROGRESS_EVERY = 5000

export function exploreTimeout({ budget }: ExploreTestOptions): number {
  return budget === undefined ? DEFAULT_TIMEOUT : milliseconds('budget', budget) + DEFAULT_TIMEOUT
}

type Fixtures = Pick<TestContext & SimulatorFixtures, 'simulatorOptions' | 'traceFolder' | 'task'>

interface Context extends Fixtures {
  /** What the reporter needs; absent without one. */
  readonly reporting?: 'counts' | 'failures' | undefined
  /** The stack of the call of `test.explore`. */
  readonly calledAt?: string
}

export async function runExploration(
  { simulatorOptions, traceFolder, task, reporting, calledAt = '' }: Context,
  options: ExploreTestOptions,
  run: ExploreOptions['run'],
): Promise<void> {
  // Other tests need not load it.
  const { explore, explorationText, scenarioFile } = await import('../explore.ts')
  const { scenario, config } = simulatorOptions
  const runs = reporting !== undefined ? new CountedRuns(options.jobs) : undefined
  const found = await explore({
    ...(scenario === undefined ? {} : { scenario }),
    ...(config === undefined ? {} : { config }),
    ...options,
    run: (sim, context) => {
      runs?.add(sim)
      return run(sim, context)
    },
    onProgress: progressPrinter(task.name),
  })
  if (runs !== undefined) task.meta.reqsim = { ...task.meta.reqsim, ...runs.total() }
  const text = explorationText(found)
  const [failure] = found.failures
  if (failure === undefined) {
    deleteStaleTrace(task, traceFolder)
    console.info(`reqsim explored '${task.name}'\n${text}`)
    return
  }
  // Runners show the stacks of an error and of its causes: only lines of the project help there.
  const stack = ownFramesLeftOut(stackOf(failure.error)) || ownFramesLeftOut(calledAt)
  const trace = await withTest(failure.trace, task, stack)
  const path = traceFolder === '' ? undefined : writeTraceBytes(trace, task, traceFolder)
  if (path !== undefined) task.meta.reqsim = { ...task.meta.reqsim, trace: path }
  if (reporting === 'failures') await passFailureOn(trace, task)
  const message = [
    failure.sentence,
    text,
    ...(path === undefined ? [] : [`trace: ${path} (npx reqsim show ${path})`]),
    'As a scenario file:',
    await scenarioFile(failure),
  ].join('\n\n')
  const error = new Error(message, { cause: withShortStacks(failure.error) })
  error.stack = `Error: ${message}\n${stack}`
  throw error
}

/** The trace of the failure, with the test. */
async function withTest(trace: Uint8Array, task: Fixtures['task'], stack: string): Promise<Uint8Array> {
  const { withFailure } = await import('../../trace/failed-run.ts')
  const { error: _sentence, ...test } = failureOf(task, { stack })
  return withFailure(trace, test)
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : ''
}

/** The lines of a stack that are of neither this package nor another one; empty if none is. */
function ownFramesLeftOut(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => framesOf(line).some((place) => isOfProject(place) && !isOfPackage(place)))
    .join('\n')
}

const MAXIMUM_CAUSES = 10

/** Leaves the lines of this package out of the stacks of an error and of its causes. */
function withShortStacks(error: unknown): unknown {
  let cause = error
  for (let depth = 0; depth < MAXIMUM_CAUSES && cause instanceof Error; depth++) {
    shortenStack(cause)
    cause = cause.cause
  }
  return error
}

function shortenStack(error: Error): void {
  const lines = (error.stack ?? '').split('\n')
  const kept = lines.filter((line) => !framesOf(line).some(isOfPackage))
  // The object is that of the client, which may have frozen it.
  if (kept.length < lines.length) Reflect.set(error, 'stack', kept.join('\n'))
}

/** The folder of this package's code, built or as source. */
const PACKAGE = framesOf(`at ${import.meta.url}:1:1`)[0]?.replace(/(?:adapters|chunks)\/.*$/, '') ?? ''

function isOfPackage(place: string): boolean {
  return PACKAGE !== '' && place.includes(PACKAGE)
}

const MERGED_AT_ONCE = 64

/** What the runs of an exploration did, added up while it runs: a long one has thousands. */
class CountedRuns {
  readonly #jobs: number
  /** Runs that may still be under way. */
  readonly #sims: Simulator[] = []
  #reports: Report[] = []
  #runs = 0

  constructor(jobs = 1) {
    this.#jobs = jobs
  }

  add(sim: Simulator): void {
    this.#runs++
    this.#sims.push(sim)
    while (this.#sims.length > 2 * this.#jobs) this.#count(this.#sims.shift())
  }

  total(): Pick<TestMeta, 'reports' | 'runs'> {
    for (const sim of this.#sims.splice(0)) this.#count(sim)
    const { length } = this.#reports
    return { runs: this.#runs, reports: length === 0 ? [] : [countsOf(mergeReports(this.#reports))] }
  }

  #count(sim: Simulator | undefined): void {
    const report = sim?.report()
    if (report === undefined || report.exchanges === 0) return
    this.#reports.push(report)
    if (this.#reports.length === MERGED_AT_ONCE) this.#reports = [mergeReports(this.#reports)]
  }
}

function progressPrinter(name: string): (progress: ExploreProgress) => void {
  let printed = wallClock()
  return ({ schedules, failures }) => {
    if (wallClock() - printed < PROGRESS_EVERY) return
    printed = wallClock()
    console.info(
      `reqsim explores '${name}': ${countText(schedules, 'schedule')}, ${countText(failures, 'failure')}`,
    )
  }
}
