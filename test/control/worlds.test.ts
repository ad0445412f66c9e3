import { beforeEach, describe, expect, test } from 'vitest'
import { type ControlClient, createControlClient } from './client.ts'

const named = (name: string) => ({ 'x-sim-world': name })

let client: ControlClient
beforeEach(() => {
  client = createControlClient()
})

test('health says what is running', async () => {
  const { status, body } = await client.get('/health')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    scenario: 'small',
    seed: '1',
    scenarioHash: 'f'.repeat(64),
    world: 'default',
    clock: expect.objectContaining({ now: '2026-01-05T09:00:00.000Z', mode: 'manual' }),
  })
})

describe('worlds', () => {
  test('are made on first use, or by name from the scenario or another world', async () => {
    await client.write('POST', '/clock/advance', { by: '1h' })
    const fresh = await client.get('/clock', named('first'))
    expect(fresh.body['now']).toBe('2026-01-05T09:00:00.000Z')
    const forked = await client.write('POST', '/worlds', { name: 'copy', from: 'default' })
    expect(forked).toMatchObject({
      status: 201,
      body: { name: 'copy', clock: { now: '2026-01-05T10:00:00.000Z' } },
    })
    const begun = await client.write('POST', '/worlds', { name: 'new' })
    expect(begun).toMatchObject({ status: 201, body: { clock: { now: '2026-01-05T09:00:00.000Z' } } })
    const { body } = await client.get('/worlds')
    expect(body.items.map((item) => item['name'])).toEqual(['default', 'first', 'copy', 'new'])
    await client.write('POST', '/clock/advance', { by: '1h' }, named('copy'))
    expect((await client.get('/clock')).body['now']).toBe('2026-01-05T10:00:00.000Z')
  })

  test('are not made anew by those who only watch one that was dropped', async () => {
    const watching = { ...named('watched'), 'x-sim-world-must-exist': '1' }
    await client.write('POST', '/worlds', { name: 'watched' })
    expect((await client.get('/clock', watching)).status).toBe(200)
    await client.write('DELETE', '/worlds/watched')
    for (const path of ['/clock', '/health', '/jobs', '/queues', '/state/user']) {
      const { status, body } = await client.get(path, watching)
      expect([path, status, body['message']]).toEqual([
        path,
        404,
        "no world 'watched': GET /worlds lists those in use",
      ])
    }
    expect((await client.write('POST', '/clock/advance', { by: '1h' }, watching)).status).toBe(404)
    expect((await client.get('/worlds')).body.items.map((item) => item['name'])).toEqual(['default'])
  })

  test('are selected by a path prefix too', async () => {
    expect((await client.send('GET', '/_world/second/_sim/health')).body['world']).toBe('second')
    expect((await client.send('GET', 'http://sim.sim/_world/second/_sim/health')).body['world']).toBe(
      'second',
    )
  })

  test('are dropped, all but the default one', async () => {
    for (const name of ['a', 'b', 'c']) await client.write('POST', '/worlds', { name })
    expect((await client.write('DELETE', '/worlds/b')).status).toBe(204)
    expect((await client.write('DELETE', '/worlds/b')).status).toBe(404)
    expect((await client.write('DELETE', '/worlds/default')).status).toBe(409)
    expect((await client.write('DELETE', '/worlds')).status).toBe(204)
    expect((await client.get('/worlds')).body.total).toBe(1)
  })

  test.each([
    [{ name: 'default' }, 409],
    [{ name: 'x', from: 'nowhere' }, 404],
    [{ name: 'x', from: '__proto__' }, 404],
    [{ name: '' }, 400],
    [{ name: '__proto__' }, 400],
    [{ name: '../x' }, 400],
    [{ name: 'x'.repeat(65) }, 400],
    [{ name: 1 }, 400],
    [{}, 400],
    [{ name: 'x', form: 'default' }, 400],
  ])('refuses %j with %i', async (body, status) => {
    const reply = await client.write('POST', '/worlds', body)
    expect(reply.status).toBe(status)
    expect((await client.get('/worlds')).body.total).toBe(1)
  })

  test.each(['', ' ', '../etc', '__proto__', 'x'.repeat(65), 'a b', 'a\u0000b'])(
    'X-Sim-World %j is refused',
    async (name) => {
      expect((await client.get('/clock', named(name))).status).toBe(400)
      expect((await client.get('/health', named(name))).status).toBe(400)
    },
  )
})

