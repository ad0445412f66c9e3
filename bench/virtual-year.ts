/**
 * What the synchronisation of wikis and trackers costs (service §6.2): a virtual year of one integration and of four in one
 * world with queues that stay empty, and one in which every run sends messages that keep failing, beside the idle year.
 */
import { integrationsScenario } from './integrations-scenario.ts'
import { loadLibrary } from './library.ts'
import { ratiosOf, type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const RUNS_A_DAY = 480
const YEAR = 365
const FAILING = 20
const ROUNDS = 3

export async function measureVirtualYear(): Promise<Row[]> {
  const idle: number[] = []
  const failing: number[] = []
  const four: number[] = []
  const years = [
    { durations: idle, run: await createYear(1, 0) },
    { durations: failing, run: await createYear(1, FAILING) },
    { durations: four, run: await createYear(4, 0) },
  ]
  // Each round runs every year, so that a busy moment of the machine does not fall on one of them only.
  for (let round = -1; round < ROUNDS; round++) {
    for (const { durations, run } of years) {
      const duration = run()
      if (round >= 0) durations.push(duration)
    }
  }
  return [
    rowOf(TARGETS.year, idle),
    rowOf({ name: `a virtual year: ${FAILING} messages that fail at every run`, unit: 'ms' }, failing),
    rowOf(TARGETS.yearOfFailing, ratiosOf(failing, idle)),
    rowOf({ name: 'a virtual year: four integrations', unit: 'ms' }, four),
    rowOf(TARGETS.yearOfFour, ratiosOf(four, idle)),
  ]
}

/** A function that runs one virtual year in a world of `count` integrations and returns its milliseconds. */
async function createYear(count: number, failing: number): Promise<() => number> {
  const { createSimulator } = await loadLibrary()
  const simulator = await createSimulator({ scenario: integrationsScenario(count, failing) })
  return () => {
    simulator.reset()
    const start = performance.now()
    const fired = simulator.clock.advance(`${YEAR}d`).length
    const duration = performance.now() - start
    const expected = YEAR * RUNS_A_DAY * count
    if (fired !== expected) throw new Error(`${fired} runs instead of ${expected}`)
    return duration
  }
}
