/**
 * What the synchronisation of wikis and trackers costs (service §6.2): a virtual year of one integration and of four in one
 * world with queues that stay empty, and a month in which every run sends messages that keep failing.
 */
import { integrationsScenario } from './integrations-scenario.ts'
import { loadLibrary } from './library.ts'
import { medianTime, type Row } from './measure.ts'

const RUNS_A_DAY = 480
const YEAR = 365
const MONTH = 30
const FAILING = 40
const ROUNDS = 3

export async function measureVirtualYear(): Promise<Row[]> {
  const one = await measureDays(YEAR, 1, 0)
  const four = await measureDays(YEAR, 4, 0)
  const oneFailing = await measureDays(MONTH, 1, FAILING)
  const fourFailing = await measureDays(MONTH, 4, FAILING)
  const ofFailing = `a virtual month, ${FAILING} failing messages each`
  return [
    { name: 'a virtual year: one integration', unit: 'ms', measured: one, target: 1000 },
    { name: 'a virtual year: four integrations', unit: 'ms', measured: four, target: 4000 },
    { name: 'a virtual year: four integrations beside one', unit: '×', measured: four / one },
    { name: `${ofFailing}: one integration`, unit: 'ms', measured: oneFailing },
    { name: `${ofFailing}: four integrations`, unit: 'ms', measured: fourFailing },
    { name: `${ofFailing}: one attempt`, unit: 'µs', measured: perAttempt(fourFailing, 4) },
  ]
}

function perAttempt(milliseconds: number, count: number): number {
  return (milliseconds * 1000) / (MONTH * RUNS_A_DAY * count * FAILING)
}

/** Milliseconds of so many virtual days of a world of `count` integrations. */
async function measureDays(days: number, count: number, failing: number): Promise<number> {
  const { createSimulator } = await loadLibrary()
  const simulator = await createSimulator({ scenario: integrationsScenario(count, failing) })
  const advance = () => {
    const fired = simulator.clock.advance(`${days}d`).length
    const expected = days * RUNS_A_DAY * count
    if (fired !== expected) throw new Error(`${fired} runs instead of ${expected}`)
  }
  return medianTime(ROUNDS, () => simulator.reset(), advance)
}
