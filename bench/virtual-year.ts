/**
 * What the synchronisation of wikis and trackers costs (service §6.2): a virtual year of one integration and of four in one
 * world with queues that stay empty, and one in which every run sends messages that keep failing, beside the idle year.
 */
import { integrationsScenario } from './integrations-scenario.ts'
import { loadLibrary } from './library.ts'
import { type Row, rowOf, timesOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const RUNS_A_DAY = 480
const YEAR = 365
const FAILING = 20
const ROUNDS = 3

export async function measureVirtualYear(): Promise<Row[]> {
  const idle = await measureDays(YEAR, 1, 0)
  const failing = await measureDays(YEAR, 1, FAILING)
  return [
    rowOf(TARGETS.year, idle),
    rowOf(
      TARGETS.yearOfFailing,
      failing.map((milliseconds, round) => milliseconds / (idle[round] ?? Number.NaN)),
    ),
    rowOf(TARGETS.yearOfFour, await measureDays(YEAR, 4, 0)),
  ]
}

/** Milliseconds of so many virtual days of a world of `count` integrations, round by round. */
async function measureDays(days: number, count: number, failing: number): Promise<number[]> {
  const { createSimulator } = await loadLibrary()
  const simulator = await createSimulator({ scenario: integrationsScenario(count, failing) })
  const advance = () => {
    const fired = simulator.clock.advance(`${days}d`).length
    const expected = days * RUNS_A_DAY * count
    if (fired !== expected) throw new Error(`${fired} runs instead of ${expected}`)
  }
  return timesOf(ROUNDS, () => simulator.reset(), advance)
}
