import { beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '../../src/model/users/secrets.ts'
import { schedule } from '../../src/world/time/jobs.ts'
import { startClient } from '../support/client.ts'
import { type ControlClient, createControlClient, WRITE_HEADERS } from './client.ts'

const named = (name: string) => ({ 'x-sim-world': name })

async function take(client: ControlClient, name?: string, world = 'default') {
  return client.write('POST', '/snapshots', name === undefined ? {} : { name }, named(world))
}

let client: ControlClient
beforeEach(() => {
  client = createControlClient()
})

describe('keeping', () => {
  test('by number, or by name, with instant and world', async () => {
    await client.write('POST', '/clock/advance', { by: '1h' }, named('other'))
    expect(await take(client)).toMatchObject({
      status: 201,
      body: { id: '1', world: 'default', at: '2026-01-05T09:00:00.000Z' },
    })
    expect((await take(client, 'before-freeze', 'other')).body).toEqual({
      id: 'before-freeze',
      world: 'other',
      at: '2026-01-05T10:00:00.000Z',
    })
    expect((await client.write('POST', '/snapshots')).body['id']).toBe('2')
    const { body } = await client.get('/snapshots')
    expect([body.total, body.items.map(({ id }) => id)]).toEqual([3, ['1', 'before-freeze', '2']])
    expect((await client.get('/snapshots/before-freeze')).body['world']).toBe('other')
    expect((await client.get('/snapshots?offset=1&limit=1')).body).toMatchObject({
      items: [{ id: 'before-freeze' }],
      total: 3,
    })
  })

  test.each([
    ['now', 400],
    ['12', 400],
    ['', 400],
    ['../x', 400],
    ['__proto__', 400],
    ['a/b', 400],
    ['x'.repeat(65), 400],
  ])('refuses the name %j', async (name, status) => {
    const reply = await take(client, name)
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(/^name '/)])
    expect((await client.get('/snapshots')).body.total).toBe(0)
  })

  test('a name in use is refused, and what it names stays', async () => {
    await take(client, 'mine')
    await client.write('POST', '/clock/advance', { by: '1h' })
    expect((await take(client, 'mine')).status).toBe(409)
    expect((await client.get('/snapshots/mine')).body['at']).toBe('2026-01-05T09:00:00.000Z')
  })

  test('the hundred and first is refused, and none is dropped for it; numbers are not given again', async () => {
    for (let count = 1; count <= 100; count++) expect((await take(client)).status).toBe(201)
    expect(await take(client)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/100 snapshots: delete some/) },
    })
    expect((await client.get('/snapshots/1')).status).toBe(200)
    expect((await client.write('DELETE', '/snapshots/100')).status).toBe(204)
    expect((await take(client)).body['id']).toBe('101')
  })

  test('a deleted snapshot is gone', async () => {
    await take(client, 'mine')
    expect((await client.write('DELETE', '/snapshots/mine')).status).toBe(204)
    for (const [method, path] of [
      ['DELETE', '/snapshots/mine'],
      ['POST', '/snapshots/mine/restore'],
    ] as const)
      expect((await client.write(method, path)).status).toBe(404)
    expect((await client.get('/snapshots/mine')).status).toBe(404)
    expect((await client.get('/snapshots/mine/diff/now')).status).toBe(404)
  })

  test('another is offered for a name that is nearly right', async () => {
    await take(client, 'before-freeze')
    expect((await client.get('/snapshots/before-freez')).body.message).toMatch(/did you mean 'before-freeze'/)
  })

  test('a reset keeps them, another scenario drops them', async () => {
    await take(client, 'mine')
    await client.write('POST', '/reset', { worlds: 'all' })
    expect((await client.get('/snapshots')).body.total).toBe(1)
    await client.write('POST', '/scenario', { name: 'missing' })
    expect((await client.get('/snapshots')).body.total).toBe(1)
    await client.write('POST', '/scenario', { name: 'other' })
    expect((await client.get('/snapshots')).body.total).toBe(0)
  })
})

