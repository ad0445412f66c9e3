/** `test.explore`: an exploration as a test of Vitest. */
import type { TestContext } from 'vitest'
import type { ExploreOptions, ExploreProgress } from '../../explore/options.ts'
import { countText } from '../../world/count-text.ts'
import { milliseconds } from '../../explore/options.ts'
import { wallClock } from '../web/wall-clock.ts'
import type { SimulatorFixtures } from './api.ts'
import { writeTraceBytes } from './trace-file.ts'

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

export async function runExploration(
  {
    simulatorOptions,
    traceFolder,
    task,
  }: Pick<TestContext & SimulatorFixtures, 'simulatorOptions' | 'traceFolder' | 'task'>,
  options: ExploreTestOptions,
  run: ExploreOptions['run'],
): Promise<void> {
  // Other tests need not load it.
  const { explore, explorationText, scenarioFile } = await import('../explore.ts')
  const { scenario, config } = simulatorOptions
  const found = await explore({
    ...(scenario === undefined ? {} : { scenario }),
    ...(config === undefined ? {} : { config }),
    ...options,
    run,
    onProgress: progressPrinter(task.name),
  })
  const text = explorationText(found)
  const [failure] = found.failures
  if (failure === undefined) {
    console.info(`reqsim explored '${task.name}'\n${text}`)
    return
  }
  const path = traceFolder === '' ? undefined : writeTraceBytes(failure.trace, task, traceFolder)
  const message = [
    failure.sentence,
    text,
    ...(path === undefined ? [] : [`trace: ${path} (npx reqsim show ${path})`]),
    'As a scenario file:',
    await scenarioFile(failure),
  ].join('\n\n')
  throw new Error(message, { cause: failure.error })
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