describe('comparing worlds', () => {
  test('lists what the other one and the addressed one have', async () => {
    await client.write('POST', '/worlds', { name: 'other', from: 'default' })
    expect((await client.get('/worlds/other/diff')).body).toEqual({ items: [], total: 0, tables: [] })
    await client.write('POST', '/tokens', { user: 'alice' }, named('other'))
    const { body } = await client.get('/worlds/other/diff?table=token')
    expect(body.items).toEqual([expect.objectContaining({ before: expect.any(Object) })])
    expect(body.items[0]).not.toHaveProperty('after')
    const fromOther = (await client.get('/worlds/default/diff?table=token', named('other'))).body
    expect(fromOther.items).toEqual([expect.objectContaining({ after: expect.any(Object) })])
    expect(fromOther.items[0]).not.toHaveProperty('before')
  })

  test('refuses a world that is not in use', async () => {
    expect(await client.get('/worlds/missing/diff')).toMatchObject({ status: 404 })
  })
})

describe('reset', () => {
  test('puts back the addressed world only', async () => {
    await client.write('POST', '/clock/advance', { by: '1h' })
    await client.write('POST', '/clock/advance', { by: '2h' }, named('other'))
    const reply = await client.write('POST', '/reset', undefined, named('other'))
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'ok', world: 'other', clock: { now: '2026-01-05T09:00:00.000Z' } },
    })
    expect((await client.get('/clock')).body['now']).toBe('2026-01-05T10:00:00.000Z')
  })

  test('or every one', async () => {
    await client.write('POST', '/clock/advance', { by: '1h' })
    await client.write('POST', '/clock/advance', { by: '2h' }, named('other'))
    expect((await client.write('POST', '/reset', { worlds: 'all' })).status).toBe(200)
    for (const name of ['default', 'other']) {
      expect((await client.get('/clock', named(name))).body['now']).toBe('2026-01-05T09:00:00.000Z')
    }
  })

  test('with another mode of the clock, which has not moved by then', async () => {
    const reply = await client.write('POST', '/reset', { mode: 'live' }, named('other'))
    expect(reply.body).toMatchObject({ clock: { mode: 'live' } })
    const paused = await client.write('POST', '/reset', { mode: 'manual' }, named('other'))
    expect(paused.body).toMatchObject({ clock: { mode: 'manual', now: '2026-01-05T09:00:00.000Z' } })
    expect((await client.get('/clock')).body['mode']).toBe('manual')
  })

  test.each([[{ worlds: 'some' }], [{ mode: 'fast' }], [{ world: 'all' }], [[]], ['null']])(
    'refuses %j',
    async (body) => {
      expect((await client.write('POST', '/reset', body)).status).toBe(400)
    },
  )
})

describe('loading a scenario', () => {
  test.each([[{ name: 'other' }], [{ name: 'other', world: {} }]])(
    'by %j; it becomes what every world begins from',
    async (body) => {
      await client.write('POST', '/clock/advance', { by: '1h' })
      const reply = await client.write('POST', '/scenario', body)
      expect(reply).toMatchObject({
        status: 200,
        body: { scenario: 'other', seed: '2', clock: { now: '2026-01-05T09:00:00.000Z' } },
      })
      expect((await client.get('/health')).body['scenario']).toBe('other')
    },
  )

  test.each([[{ name: 'missing' }], [{ name: 1 }], [{}], [[]], ['"demo"'], [{ name: '__proto__' }]])(
    'refuses %j',
    async (body) => {
      expect((await client.write('POST', '/scenario', body)).status).toBe(400)
      expect((await client.get('/health')).body['scenario']).toBe('small')
    },
  )
})
