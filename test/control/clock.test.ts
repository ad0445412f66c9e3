import { beforeEach, describe, expect, test } from 'vitest'
import { readClock } from '../../src/cli/flags/flags.ts'
import { createSimulator } from '../../src/index.ts'
import { MAXIMUM_SPEED } from '../../src/world/time/clock-state.ts'
import { schedule } from '../../src/world/time/jobs.ts'
import { START } from '../model/world-fixture.ts'
import { type ControlClient, createControlClient } from './client.ts'

const now = '2026-01-05T09:00:00.000Z'

let client: ControlClient
beforeEach(() => {
  client = createControlClient()
})

test('the clock is shown and its mode changed', async () => {
  expect((await client.get('/clock')).body).toEqual({
    now,
    start: now,
    mode: 'manual',
    speed: 1,
    pendingJobs: 0,
  })
  const changed = await client.write('PATCH', '/clock', { mode: 'auto', speed: 2.5 })
  expect(changed).toMatchObject({ status: 200, body: { now, mode: 'auto', speed: 2.5 } })
})

test('a clock made live starts at the current time, whatever the wall clock was before', async () => {
  client.wall.now = 1_800_000_000_000
  expect((await client.write('PATCH', '/clock', { mode: 'live', speed: 60 })).body['now']).toBe(now)
  client.wall.now += 1000
  expect((await client.get('/clock')).body['now']).toBe('2026-01-05T09:01:00.000Z')
})

test('a method that the path does not take leads to the route below that takes it', async () => {
  const { status, body } = await client.write('POST', '/clock', { by: '3m' })
  expect([status, body.message]).toEqual([
    405,
    "'/clock' does not take 'POST': it takes GET, HEAD, PATCH; did you mean POST /clock/advance?",
  ])
  expect((await client.write('DELETE', '/clock', {})).body.message).toBe(
    "'/clock' does not take 'DELETE': it takes GET, HEAD, PATCH",
  )
})

