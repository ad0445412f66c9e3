/** The door for Vitest: a `test` whose `sim` is a simulator of the test's own. */
import { test as base } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../index.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { journalLines } from './shared/journal-lines.ts'

/** What `test` brings into a test. */
export interface SimulatorFixtures {
  /**
   * What `createSimulator` takes; the scenario `demo` when nothing is said. To be set for a file or a suite:
   * `test.extend({ simulatorOptions: { scenario: 'outage' } })`, `test.override({ simulatorOptions: { … } })`.
   */
  simulatorOptions: SimulatorOptions
  /**
   * A simulator that only this test uses: a fork of the scenario, which is loaded once for all tests with the same
   * options. When the test fails, its latest exchanges are printed.
   */
  sim: Simulator
}

/** Simulators by the options they were made of; a test gets a fork, so one is enough for all. */
const bases = new WeakMap<SimulatorOptions, Promise<Simulator>>()

function baseOf(options: SimulatorOptions): Promise<Simulator> {
  const known = bases.get(options)
  if (known !== undefined) return known
  const made = createSimulator(options)
  bases.set(options, made)
  return made
}

/** Vitest's `test` with the fixtures `sim` and `simulatorOptions`. */
export const test = base.extend<SimulatorFixtures>({
  simulatorOptions: {},
  sim: async ({ simulatorOptions, task, onTestFailed }, use) => {
    const sim = (await baseOf(simulatorOptions)).fork()
    onTestFailed(() => {
      const lines = journalLines(sim.journal.entries())
      const text = lines.length === 0 ? ['no exchange reached the simulator'] : lines
      // Vitest shows it beside the test, in every pool and in browsers.
      console.error([`reqsim, in '${task.name}':`, ...text.map((line) => `  ${line}`)].join('\n'))
    })
    await use(sim)
  },
})

/** The same under its other name. */
export const it = test

export type { Simulator, SimulatorOptions }
