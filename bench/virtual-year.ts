/**
 * What the synchronisation of wikis and trackers costs (service §6.2): an idle virtual year of one integration, and beside it
 * one of four integrations, and those in which 20 messages fail at every run, refused by the tracker or failed by a fault.
 */
import type { Simulator } from '../src/index.ts'
import { integrationsScenario } from './integrations-scenario.ts'
import { loadLibrary } from './library.ts'
import { ratiosOf, type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const RUNS_A_DAY = 480
const YEAR = 365
const FAILING = 20

type FaultRule = Parameters<Simulator['faults']['add']>[0]

export async function measureVirtualYear(rounds: number): Promise<Row[]> {
  const idle: number[] = []
  const failing: number[] = []
  const faulted: number[] = []
  const four: number[] = []
  const years = [
    { durations: idle, run: await createYear(1, 0) },
    { durations: failing, run: await createYear(1, FAILING) },
    { durations: faulted, run: await createYear(1, FAILING, { queue: 'outbound' }) },
    { durations: four, run: await createYear(4, 0) },
  ]
  // Each round runs every year, so that a busy moment of the machine does not fall on one of them only.
  for (let round = -1; round < rounds; round++) {
    for (const { durations, run } of years) {
      const duration = run()
      if (round >= 0) durations.push(duration)
    }
  }
  return [
    rowOf(TARGETS.year, idle),
    rowOf({ name: `a virtual year: ${FAILING} messages that the tracker refuses`, unit: 'ms' }, failing),
    rowOf(TARGETS.yearOfFailing, ratiosOf(failing, idle)),
    rowOf({ name: `a virtual year: ${FAILING} messages that a fault fails`, unit: 'ms' }, faulted),
    rowOf(TARGETS.yearOfFaulted, ratiosOf(faulted, idle)),
    rowOf({ name: 'a virtual year: four integrations', unit: 'ms' }, four),
    rowOf(TARGETS.yearOfFour, ratiosOf(four, idle)),
  ]
}

/** A function that runs one virtual year in a world of `count` integrations and returns its milliseconds. */
async function createYear(count: number, failing: number, fault?: FaultRule): Promise<() => number> {
  const { createSimulator } = await loadLibrary()
  const simulator = await createSimulator({ scenario: integrationsScenario(count, failing) })
  return () => {
    simulator.reset()
    if (fault !== undefined) simulator.faults.add(fault)
    const start = performance.now()
    const fired = simulator.clock.advance(`${YEAR}d`).length
    const duration = performance.now() - start
    const expected = YEAR * RUNS_A_DAY * count
    if (fired !== expected) throw new Error(`${fired} runs instead of ${expected}`)
    return duration
  }
}
