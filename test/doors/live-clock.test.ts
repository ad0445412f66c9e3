import { controlPart } from '../../src/control/loading.ts'
import { tracePart } from '../../src/trace/loading.ts'
import { describe, expect, test, vi } from 'vitest'
import { decompress } from '../../src/platform/decompress.ts'
import { createFetch } from '../../src/platform/fetch.ts'
import { createLiveTimer } from '../../src/adapters/shared/live-timer.ts'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator } from '../../src/index.ts'
import { Simulator } from '../../src/simulator/simulator.ts'
import { JOBS_PER_CATCH_UP } from '../../src/simulator/worlds.ts'
import { schedule } from '../../src/world/time/jobs.ts'
import { World } from '../../src/world/world.ts'
import { createWall, type Wall } from './support/wall.ts'

const START = Date.parse('2026-01-05T09:00:00Z')
const MINUTE = 60_000

/** The demo with a live clock and a job that runs every three virtual minutes; `ran` holds when it did. */
async function createLive(
  wall: Pick<Wall, 'now'>,
  speed = 1,
): Promise<{ simulator: Simulator; ran: number[]; fetchJson: (url: string) => Promise<object> }> {
  const ran: number[] = []
  const demo = await createSimulator({ scenario: 'demo', clock: { mode: 'live', speed } })
  const repeat = (world: World): void => void schedule(world, { kind: 'repeat', due: world.now + 3 * MINUTE })
  const schema = {
    ...demo.world.schema,
    jobs: {
      ...demo.world.schema.jobs,
      repeat(world: World) {
        ran.push(world.now - START)
        repeat(world)
      },
    },
  }
  const world = new World(schema, demo.snapshot())
  repeat(world)
  const simulator = new Simulator({
    base: { world, loaded: demo.scenario },
    wallClock: wall.now,
    createFetch,
    decompress,
    control: controlPart,
    trace: tracePart,
    mutations: tracePart,
    build: () => Promise.reject(new Error('nothing else is loaded')),
  })
  return { simulator, ran, fetchJson: async (url) => (await (await simulator.fetch(url)).json()) as object }
}

describe('a clock that is too fast for its jobs', () => {
  test('falls behind instead of delaying a request, and continues with the next', async () => {
    const wall = createWall()
    const { simulator, ran } = await createLive(wall, 1_000_000)
    simulator.catchUp()
    wall.pass(60_000)
    const answer = await simulator.fetch('/_sim/health')
    expect(answer.status).toBe(200)
    const once = ran.length
    expect(once).toBeGreaterThan(0)
    expect(once).toBeLessThanOrEqual(JOBS_PER_CATCH_UP)
    await simulator.fetch('/_sim/health')
    expect(ran.length).toBeGreaterThan(once)
    // In the end it arrives: a minute at that speed is 333,333 runs of a job of three minutes.
    for (let call = 0; call < 100; call++) simulator.catchUp()
    expect(ran).toHaveLength(333_333)
    expect(simulator.world.now).toBe(START + 60_000 * 1_000_000)
  })
})

function after(milliseconds: number): string {
  return new Date(START + milliseconds).toISOString()
}

describe('a live clock', () => {
  test('begins at the time of the scenario, however long the process has been running', async () => {
    const wall = createWall()
    const { simulator } = await createLive(wall)
    wall.pass(10 * MINUTE)
    expect(simulator.clock.now()).toBe(after(0))
  })

  test('moves with the wall clock, at its speed, and an exchange sees that', async () => {
    const wall = createWall()
    const { simulator, fetchJson } = await createLive(wall, 60)
    expect(await fetchJson('/_sim/clock')).toMatchObject({ now: after(0) })
    wall.pass(1000)
    expect(await fetchJson('/_sim/clock')).toMatchObject({ now: after(MINUTE) })
    wall.pass(0.5)
    expect(simulator.clock.now()).toBe(after(MINUTE + 30))
  })

  test('loses nothing between many short looks', async () => {
    const wall = createWall()
    const { simulator } = await createLive(wall, 0.3)
    simulator.catchUp()
    for (let look = 0; look < 1000; look++) {
      wall.pass(1)
      simulator.catchUp()
    }
    expect(simulator.clock.now()).toBe(after(300))
  })

  test('runs jobs at their due times without requests meanwhile', async () => {
    const wall = createWall()
    const { simulator, ran, fetchJson } = await createLive(wall)
    simulator.catchUp()
    wall.pass(10 * MINUTE)
    await fetchJson('/_sim/clock')
    expect(ran).toEqual([3 * MINUTE, 6 * MINUTE, 9 * MINUTE])
  })

  test('returns a rate limit that ends with the wall minute', async () => {
    const wall = createWall()
    const { simulator } = await createLive(wall)
    const read = async (): Promise<string | null> => {
      const headers = { Authorization: 'Bearer tok-alice' }
      return (await simulator.fetch('/api/applications/101', { headers })).headers.get('x-rate-limit-reset')
    }
    expect(await read()).toBe('60')
    wall.pass(45_500)
    expect(await read()).toBe('15')
    wall.pass(14_500)
    expect(await read()).toBe('60')
  })

  test('continues from a manual move', async () => {
    const wall = createWall()
    const { simulator } = await createLive(wall)
    simulator.clock.advance('1h')
    simulator.catchUp()
    wall.pass(1000)
    expect(simulator.clock.now()).toBe(after(60 * MINUTE + 1000))
  })

  test('stands still once it is set to be moved by hand, and does not jump when it is live again', async () => {
    const wall = createWall()
    const { simulator } = await createLive(wall)
    simulator.clock.set({ mode: 'manual' })
    wall.pass(MINUTE)
    expect([simulator.clock.now(), simulator.nextDue()]).toEqual([after(0), undefined])
    simulator.clock.set({ mode: 'live' })
    simulator.catchUp()
    wall.pass(1000)
    expect(simulator.clock.now()).toBe(after(1000))
  })
})

describe('the timer of a door', () => {
  test('runs jobs without any exchange, and at the speed of the clock', async () => {
    const wall = createWall()
    const { simulator, ran } = await createLive(wall, 60)
    createLiveTimer(simulator, wall, () => {}).rearm()
    wall.pass(9000)
    expect(ran).toEqual([3 * MINUTE, 6 * MINUTE, 9 * MINUTE])
    expect(wall.pending.size).toBe(1)
  })

  test('follows a change of the clock that an exchange makes', async () => {
    const wall = createWall()
    const { simulator, ran } = await createLive(wall)
    const timer = createLiveTimer(simulator, wall, () => {})
    timer.rearm()
    simulator.clock.set({ speed: 180 })
    timer.rearm()
    wall.pass(1000)
    expect(ran).toEqual([3 * MINUTE])
    simulator.clock.set({ mode: 'manual' })
    timer.rearm()
    expect(wall.pending.size).toBe(0)
  })

  test('belongs to the HTTP door, which stops it when it is closed', async () => {
    const { simulator, ran } = await createLive({ now: () => performance.now() }, 1_000_000)
    const served = await serve(simulator)
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(2))
    await served.close()
    const { length } = ran
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(ran).toHaveLength(length)
  })
})
