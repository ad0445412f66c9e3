/**
 * What the synchronisation of wikis and trackers costs (service §6.2): a virtual year of one integration and of four in one
 * world with queues that stay empty, and a month in which every run sends messages that keep failing.
 */
import { integrationsScenario } from './integrations-scenario.ts'
import { loadLibrary } from './library.ts'
import { type Row, rowOf, timesOf } from './measure.ts'
import { TARGETS } from './targets.ts'

const RUNS_A_DAY = 480
const YEAR = 365
const MONTH = 30
const FAILING = 40
const ROUNDS = 3

/** A quick run has the years alone. */
export async function measureVirtualYear(quick: boolean): Promise<Row[]> {
  const years = [
    rowOf(TARGETS.year, await measureDays(YEAR, 1, 0)),
    rowOf(TARGETS.yearOfFour, await measureDays(YEAR, 4, 0)),
  ]
  return quick ? years : [...years, ...(await measureFailingMonths())]
}

async function measureFailingMonths(): Promise<Row[]> {
  const one = await measureDays(MONTH, 1, FAILING)
  const four = await measureDays(MONTH, 4, FAILING)
  const ofFailing = `a virtual month, ${FAILING} failing messages each`
  return [
    rowOf({ name: `${ofFailing}: one integration`, unit: 'ms' }, one),
    rowOf({ name: `${ofFailing}: four integrations`, unit: 'ms' }, four),
    rowOf({ name: `${ofFailing}: one attempt`, unit: 'µs' }, four.map(perAttempt)),
  ]
}

/** Microseconds of one attempt to send a message, of a month of four integrations. */
function perAttempt(milliseconds: number): number {
  return (milliseconds * 1000) / (MONTH * RUNS_A_DAY * 4 * FAILING)
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