describe('advancing', () => {
  test('by a duration, to an instant, by milliseconds', async () => {
    const advance = async (body: unknown) => (await client.write('POST', '/clock/advance', body)).body
    expect(await advance({ by: '3m' })).toEqual({
      now: '2026-01-05T09:03:00.000Z',
      fired: [],
      firedTotal: 0,
      failedTotal: 0,
    })
    expect(await advance({ by: 'PT1H' })).toMatchObject({ now: '2026-01-05T10:03:00.000Z' })
    expect(await advance({ by: 500 })).toMatchObject({ now: '2026-01-05T10:03:00.500Z' })
    expect(await advance({ to: '2026-03-01T00:00:00+01:00' })).toMatchObject({
      now: '2026-02-28T23:00:00.000Z',
    })
    expect(await advance({ to: '2026-02-28T23:00:00Z' })).toMatchObject({ firedTotal: 0 })
  })

  test('returns the jobs that ran, in order, and lists pending ones', async () => {
    const { world } = client.simulator
    schedule(world, { kind: 'tick', due: START + 90_000, payload: { note: 'second' } })
    schedule(world, { kind: 'every-minute', due: START + 60_000 })
    const { body } = await client.get('/jobs')
    expect(body.items.map((job) => [job['id'], job['kind'], job['due']])).toEqual([
      [2, 'every-minute', '2026-01-05T09:01:00.000Z'],
      [1, 'tick', '2026-01-05T09:01:30.000Z'],
    ])
    expect((await client.get('/jobs?kind=tick&limit=0')).body).toEqual({ items: [], total: 1 })
    expect((await client.get('/clock')).body).toMatchObject({
      pendingJobs: 2,
      nextJobAt: '2026-01-05T09:01:00.000Z',
    })
    const advanced = await client.write('POST', '/clock/advance', { by: '2m' })
    expect(advanced.body).toEqual({
      now: '2026-01-05T09:02:00.000Z',
      fired: [
        { id: 2, kind: 'every-minute', at: '2026-01-05T09:01:00.000Z' },
        { id: 1, kind: 'tick', at: '2026-01-05T09:01:30.000Z' },
        { id: 3, kind: 'every-minute', at: '2026-01-05T09:02:00.000Z' },
      ],
      firedTotal: 3,
      failedTotal: 0,
    })
  })

  test('by jobs: the next ones run, and the clock stops there', async () => {
    schedule(client.simulator.world, { kind: 'every-minute', due: START + 60_000 })
    const { body } = await client.write('POST', '/clock/advance', { jobs: 2 })
    expect(body).toMatchObject({ now: '2026-01-05T09:02:00.000Z', firedTotal: 2 })
    const quiet = createControlClient()
    expect((await quiet.write('POST', '/clock/advance', { jobs: 5 })).body).toMatchObject({
      now,
      firedTotal: 0,
    })
  })

  test('the list is cut at 10,000 jobs, the count is not', async () => {
    schedule(client.simulator.world, { kind: 'every-minute', due: START + 60_000 })
    const { body } = await client.write('POST', '/clock/advance', { by: '10d' })
    expect(body['firedTotal']).toBe(14_400)
    expect((body['fired'] as unknown as unknown[]).length).toBe(10_000)
  })

  const refused: [body: unknown, message: RegExp][] = [
    [{}, /exactly one/],
    [{ by: '1m', jobs: 1 }, /exactly one/],
    [{ by: '-1m' }, /by '-1m': must be a duration/],
    [{ by: -1 }, /'by'.*not '-1'/],
    [{ by: 1.5 }, /'by'/],
    [{ by: '' }, /by '': must be a duration/],
    [{ by: 'NaN' }, /must be a duration/],
    [{ by: 'Infinity' }, /must be a duration/],
    [{ by: '3 minutes' }, /must be a duration/],
    [{ by: '999999999999999d' }, /beyond the year 9999/],
    [{ by: 9_007_199_254_740_991 }, /beyond the year 9999/],
    [{ by: null }, /'by'/],
    [{ by: { toString: '1m' } }, /'by'/],
    [{ to: '2025-01-01T00:00:00Z' }, /moves forward only/],
    [{ to: 0 }, /moves forward only/],
    [{ to: '2026-13-01' }, /send an instant/],
    [{ to: 'tomorrow' }, /send an instant/],
    [{ to: '10000-01-01' }, /send an instant/],
    [{ to: 9_007_199_254_740_991 }, /beyond the year 9999/],
    [{ jobs: 0 }, /'jobs'/],
    [{ jobs: -1 }, /'jobs'/],
    [{ jobs: 1e15 }, /'jobs'/],
    [{ jobs: '1' }, /'jobs'/],
    [{ By: '1m' }, /no field 'By': did you mean 'by'\?/],
    [[], /must be an object, not '\[\]'/],
    ['{"by":1e400}', /2\^53/],
    ['{"by":"1m"', /^the body '\{"by":"1m"': must be JSON/],
  ]
  test.each(refused)('refuses %j', async (body, message) => {
    const reply = await client.write('POST', '/clock/advance', body)
    expect(reply.body.message).toMatch(message)
    expect([reply.status, reply.body['statusCode']]).toEqual([400, 'BAD_REQUEST'])
    expect((await client.get('/clock')).body['now']).toBe(now)
  })
})

test.each([
  [{}],
  [{ mode: 'fast' }],
  [{ speed: 0 }],
  [{ speed: -1 }],
  [{ speed: MAXIMUM_SPEED + 1 }],
  [{ speed: '1' }],
  [{ now: 0 }],
])('PATCH refuses %j', async (body) => {
  expect((await client.write('PATCH', '/clock', body)).status).toBe(400)
})

test('the fastest clock is the same by the control API, the command line, the scenario and its overrides', async () => {
  const fastest = await client.write('PATCH', '/clock', { mode: 'live', speed: MAXIMUM_SPEED })
  expect(fastest.body['speed']).toBe(MAXIMUM_SPEED)
  expect(readClock(`live:${MAXIMUM_SPEED}x`)).toEqual({ mode: 'live', speed: MAXIMUM_SPEED })
  expect(() => readClock(`live:${MAXIMUM_SPEED + 1}x`)).toThrow(`a speed of up to ${MAXIMUM_SPEED}`)

  const clock = (speed: number) => ({ mode: 'manual', speed }) as const
  const start = (speed: number) => createSimulator({ scenario: 'empty', clock: clock(speed) })
  const load = (speed: number) => createSimulator({ scenario: { name: 'fast', clock: clock(speed) } })
  for (const create of [start, load]) {
    expect((await create(MAXIMUM_SPEED)).world.clock.speed).toBe(MAXIMUM_SPEED)
    await expect(create(MAXIMUM_SPEED + 1)).rejects.toThrow(
      `clock.speed: must be at most ${MAXIMUM_SPEED}, not '${MAXIMUM_SPEED + 1}'`,
    )
  }
})