describe('restoring', () => {
  test('puts records and clock back, as every interface sees them, into the addressed world only', async () => {
    const { simulator, call, get } = await startClient()
    const control = { headers: WRITE_HEADERS, token: null }
    const edit = (htmlExcerpt: string) =>
      call('PUT', '/wiki/rest/reqs/1/requirement2/ENG/REQ-001', { body: { htmlExcerpt } })
    const read = async (world: string) => {
      const replies = [
        await get(`/_world/${world}/api/applications/101/projects/1001/variants/current/requirements`),
        await get(`/_world/${world}/wiki/rest/reqs/1/requirement2/ENG/REQ-001`),
      ]
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      return replies.map(({ body }) => body)
    }
    await call('POST', '/_sim/snapshots', { ...control, body: { name: 'begin' } })
    const before = await read('default')
    await edit('<p>Changed.</p>')
    await call('POST', '/_sim/clock/advance', { ...control, body: { by: '1h' } })
    expect(await read('default')).not.toEqual(before)
    await call('POST', '/_sim/snapshots', { ...control, body: { name: 'changed' } })

    const other = { ...control, headers: { ...WRITE_HEADERS, 'x-sim-world': 'second' } }
    const into = await call('POST', '/_sim/snapshots/changed/restore', { ...other, body: {} })
    expect(into).toMatchObject({
      status: 200,
      body: { world: 'second', clock: { now: '2026-01-05T10:00:00.000Z' } },
    })
    expect(await read('second')).toEqual(await read('default'))
    const back = await call('POST', '/_sim/snapshots/begin/restore', control)
    expect(back.body).toMatchObject({ world: 'default', clock: { now: '2026-01-05T09:00:00.000Z' } })
    expect(await read('default')).toEqual(before)
    expect(await read('second')).not.toEqual(before)
    expect(simulator.worldOf('second').now).toBe(Date.parse('2026-01-05T10:00:00Z'))
  })

  test('takes a snapshot that later writes did not touch, as often as wanted', async () => {
    await take(client, 'begin')
    for (const by of ['1h', '2h']) {
      await client.write('POST', '/clock/advance', { by })
      await client.write('POST', '/tokens', { user: 'alice', value: 'again-and-again' })
      await client.write('POST', '/snapshots/begin/restore')
      expect((await client.get('/state/token')).body.total).toBe(0)
    }
    expect((await client.get('/snapshots/begin/diff/now')).body.total).toBe(0)
  })

  test('an unknown field is refused, and an unknown snapshot makes no world', async () => {
    await take(client, 'begin')
    expect((await client.write('POST', '/snapshots/begin/restore', { into: 'x' })).status).toBe(400)
    expect((await client.write('POST', '/snapshots/none/restore', {}, named('fresh'))).status).toBe(404)
    expect((await client.get('/worlds')).body.total).toBe(1)
  })
})

