// Faults are records of a world: what copies worlds copies them, and counters go with rules.

import { beforeEach, describe, expect, test } from 'vitest'
import { exportWorld } from '../../../src/world/transfer.ts'
import { type Faulty, faultyOf, READ, startFaulty } from './faulty.ts'

let faulty: Faulty
beforeEach(async () => {
  faulty = await startFaulty()
})

const counters = ({ simulator }: Faulty) =>
  simulator.faults.list().map(({ matched, struck }) => [matched, struck])

describe('worlds', () => {
  test('a fork goes its own way', async () => {
    faulty.simulator.faults.add({ times: 2, status: 503 })
    await faulty.get(READ)
    const other = faultyOf(faulty.simulator.fork())
    expect(counters(other)).toEqual([[1, 1]])
    expect([(await other.get(READ)).status, (await other.get(READ)).status]).toEqual([503, 200])
    expect(counters(faulty)).toEqual([[1, 1]])
    expect(other.simulator.faults.add({ drop: true }).id).toBe(2)
    expect(faulty.simulator.faults.list()).toHaveLength(1)
  })

  test('a snapshot brings rules and counters back', async () => {
    faulty.simulator.faults.add({ times: 1, status: 503 })
    const before = faulty.simulator.snapshot()
    await faulty.get(READ)
    faulty.simulator.faults.clear()
    faulty.simulator.restore(before)
    expect(counters(faulty)).toEqual([[0, 0]])
    expect((await faulty.get(READ)).status).toBe(503)
  })

  test('a reset brings back the faults of the scenario, and no others', async () => {
    const scenario = { extends: ['demo'], faults: [{ times: 1, status: 503 }] }
    faulty = await startFaulty({ scenario })
    await faulty.get(READ)
    faulty.simulator.faults.add({ drop: true })
    faulty.simulator.reset()
    expect(faulty.simulator.faults.list()).toMatchObject([{ id: 1, matched: 0, status: 503 }])
  })

  test('each named world has its own', async () => {
    faulty.simulator.faults.add({ status: 503 })
    const named = { 'x-sim-world': 'second' }
    expect((await faulty.get(READ, named)).status).toBe(200)
    await faulty.ask('POST', '/_sim/faults', { drop: true }, { ...named, 'x-sim-control': '1' })
    expect([(await faulty.get(READ, named)).status, (await faulty.get(READ)).status]).toEqual([0, 503])
  })

  test('an exported world has them, and an imported one goes on counting', async () => {
    faulty.simulator.faults.add({
      operation: 'wiki.requirement.*',
      path: '/rest/*',
      after: 1,
      times: 2,
      every: 1,
      probability: 1,
      status: 200,
      body: { a: [1] },
      headers: { 'X-A': 'b' },
      latency: '1s',
      slow: '2s',
      truncate: '10%',
      malform: true,
      performed: true,
    })
    faulty.simulator.faults.add({ freeze: '101/ENG', at: 50, message: 'no' })
    faulty.simulator.faults.add({ queue: '*', service: 'svc-0001-demo', messageOperation: 'LINK_ADDED' })
    faulty.simulator.faults.add({ outage: 'tracker', for: '1h' })
    faulty.simulator.faults.add({ drop: true, user: 'bob', enabled: false })
    await faulty.get(READ)
    const document = (await faulty.control('GET', '/export')).body
    const other = await startFaulty()
    expect((await other.control('POST', '/import', document)).status).toBeLessThan(300)
    expect(other.simulator.faults.list()).toEqual(faulty.simulator.faults.list())
    expect(exportWorld(other.simulator.world)).toEqual(exportWorld(faulty.simulator.world))
    expect((await other.get('/tracker/rest/reqs/1/nothing')).status).toBe(503)
    other.simulator.clock.advance('1h')
    expect((await other.get('/tracker/rest/reqs/1/nothing')).status).toBe(404)
    expect(other.simulator.faults.add({ drop: true }).id).toBe(6)
  })

  test.each([
    ['a header that no door can send', { headers: [['X-A', 'a\r\nb']] }],
    ['a body that is not the JSON it says', { body: { text: '{', json: true } }],
    ['a status that is none', { status: 99 }],
    ['a wait without end', { latency: 1e12 }],
  ])('%s is not imported', async (_name, effect) => {
    faulty.simulator.faults.add({ status: 503 })
    const document = (await faulty.control('GET', '/export')).body as {
      stores: { system: { fault: { effect: object }[] } }
    }
    const [fault] = document.stores.system.fault
    Object.assign(fault?.effect ?? {}, effect)
    const { status, body } = await faulty.control('POST', '/import', document)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('fault')
  })

  test('more faults than a world holds are not imported', async () => {
    faulty.simulator.faults.add({ status: 503 })
    const document = (await faulty.control('GET', '/export')).body as {
      stores: { system: { fault: { id: number }[] } }
    }
    const [fault] = document.stores.system.fault
    document.stores.system.fault = Array.from({ length: 1001 }, (_, at) => ({ ...fault, id: at + 1 }))
    const { status, body } = await faulty.control('POST', '/import', document)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('at most 1000 faults')])
  })

  test('two simulators of one seed strike the same exchanges', async () => {
    const struck = async () => {
      const { simulator, get } = await startFaulty({ scenario: 'demo', seed: 7 })
      simulator.faults.add({ probability: 0.5, status: 503 })
      const statuses: number[] = []
      for (let count = 0; count < 20; count++) statuses.push((await get(READ)).status)
      return statuses
    }
    const first = await struck()
    expect(await struck()).toEqual(first)
    expect(new Set(first)).toEqual(new Set([200, 503]))
  })
})

test('a world without faults pays nothing for them', async () => {
  const { world } = faulty.simulator
  const before = exportWorld(world)
  await faulty.get(READ)
  const faultsOf = (of: unknown) =>
    (of as { stores: { system: Record<string, unknown> } }).stores.system['fault']
  expect(faultsOf(exportWorld(world))).toEqual(faultsOf(before))
})
