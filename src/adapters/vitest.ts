/** The adapter for Vitest: a `test` with a simulator for each test. */
import { test as base, inject } from 'vitest'
import type { SimulatorOptions } from '../index.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { createMutated } from './shared/mutated-simulator.ts'
import './vitest/meta.ts'
import { offerMakers } from './vitest/tries.ts'
import { openTest } from './vitest/opened-test.ts'
import { TRACE_TIMEOUT } from './vitest/trace-timeout.ts'
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
    const test = openTest(await baseOf(simulatorOptions), task, {
      traceFolder,
      reporting: inject('reqsimReporter'),
    })
    onTestFailed(() => test.failed(), TRACE_TIMEOUT)
    onTestFinished(test.finished)
    await use(test.sim)
    test.report()
  },
})

const exploreTest: ExploreTest = (name, options, run) => {
  const calledAt = new Error('test.explore').stack ?? ''
  extended(
    name,
    ({ simulatorOptions, traceFolder, task }) =>
      runExploration(
        { simulatorOptions, traceFolder, task, reporting: inject('reqsimReporter'), calledAt },
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
