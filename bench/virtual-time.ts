/**
 * What the synchronisation of wikis and trackers costs (service §6.2): an idle virtual year of one integration, beside it one of
 * four integrations, and virtual months in which 20 messages fail at every run, refused by the tracker or failed by a fault.
 */
import type { Simulator } from '../src/index.ts'
import { integrationsScenario } from './integrations-scenario.ts'
import { loadLibrary } from './library.ts'
import { ratiosOf, type Row, rowOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const RUNS_A_DAY = 480
const YEAR = 365
const MONTH = 30
const FAILING = 20

type FaultRule = Parameters<Simulator['faults']['add']>[0]

export async function measureVirtualTime(rounds: number): Promise<Row[]> {
  const idle = { durations: [] as number[], run: await createRun(YEAR, 1) }
  const four = { durations: [] as number[], run: await createRun(YEAR, 4) }
  const months = [
    { figure: TARGETS.monthOfRefused, fault: undefined },
    { figure: TARGETS.monthOfFaulted, fault: { queue: 'outbound' } as const },
    { figure: TARGETS.monthOfProbable, fault: { queue: 'outbound', probability: 1 } as const },
  ]
  const failing = await Promise.all(
    months.map(async ({ figure, fault }) => {
      return { figure, durations: [] as number[], run: await createRun(MONTH, 1, FAILING, fault) }
    }),
  )
  // Each round runs all of them, so that a busy moment of the machine does not fall on one of them only.
  for (let round = -1; round < rounds; round++) {
    for (const { durations, run } of [idle, four, ...failing]) {
      const duration = run()
      if (round >= 0) durations.push(duration)
    }
  }
  return [
    rowOf(TARGETS.year, idle.durations),
    rowOf({ name: 'a virtual year: four integrations', unit: 'ms' }, four.durations),
    rowOf(TARGETS.yearOfFour, ratiosOf(four.durations, idle.durations)),
    ...failing.map(({ figure, durations }) => rowOf(figure, durations)),
  ]
}

/** A function that runs so many virtual days in a world of `count` integrations and returns its milliseconds. */
async function createRun(days: number, count: number, failing = 0, fault?: FaultRule): Promise<() => number> {
  const { createSimulator } = await loadLibrary()
  const simulator = await createSimulator({ scenario: integrationsScenario(count, failing) })
  return () => {
    simulator.reset()
    if (fault !== undefined) simulator.faults.add(fault)
    const start = performance.now()
    const fired = simulator.clock.advance(`${days}d`).length
    const duration = performance.now() - start
    const expected = days * RUNS_A_DAY * count
    if (fired !== expected) throw new Error(`${fired} runs instead of ${expected}`)
    return duration
  }
}
