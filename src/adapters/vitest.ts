/** The adapter for Vitest: a `test` with a simulator for each test. */
import { test as base, inject, type TestContext } from 'vitest'
import { countsOf } from '../gateway/report/counts.ts'
import type { SimulatorOptions } from '../index.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { failureOutput, recordRun } from './shared/journal-lines.ts'
import { createMutated } from './shared/mutated-simulator.ts'
import './vitest/meta.ts'
import { offerMakers, tryOf } from './vitest/tries.ts'
import {
  canWriteFiles,
  deleteStaleTrace,
  passFailureOn,
  traceOf,
  writeTraceBytes,
} from './vitest/trace-file.ts'
import type { SimulatorFixtures, SimulatorTest } from './vitest/api.ts'
import {
  type ExploreTest,
  exploreTimeout,
  type ExploreTestOptions,
  runExploration,
} from './vitest/explore.ts'

offerMakers(async () => (await import('./vitest/mutate/own-makers.ts')).ownMakers)

/** Simulators by their options. Each test gets a fork. */
const bases = new WeakMap<SimulatorOptions, Promise<Simulator>>()

function baseOf(options: SimulatorOptions): Promise<Simulator> {
  const known = bases.get(options)
  if (known !== undefined) return known
  const made = createMutated(options)
  bases.set(options, made)
  return made
}

const extended = base.extend<SimulatorFixtures>({
  simulatorOptions: {},
  traceFolder: 'reqsim-traces',
  sim: async ({ simulatorOptions, traceFolder, task, onTestFailed, onTestFinished }, use) => {
    const { mutant, isSilent = false } = tryOf(task) ?? {}
    if (isSilent) return await use((await baseOf(simulatorOptions)).fork({ ...(mutant && { mutant }) }))
    const reporting = inject('reqsim')
    const sims: Simulator[] = []
    const options = {
      ...(reporting !== undefined && { onFork: (fork: Simulator) => void sims.push(fork) }),
      ...(mutant && { mutant }),
    }
    const sim = (await baseOf(simulatorOptions)).fork(options)
    sims.push(sim)
    const run = recordRun(sim)
    onTestFailed(async () => {
      const lines = run()
      const written = await keepFailure(sim, task, {
        folder: lines.length === 0 ? '' : traceFolder,
        isReported: reporting === 'failures',
      })
      if (written.length === 0) deleteStaleTrace(task, traceFolder)
      // Vitest prints it next to the test, in every pool and in browsers.
      console.error(failureOutput(task.name, lines, written))
    }, TRACE_TIMEOUT)
    onTestFinished(() => {
      if (task.result?.state === 'pass') deleteStaleTrace(task, traceFolder)
    })
    await use(sim)
    if (reporting === undefined) return
    // A test that is run again counts with its last attempt.
    task.meta.reqsim = { ...task.meta.reqsim, reports: sims.map((each) => countsOf(each.report())) }
    const { descriptions = [] } = task.file.meta.reqsim ?? {}
    const added = sim.descriptions.filter((each) => !descriptions.includes(each))
    if (added.length > 0)
      task.file.meta.reqsim = { ...task.file.meta.reqsim, descriptions: [...descriptions, ...added] }
  },
})

/** Milliseconds of real time. The longest past takes some seconds. */
const TRACE_TIMEOUT = 60_000

/**
 * Writes the trace of a failed test, and passes on to the reporter what it says; a test fails for its own reason, never for that
 * of its trace. Returns the line that names the trace.
 */
async function keepFailure(
  sim: Simulator,
  task: TestContext['task'],
  { folder, isReported }: { readonly folder: string; readonly isReported: boolean },
): Promise<readonly string[]> {
  const isWritten = folder !== '' && canWriteFiles()
  if (!isWritten && !isReported) return []
  try {
    const bytes = await traceOf(sim, task)
    if (isReported) await passFailureOn(bytes, task)
    const path = isWritten ? writeTraceBytes(bytes, task, folder) : undefined
    if (path === undefined) return []
    task.meta.reqsim = { ...task.meta.reqsim, trace: path }
    return [`trace: ${path} (npx reqsim show ${path})`]
  } catch (error) {
    return [`the trace could not be written: ${error instanceof Error ? error.message : String(error)}`]
  }
}

const exploreTest: ExploreTest = (name, options, run) => {
  const calledAt = new Error('test.explore').stack ?? ''
  extended(
    name,
    ({ simulatorOptions, traceFolder, task }) =>
      runExploration(
        { simulatorOptions, traceFolder, task, reporting: inject('reqsim'), calledAt },
        options,
        run,
      ),
    exploreTimeout(options),
  )
}

/** Vitest's `test` with the fixtures `sim` and `simulatorOptions`, and with `explore`. */
export const test = Object.assign(extended, { explore: exploreTest }) as unknown as SimulatorTest & {
  readonly explore: ExploreTest
}

/** The same as `test`. */
export const it = test

export type { ExploreTestOptions, Simulator, SimulatorFixtures, SimulatorOptions, SimulatorTest }
