/** When sites did not answer, as the world keeps it for the timeline. */
import type { ScenarioName } from '../../../src/index.ts'
import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { MAXIMUM_DOWNTIMES } from '../../../src/model/records/world/downtimes.ts'

const START = Date.parse('2026-01-05T09:00:00.000Z')
const MINUTE = 60_000
const at = (minutes: number) => START + minutes * MINUTE

async function begin(scenario: ScenarioName = 'demo') {
  const simulator = await createSimulator({ scenario })
  const setStatus = async (status: string) => {
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    const body = JSON.stringify({ status })
    const answer = await simulator.exchange({ method: 'PATCH', url: '/_sim/sites/102', headers, body })
    expect(answer.status).toBe(200)
  }
  const downtimes = () =>
    simulator.state('downtime').map(({ applicationId, from, until }) => [applicationId, from, until])
  return { simulator, setStatus, downtimes }
}

test('the downtime of a site lasts until it is up and no fault keeps it down', async () => {
  const { simulator, setStatus, downtimes } = await begin()
  await setStatus('DISABLED')
  simulator.clock.advance('1m')
  const { id } = simulator.faults.add({ outage: 102 })
  await setStatus('ACTIVE')
  simulator.clock.advance('1m')
  expect(downtimes()).toEqual([[102, at(0), undefined]])
  simulator.faults.remove(id)
  expect(downtimes()).toEqual([[102, at(0), at(2)]])
  // Down and up in one instant is no downtime.
  await setStatus('DISABLED')
  await setStatus('ACTIVE')
  expect(downtimes()).toHaveLength(1)
})

test('an outage of a fault begins and ends on the clock, and when the fault is switched', async () => {
  const { simulator, downtimes } = await begin()
  const { id } = simulator.faults.add({ outage: 102, from: '2026-01-05T09:01:00Z', for: '2m' })
  simulator.clock.advance('10m')
  expect(downtimes()).toEqual([[102, at(1), at(3)]])
  simulator.faults.remove(id)
  expect(downtimes()).toHaveLength(1)
  const lasting = simulator.faults.add({ outage: 102 })
  simulator.clock.advance('1m')
  simulator.faults.enable(lasting.id, false)
  simulator.clock.advance('1m')
  simulator.faults.enable(lasting.id, true)
  simulator.clock.advance('1m')
  simulator.faults.clear()
  expect(downtimes().slice(1)).toEqual([
    [102, at(10), at(11)],
    [102, at(12), at(13)],
  ])
})

test('a site that the scenario has down is so since the world began, in a fork and after a restore too', async () => {
  const { simulator, setStatus, downtimes } = await begin('outage')
  expect(downtimes()).toEqual([[102, START, undefined]])
  simulator.clock.advance('1m')
  const snapshot = simulator.snapshot()
  const fork = simulator.fork()
  await setStatus('ACTIVE')
  expect(downtimes()).toEqual([[102, START, at(1)]])
  expect(fork.state('downtime')).toMatchObject([{ applicationId: 102, from: START }])
  simulator.restore(snapshot)
  expect(downtimes()).toEqual([[102, START, undefined]])
})

test('the latest thousand are kept', async () => {
  const { simulator, downtimes } = await begin()
  for (let round = 0; round < MAXIMUM_DOWNTIMES + 5; round++) {
    const { id } = simulator.faults.add({ outage: 102 })
    simulator.clock.advance(1)
    simulator.faults.remove(id)
  }
  expect(downtimes()).toHaveLength(MAXIMUM_DOWNTIMES)
  expect(downtimes()[0]).toEqual([102, START + 5, START + 6])
})
