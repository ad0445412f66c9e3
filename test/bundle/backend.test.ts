import { expect, test, vi } from 'vitest'
import { createPageBackend } from '../../src/bundle/backend.ts'
import type { Backend, Follower } from '../../src/console/calls/backend.ts'
import { createSimulator } from '../../src/index.ts'

function follower() {
  return {
    opened: vi.fn<Follower['opened']>(),
    lost: vi.fn<Follower['lost']>(),
    gap: vi.fn<Follower['gap']>(),
    event: vi.fn<Follower['event']>(),
  }
}

test('calls and followers wait for the simulator', async () => {
  const starting = Promise.withResolvers<Awaited<ReturnType<typeof createSimulator>>>()
  const backend: Backend = createPageBackend('story', starting.promise)
  const receiver = follower()
  backend.follow('default', receiver)
  const response = backend.fetch('/_sim/health')
  expect(receiver.opened).not.toHaveBeenCalled()
  starting.resolve(await createSimulator())
  expect(await (await response).json()).toMatchObject({ scenario: 'demo' })
  expect(receiver.opened).toHaveBeenCalledOnce()
})

test('a follower gets the events of its world, as the server sends them, until it leaves', async () => {
  const simulator = await createSimulator()
  const backend: Backend = createPageBackend('story', Promise.resolve(simulator))
  const receiver = follower()
  const leave = backend.follow('default', receiver)
  await vi.waitFor(() => expect(receiver.opened).toHaveBeenCalledOnce())
  await simulator.fetch('/wiki/rest/reqs/1/baseline/ENG', { headers: { 'X-Sim-World': 'other' } })
  simulator.clock.advance('1s')
  leave()
  simulator.clock.advance('1s')
  expect(receiver.event.mock.calls).toEqual([
    [
      expect.objectContaining({
        type: 'clock',
        world: 'default',
        at: '2026-01-05T09:00:01.000Z',
        data: expect.objectContaining({ now: '2026-01-05T09:00:01.000Z' }),
      }),
    ],
  ])
  expect(receiver.lost).not.toHaveBeenCalled()
})

test('a listener that leaves before the simulator starts receives nothing', async () => {
  const simulator = await createSimulator()
  const backend = createPageBackend('story', Promise.resolve(simulator))
  const receiver = follower()
  backend.follow('default', receiver)()
  await backend.fetch('/_sim/health')
  simulator.clock.advance('1s')
  expect(receiver.opened).not.toHaveBeenCalled()
  expect(receiver.event).not.toHaveBeenCalled()
})

test('listeners receive the error of a simulator that cannot start', async () => {
  const backend = createPageBackend('story', Promise.reject(new Error('no')))
  const receiver = follower()
  backend.follow('default', receiver)
  await vi.waitFor(() => expect(receiver.lost).toHaveBeenCalledOnce())
  await expect(backend.fetch('/_sim/health')).rejects.toThrow('no')
})
