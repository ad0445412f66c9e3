/** The adapter for Vitest: a `test` with a simulator for each test. */
import { test as base } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../index.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { journalLines } from './shared/journal-lines.ts'

/** The fixtures and options of `test`. */
export interface SimulatorFixtures {
  /**
   * The options of `createSimulator`. Default: the scenario `demo`. Set them for a file or a suite: `test.extend({
   * simulatorOptions: { scenario: 'outage' } })`, `test.override({ simulatorOptions: { … } })`.
   */
  simulatorOptions: SimulatorOptions
  /**
   * A simulator for this test alone, forked from the scenario, which is loaded once for all tests with the same options. If the
   * test fails, its latest exchanges are printed.
   */
  sim: Simulator
}

/** Simulators by their options. Each test gets a fork. */
const bases = new WeakMap<SimulatorOptions, Promise<Simulator>>()

function baseOf(options: SimulatorOptions): Promise<Simulator> {
  const known = bases.get(options)
  if (known !== undefined) return known
  const made = createSimulator(options)
  bases.set(options, made)
  return made
}

/** Vitest's `test` with the fixture `sim` and the option `simulatorOptions`. */
export const test = base.extend<SimulatorFixtures>({
  simulatorOptions: {},
  sim: async ({ simulatorOptions, task, onTestFailed }, use) => {
    const sim = (await baseOf(simulatorOptions)).fork()
    onTestFailed(() => {
      const lines = journalLines(sim.journal.entries())
      const text = lines.length === 0 ? ['no request reached the simulator'] : lines
      // Vitest prints it next to the test, in every pool and in browsers.
      console.error([`reqsim, in '${task.name}':`, ...text.map((line) => `  ${line}`)].join('\n'))
    })
    await use(sim)
  },
})

/** The same as `test`. */
export const it = test

export type { Simulator, SimulatorOptions }
