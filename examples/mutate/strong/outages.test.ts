import { describe, expect } from 'vitest'
import { SERVICE } from '../shared/service.ts'
import { changesOf } from './changes.ts'
import { details, RELEASE_2, requirement } from './demo.ts'
import { test, wikiError } from './service.ts'

describe('an unavailable service', () => {
  test('is called again after growing pauses', async ({ connect, calls, sim }) => {
    sim.faults.add({ operation: 'wiki.baseline.read', times: 2, status: 503 })
    expect(await connect().readBaseline('ENG', 2)).toEqual({ ...RELEASE_2, ...details(12, 2) })
    expect(calls).toEqual([
      'GET /rest/reqs/1/baseline/ENG/2 503',
      'GET /rest/reqs/1/baseline/ENG/2 503',
      'GET /rest/reqs/1/baseline/ENG/2 200',
    ])
    expect(sim.clock.now()).toBe('2026-01-05T09:00:01.500Z')
  })

  test('makes a call fail after four attempts', async ({ connect, calls, sim }) => {
    sim.faults.add({ interface: 'wiki', status: 503, message: 'Down for maintenance.' })
    await expect(connect().readBaseline('ENG', 2)).rejects.toEqual(wikiError(503, 'Down for maintenance.'))
    expect(calls).toEqual(Array(4).fill('GET /rest/reqs/1/baseline/ENG/2 503'))
    expect(sim.clock.now()).toBe('2026-01-05T09:00:03.500Z')
  })

  test('writes once what is sent twice', async ({ connect, sim }) => {
    const client = connect()
    sim.faults.add({ operation: 'wiki.requirement.write', times: 1, status: 503 })
    const written = requirement(8, { html: 'Once.', version: 2 })
    expect(await client.write('ENG', 'REQ-008', 'Once.')).toEqual(written)
    expect(sim.state('historyEntry')).toHaveLength(1)
    expect(await client.read('ENG', 'REQ-008')).toEqual(written)
  })

  test('is not called again for an error that stays', async ({ connect, calls, sim }) => {
    sim.faults.add({ operation: 'wiki.baseline.read', status: 500, message: 'Broken.' })
    await expect(connect().readBaseline('ENG', 2)).rejects.toEqual(wikiError(500, 'Broken.'))
    expect(calls).toHaveLength(1)
  })
})

test('messages wait while the tracker is out of order, and arrive once afterwards', async ({
  connect,
  sim,
}) => {
  const client = connect({ token: 'tok-admin' })
  sim.faults.add({ outage: 'tracker', from: '1m', for: '5m' })
  const waiting = await client.messages(SERVICE)
  expect(waiting.map(({ id, status }) => `${id} ${status}`)).toEqual(['8001 PENDING', '8002 PENDING'])
  sim.clock.advance('3m')
  expect(await client.messages(SERVICE)).toEqual(waiting)
  sim.clock.advance('3m')
  const sent = await client.messages(SERVICE)
  expect(sent.map(({ id, status, attempts }) => `${id} ${status} ${attempts}`)).toEqual([
    '8002 DONE 1',
    '8001 DONE 1',
  ])
  expect(await changesOf(sim, () => sim.clock.advance('1h'))).toEqual({})
})
