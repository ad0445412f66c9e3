/** A world that was dropped or put back begins anew: calls of its earlier life are none of its own. */
import { describe, expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { WRITE_HEADERS } from '../control/client.ts'
import { createWall } from '../doors/support/wall.ts'

const path = '/api/applications/101'

async function start() {
  const simulator = await createSimulator({ scenario: 'demo' })
  const ask = (world: string) =>
    simulator.exchange({
      method: 'GET',
      url: path,
      headers: { 'x-sim-world': world, authorization: 'Bearer tok-alice' },
    })
  const write = (method: string, place: string, world = 'default') =>
    simulator.exchange({
      method,
      url: `/_sim${place}`,
      headers: { ...WRITE_HEADERS, 'x-sim-world': world },
    })
  const calls = (world?: string) => ({
    verified: simulator.verify({ path, world, atLeast: 0 }).count,
    journal: simulator.journal.entries({ world }).length,
    archive: simulator.journal.har({ world }).log.entries.length,
    report: simulator.report(world).exchanges,
  })
  return { simulator, ask, write, calls }
}

const none = { verified: 0, journal: 0, archive: 0, report: 0 }
const one = { verified: 1, journal: 1, archive: 1, report: 1 }

describe('calls of an earlier world of the same name counted for the later one', () => {
  test.each([
    ['dropped', 'DELETE', '/worlds/w1'],
    ['put back', 'POST', '/reset'],
  ])('%s', async (_what, method, place) => {
    const { ask, write, calls } = await start()
    await ask('w1')
    await ask('w2')
    const reply = await write(method, place, 'w1')
    expect(reply.status).toBeLessThan(300)
    expect([calls('w1'), calls('w2')]).toEqual([none, one])
    // What a suite exercised outlives the worlds of its tests.
    expect(calls()).toEqual({ ...one, report: 2 })
    await ask('w1')
    expect([calls('w1'), calls('w2')]).toEqual([one, one])
    expect(calls().report).toBe(3)
  })

  test('the default world, put back', async () => {
    const { simulator, ask, calls } = await start()
    await ask('default')
    await ask('other')
    simulator.reset('default')
    expect(simulator.verify({ path, times: 1 }).ok).toBe(true)
    expect([calls('default'), calls('other'), calls().report]).toEqual([none, one, 2])
    simulator.reset()
    expect([calls('default'), calls()]).toEqual([none, none])
  })

  test('dropped because it was idle', async () => {
    const wall = createWall()
    const simulator = await createSimulator({ worlds: { idle: '30m' }, wallClock: wall.now })
    const ask = () => simulator.exchange({ method: 'GET', url: path, headers: { 'x-sim-world': 'w1' } })
    await ask()
    wall.pass(60 * 60_000)
    await ask()
    expect(simulator.verify({ path, world: 'w1' }).count).toBe(1)
    expect(simulator.report('w1').exchanges).toBe(1)
    expect(simulator.report().exchanges).toBe(2)
  })

  test('its transitions and answers held against their schema stay in the report over all worlds', async () => {
    const { simulator, ask, write } = await start()
    await ask('w1')
    const url = '/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2'
    const headers = {
      'x-sim-world': 'w1',
      'content-type': 'application/json',
      authorization: 'Bearer tok-alice',
    }
    await simulator.exchange({ method: 'POST', url, headers, body: '{}' })
    const before = simulator.report()
    await write('DELETE', '/worlds/w1')
    expect(simulator.report()).toEqual(before)
    expect(before.machines.flatMap(({ transitions }) => transitions).some(({ times }) => times > 0)).toBe(
      true,
    )
  })
})