describe('comparing', () => {
  test('names store, table, key and what changed, with the records of before and after', async () => {
    await take(client, 'begin')
    await client.write('PUT', '/pages/4001', { title: 'Another title' })
    await take(client, 'end')
    const { body } = await client.get('/snapshots/begin/diff/end?table=page')
    expect(body).toEqual({
      items: [
        {
          store: 'eu',
          table: 'page',
          key: 4001,
          changed: expect.arrayContaining(['version']),
          before: expect.objectContaining({ version: 1 }),
          after: expect.objectContaining({ version: 2 }),
        },
      ],
      total: 1,
      tables: expect.arrayContaining([
        { store: 'eu', table: 'page', records: 1 },
        { store: 'eu', table: 'pageVersion', records: 1 },
      ]),
    })
    const reverse = (await client.get('/snapshots/end/diff/begin?table=page')).body.items[0]
    expect([reverse?.['before'], reverse?.['after']]).toEqual([
      body.items[0]?.['after'],
      body.items[0]?.['before'],
    ])
    expect((await client.get('/snapshots/begin/diff/begin')).body).toEqual({
      items: [],
      total: 0,
      tables: [],
    })
  })

  test("the service's records come first, what the simulator keeps for itself last, in the list and in the counts", async () => {
    await take(client, 'begin')
    schedule(client.simulator.world, { kind: 'tick', due: client.simulator.world.now + 60_000 })
    await client.write('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: 'Shorter' }] })
    await client.write('POST', '/pages/4001/view', {})
    const { body } = await client.get('/snapshots/begin/diff/now?limit=200')
    const tables = body['tables'] as unknown as {
      store: string
      table: string
      records: number
      own?: boolean
    }[]
    const first = tables.findIndex(({ own }) => own === true)
    expect(first).toBeGreaterThan(3)
    expect(tables.slice(first).every(({ own }) => own === true)).toBe(true)
    const named = ({ store, table }: Record<string, unknown>) => `${String(store)} ${String(table)}`
    expect(tables.slice(first).map(named)).toEqual(
      expect.arrayContaining(['system sequence', 'system job', 'eu sequence']),
    )
    // The list has the tables in the order of the counts, each as often as is counted.
    expect(body.items.map(named)).toEqual(
      tables.flatMap((table) => Array.from({ length: table.records }, () => named(table))),
    )
  })

  test('a record that was written again as it was does not differ', async () => {
    await take(client, 'begin')
    await client.write('PUT', '/pages/4001', { define: [{ key: 'REQ-001', html: 'Shorter' }] })
    await client.write('POST', '/pages/4001/view', {})
    const { body } = await client.get('/snapshots/begin/diff/now?table=requirement')
    expect(body.items.map(({ key }) => key)).toEqual([6001])
    expect(body.items.every(({ changed }) => (changed as unknown as string[]).length > 0)).toBe(true)
  })

  test('a new record has no before, a deleted one no after', async () => {
    await take(client, 'begin')
    await client.write('POST', '/tokens', { user: 'alice', name: 'fresh' })
    const added = (await client.get('/snapshots/begin/diff/now?table=token')).body.items[0]
    expect(added).toMatchObject({ store: 'eu', changed: [], after: { name: 'fresh' } })
    expect(added).not.toHaveProperty('before')
    await take(client, 'end')
    const gone = (await client.get('/snapshots/end/diff/begin?table=token')).body.items[0]
    expect(gone).toMatchObject({ before: { name: 'fresh' } })
    expect(gone).not.toHaveProperty('after')
  })

  test('pages, and `now` is the addressed world', async () => {
    await take(client, 'begin')
    for (const value of ['token-one', 'token-two', 'token-three'])
      await client.write('POST', '/tokens', { user: 'alice', value }, named('second'))
    const diff = async (query: string, world: string) =>
      (await client.get(`/snapshots/begin/diff/now?table=token${query}`, named(world))).body
    expect((await diff('', 'default')).total).toBe(0)
    expect(await diff('&limit=1&offset=1', 'second')).toMatchObject({ items: [{ key: 2 }], total: 3 })
  })

  test('shows no hash of a secret, as key, as field, or inside one; a changed secret is named', async () => {
    await take(client, 'begin')
    await client.write('POST', '/tokens', { user: 'alice', value: 'my-token' })
    await client.write('POST', '/sessions', { user: 'alice', value: 'my-session' })
    await client.simulator.exchange({
      method: 'GET',
      url: '/wiki/rest/reqs/1/nothing',
      headers: { cookie: 'JSESSIONID=my-session' },
    })
    const eu = client.simulator.world.region('eu')
    const { users } = await import('../../src/model/records/service/users.ts')
    eu.table(users).update(1, { passwordHash: hashSecret('another') })
    const reply = await client.get('/snapshots/begin/diff/now?limit=1000')
    const text = JSON.stringify(reply.body)
    for (const secret of ['my-token', 'my-session', 'another', 'alice'])
      expect(text).not.toContain(hashSecret(secret))
    const tables = new Set(reply.body.items.map(({ table }) => table))
    for (const table of ['token', 'session', 'rateWindow', 'user']) expect(tables).toContain(table)
    const user = reply.body.items.find(({ table }) => table === ('user' as never))
    expect(user?.['changed']).toEqual(['passwordHash'])
  })

  test.each(['/snapshots/begin/diff/none', '/snapshots/none/diff/begin', '/snapshots/now/diff/begin'])(
    '%s is 404',
    async (path) => {
      await take(client, 'begin')
      expect((await client.get(path)).status).toBe(404)
    },
  )
})
