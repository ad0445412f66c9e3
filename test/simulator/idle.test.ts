import { describe, expect, test } from 'vitest'
import { serve } from '../../src/adapters/node.ts'
import { createLiveTimer } from '../../src/adapters/shared/live-timer.ts'
import { createSimulator, type SimulatorEvent, type WorldsOptions } from '../../src/index.ts'
import { createWall } from '../doors/support/wall.ts'

const MINUTE = 60_000

async function start(worlds: WorldsOptions, mode: 'manual' | 'live' = 'manual') {
  const wall = createWall()
  const simulator = await createSimulator({ scenario: 'demo', clock: { mode }, worlds, wallClock: wall.now })
  const events: string[] = []
  simulator.events.subscribe(
    ({ world, data }: SimulatorEvent) => events.push(`${world} ${JSON.stringify(data)}`),
    { types: ['world'] },
  )
  const ask = (world: string, url = '/wiki/x') =>
    simulator.exchange({ method: 'GET', url, headers: { 'x-sim-world': world } })
  const names = async () => {
    const { body } = await simulator.exchange({ method: 'GET', url: '/_sim/worlds', headers: {} })
    return (JSON.parse(body as string).items as { name: string }[]).map(({ name }) => name)
  }
  return { wall, simulator, events, ask, names }
}

describe('idle worlds', () => {
  test('stay unless the setting is set', async () => {
    const { wall, simulator, ask, names } = await start({})
    await ask('a')
    wall.pass(1000 * MINUTE)
    simulator.catchUp()
    expect(await names()).toEqual(['default', 'a'])
  })

  test('are dropped after that long without use, except the default one', async () => {
    const { wall, simulator, events, ask, names } = await start({ idle: '30m' })
    for (const name of ['a', 'b', 'c']) await ask(name)
    wall.pass(20 * MINUTE)
    await ask('b')
    await ask('c', '/_sim/clock')
    wall.pass(11 * MINUTE)
    simulator.catchUp()
    expect(await names()).toEqual(['default', 'b', 'c'])
    expect(events.at(-1)).toBe('a {"change":"dropped","reason":"idle"}')
    wall.pass(1000 * MINUTE)
    simulator.catchUp()
    expect(await names()).toEqual(['default'])
  })

  test('are created anew on the next use, also before a sweep', async () => {
    const { wall, simulator, events, ask } = await start({ idle: 1000 })
    simulator.worldOf('a').setClock({ now: simulator.worldOf('a').now + MINUTE })
    await ask('a')
    expect(simulator.worldOf('a').now - simulator.world.now).toBe(MINUTE)
    wall.pass(1000)
    expect(simulator.worldOf('a').now).toBe(simulator.world.now)
    expect(events.slice(-2)).toEqual(['a {"change":"dropped","reason":"idle"}', 'a {"change":"created"}'])
  })

  test('are created anew on request, also between two sweeps', async () => {
    const { wall, simulator, events, ask } = await start({ idle: '10m' })
    await ask('a')
    await ask('b')
    // All were checked a moment ago, and will not be for another minute.
    wall.pass(10 * MINUTE - 1000)
    simulator.catchUp()
    expect(events.filter((line) => line.includes('dropped'))).toEqual([])
    wall.pass(1000)
    await ask('a')
    const create = { method: 'POST', url: '/_sim/worlds', body: '{"name":"b","from":"scenario"}' }
    const headers = { 'content-type': 'application/json', 'x-sim-control': '1' }
    expect((await simulator.exchange({ ...create, headers })).status).toBe(201)
    expect(events.slice(-4)).toEqual(
      ['a', 'b'].flatMap((name) => [
        `${name} {"change":"dropped","reason":"idle"}`,
        `${name} {"change":"created"}`,
      ]),
    )
  })

  test('are not kept alive by being listed, by events, or by the timer of a live clock', async () => {
    const { wall, simulator, ask, names } = await start({ idle: '10m' }, 'live')
    await ask('a')
    const timer = createLiveTimer(simulator, wall, (error) => {
      throw error
    })
    timer.rearm()
    for (let minute = 0; minute < 9; minute++) {
      wall.pass(MINUTE)
      expect(await names()).toEqual(['default', 'a'])
    }
    wall.pass(2 * MINUTE)
    expect(await names()).toEqual(['default'])
    timer.stop()
  })

  test('make room when the maximum number of worlds is reached', async () => {
    const { wall, ask, names } = await start({ idle: '1h', maximum: 3 })
    await ask('a')
    wall.pass(50 * MINUTE)
    await ask('b')
    expect((await ask('c')).status).toBe(409)
    wall.pass(11 * MINUTE)
    expect((await ask('c')).status).toBe(404)
    expect(await names()).toEqual(['default', 'b', 'c'])
  })

  test('wake the server when they are due, and not when there are none', async () => {
    const { wall, simulator, ask } = await start({ idle: '1m' })
    expect(simulator.nextDue()).toBeUndefined()
    await ask('a')
    expect(simulator.nextDue()).toBeLessThanOrEqual(30_000)
    wall.pass(2 * MINUTE)
    expect(simulator.nextDue()).toBe(0)
    simulator.catchUp()
    expect(simulator.nextDue()).toBeUndefined()
  })

  test('are dropped from a server without requests', async () => {
    const simulator = await createSimulator({ scenario: 'demo', worlds: { idle: 20 } })
    const { url, close } = await serve(simulator)
    const dropped = new Promise((resolve) =>
      simulator.events.subscribe(({ data }) => 'reason' in data && resolve(data)),
    )
    await fetch(`${url}/_world/a/wiki/x`)
    expect(await dropped).toEqual({ change: 'dropped', reason: 'idle' })
    await close()
  })

  test('are dropped by a fork on its own', async () => {
    const { wall, simulator, ask, names } = await start({ idle: '1m' })
    await ask('a')
    const fork = simulator.fork()
    fork.worldOf('b')
    wall.pass(2 * MINUTE)
    fork.catchUp()
    const { body } = await fork.exchange({ method: 'GET', url: '/_sim/worlds', headers: {} })
    expect(JSON.parse(body as string).total).toBe(1)
    expect(await names()).toEqual(['default', 'a'])
  })
})

describe('the settings', () => {
  test.each([
    [{ idle: '0s' }, /worlds\.idle .* not '0s'/],
    [{ idle: 'soon' }, /worlds\.idle .* not 'soon'/],
    [{ idle: 0 }, /worlds\.idle/],
    [{ idle: -1 }, /worlds\.idle/],
    [{ idle: 1.5 }, /worlds\.idle/],
    [{ idle: Number.NaN }, /worlds\.idle/],
    [{ idle: {} as string }, /worlds\.idle/],
    [{ maximum: 0 }, /worlds\.maximum .* not '0'/],
    [{ maximum: 100_001 }, /worlds\.maximum/],
    [{ maximum: 2.5 }, /worlds\.maximum/],
  ])('%j is refused', async (worlds, message) => {
    await expect(createSimulator({ scenario: 'demo', worlds })).rejects.toThrow(message)
  })

  test('the number of worlds counts the default one', async () => {
    const { ask } = await start({ maximum: 1 })
    expect((await ask('default')).status).toBe(404)
    expect((await ask('a')).status).toBe(409)
  })
})
