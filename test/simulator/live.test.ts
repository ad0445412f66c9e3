/** Worlds of a live clock that are forked, or put back, while nobody looked at them. */
import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { createWall } from '../doors/support/wall.ts'

const START = Date.parse('2026-01-05T09:00:00Z')

async function startLive() {
  const wall = createWall()
  const simulator = await createSimulator({ scenario: 'demo', clock: { mode: 'live' }, wallClock: wall.now })
  const control = async (method: string, path: string, body?: object) => {
    const answer = await simulator.exchange({
      method,
      url: `/_sim${path}`,
      headers: { 'content-type': 'application/json', 'x-sim-control': '1' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBeLessThan(300)
    return JSON.parse((answer.body as string) || '{}') as { readonly clock: { readonly now: string } }
  }
  // The control API is loaded, and the clock follows the wall clock from here.
  await control('GET', '/clock')
  return { wall, simulator, control }
}

test('a fork of a live world begins where that is by the wall clock', async () => {
  const { wall, simulator, control } = await startLive()
  // It follows the wall clock from its first use.
  simulator.worldOf('source')
  wall.pass(5000)
  await control('POST', '/worlds', { name: 'copy', from: 'source' })
  expect(simulator.worldOf('copy').now).toBe(START + 5000)
  wall.pass(1000)
  expect(simulator.worldOf('copy').now).toBe(START + 6000)
})

test.each([
  ['the library', async ({ simulator }) => simulator.reset()],
  ['the control API', async ({ control }) => void (await control('POST', '/reset', {}))],
] as readonly (readonly [string, (started: Awaited<ReturnType<typeof startLive>>) => Promise<void>])[])(
  'a live world that is reset by %s goes on from the beginning, without the time before',
  async (_how, reset) => {
    const started = await startLive()
    const { wall, simulator } = started
    wall.pass(10_000)
    await reset(started)
    expect(simulator.world.now).toBe(START)
    simulator.catchUp()
    expect(simulator.world.now).toBe(START)
    wall.pass(1000)
    simulator.catchUp()
    expect(simulator.world.now).toBe(START + 1000)
  },
)

test('a live world to which a snapshot is restored goes on from that, without the time between', async () => {
  const { wall, simulator } = await startLive()
  const snapshot = simulator.snapshot()
  wall.pass(10_000)
  simulator.restore(snapshot)
  simulator.catchUp()
  expect(simulator.world.now).toBe(START)
})
