import { describe, expect, test } from 'vitest'
import { linkRequests } from '../../src/model/records/service/applications.ts'
import { organizations } from '../../src/model/records/service/organizations.ts'
import { START } from '../model/world-fixture.ts'
import { createControlClient } from './client.ts'

describe('tokens', () => {
  test('show their value once', async () => {
    const client = createControlClient()
    const body = { user: 'alice', name: 'CI', expiresIn: '30d', applicationId: 101 }
    const made = await client.write('POST', '/tokens', body)
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: 1,
      name: 'CI',
      user: 'alice',
      value: expect.stringMatching(/^tok-[0-9a-f]{40}$/),
      createdAt: '2026-01-05T09:00:00.000Z',
      expiresAt: '2026-02-04T09:00:00.000Z',
      applicationId: 101,
    })
    for (const path of ['/state/token', '/export']) {
      expect((await client.get(path)).raw.body).not.toContain(made.body['value'])
    }
    const answered = await client.simulator.exchange({
      method: 'GET',
      url: '/api/nothing',
      headers: { authorization: `Bearer ${made.body['value']}` },
    })
    expect(answered.status).toBe(404)
    expect((await client.write('POST', '/tokens', { ...body, value: made.body['value'] })).status).toBe(409)
  })

  test('take a name, an expiry and a value, or have them chosen', async () => {
    const client = createControlClient()
    const pinned = await client.write('POST', '/tokens', {
      user: 2,
      value: 'mine',
      expiresAt: '2025-01-01T00:00:00Z',
    })
    expect(pinned.body).toMatchObject({ user: 'alice', value: 'mine', expiresAt: '2025-01-01T00:00:00.000Z' })
    expect((await client.write('POST', '/tokens', { user: 'bob' })).body).toMatchObject({
      expiresAt: '2027-01-05T09:00:00.000Z',
    })
  })

  test.each([
    [{}, 400],
    [{ user: 'nobody' }, 404],
    [{ user: '__proto__' }, 404],
    [{ user: 1e300 }, 400],
    [{ user: 'alice', region: 'us' }, 404],
    [{ user: 'alice', region: 'mars' }, 400],
    [{ user: 'alice', expiresIn: '-1d' }, 400],
    [{ user: 'alice', expiresIn: '99999999999999d' }, 400],
    [{ user: 'alice', expiresIn: '1d', expiresAt: '2027-01-01' }, 400],
    [{ user: 'alice', expiresAt: 'never' }, 400],
    [{ user: 'alice', applicationId: 999 }, 404],
    [{ user: 'alice', applicationId: '101' }, 400],
    [{ user: 'alice', value: 'a b' }, 400],
    [{ user: 'alice', value: 'a\r\nSet-Cookie: x=1' }, 400],
    [{ user: 'alice', scope: 101 }, 400],
  ])('%j answers %i', async (body, status) => {
    const client = createControlClient()
    const reply = await client.write('POST', '/tokens', body)
    expect([reply.body.message, reply.status]).toEqual([expect.any(String), status])
    expect((await client.get('/state/token')).body.total).toBe(0)
  })
})

test('the name of a token is trimmed, and has no control characters', async () => {
  const client = createControlClient()
  const token = (name: string) => client.write('POST', '/tokens', { user: 'alice', name })
  expect((await token(' CI\n')).body['name']).toBe('CI')
  const refused = await token('C\u0000I')
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('leave out U+0000')])
})

test('a session signs a user in', async () => {
  const client = createControlClient()
  const { status, body } = await client.write('POST', '/sessions', { user: 'alice', value: 'sess-mine' })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: 1,
    user: 'alice',
    value: 'sess-mine',
    cookie: 'JSESSIONID=sess-mine',
    createdAt: '2026-01-05T09:00:00.000Z',
  })
  expect((await client.write('POST', '/sessions', { user: 'alice', value: 'sess-mine' })).status).toBe(409)
  expect((await client.write('POST', '/sessions', { user: 'alice', value: 'a;b' })).status).toBe(400)
  expect((await client.write('POST', '/sessions', { user: 'alice' })).body['value']).toMatch(/^[0-9a-f]{32}$/)
})

test.each([
  [{ expiresIn: '1d', expiresAt: '2027-01-01' }, "'expiresAt' and 'expiresIn': send one of both"],
  [{ expiresAt: 'never' }, "expiresAt 'never': send an instant such as '2027-01-05T09:00:00Z'"],
  [{ expiresIn: '-1d' }, "expiresIn '-1d': must be a duration such as '10s', '3m' or 'PT3M'"],
])('a session that expires %j is refused', async (expiry, message) => {
  const client = createControlClient()
  const reply = await client.write('POST', '/sessions', { user: 'alice', ...expiry })
  expect([reply.status, reply.body.message]).toEqual([400, message])
  expect((await client.get('/state/session')).body.total).toBe(0)
})

test('a session is ended by its id, or with all of its user', async () => {
  const client = createControlClient()
  const open = async () => (await client.write('POST', '/sessions', { user: 'alice' })).body['id']
  const [first, second] = [await open(), await open()]
  const { items } = (await client.get('/state/session')).body
  expect(items.map((item) => item['id']).toSorted()).toEqual([first, second])
  expect((await client.write('DELETE', `/sessions/${first}`)).status).toBe(204)
  expect(await client.write('DELETE', `/sessions/${first}`)).toMatchObject({
    status: 404,
    body: { message: "no session '1' in this region: GET /_sim/state/session lists them" },
  })
  expect((await client.write('DELETE', '/sessions/x')).status).toBe(404)
  expect((await client.write('DELETE', '/sessions')).status).toBe(400)
  expect((await client.write('DELETE', '/sessions?user=nobody')).status).toBe(404)
  const all = await client.write('DELETE', '/sessions?user=alice')
  expect([all.status, all.body]).toEqual([200, { user: 'alice', ended: 1 }])
})

test('an account is linked, and unlinked in two steps', async () => {
  const client = createControlClient()
  const link = { user: 'alice', applicationId: 101 }
  const add = (more: object) => client.write('POST', '/account-links', { ...link, ...more })
  const step = (query: string) => client.write('DELETE', `/account-links?${query}`)
  const alice = 'user=alice&applicationId=101'
  expect(await add({})).toMatchObject({
    status: 201,
    body: { ...link, linked: true, consented: true, asked: true },
  })
  expect((await add({})).status).toBe(409)
  expect(await step(alice)).toMatchObject({ status: 200, body: { linked: false, consented: true } })
  expect((await add({ consent: false })).body).toMatchObject({ linked: true, asked: false })
  await step(alice)
  expect(await step(`${alice}&step=consent`)).toMatchObject({ status: 200, body: { consented: false } })
  expect((await add({ consent: false })).status).toBe(403)
  expect((await add({ consent: 'no' })).status).toBe(400)
  expect((await add({ applicationId: 103 })).status).toBe(400)
  expect((await step(`${alice}&step=both`)).status).toBe(400)
  expect((await step('user=alice')).status).toBe(400)
  expect((await step('user=bob&applicationId=101')).status).toBe(404)
})

test('an organization accepts or refuses an application that asks to join', async () => {
  const client = createControlClient()
  const store = client.simulator.world.region('eu')
  store.table(organizations).insert({ id: 2, name: 'Contoso Avionics', createdAt: START })
  for (const applicationId of [101, 104]) {
    store
      .table(linkRequests)
      .insert({ applicationId, organizationId: 2, status: 'PENDING', createdAt: START, createdBy: 2 })
  }
  const approved = await client.write('POST', '/link-requests/101/2/approve')
  expect(approved).toMatchObject({
    status: 200,
    body: { applicationId: 101, organizationId: 2, status: 'APPROVED', createdBy: 'alice' },
  })
  expect((await client.write('POST', '/link-requests/101/2/reject', {})).status).toBe(409)
  expect((await client.write('POST', '/link-requests/104/2/reject', {})).body['status']).toBe('REJECTED')
  expect((await client.write('POST', '/link-requests/103/2/approve')).status).toBe(404)
  expect((await client.write('POST', '/link-requests/103/2/destroy')).status).toBe(404)
  expect((await client.get('/link-requests/101/2/approve')).status).toBe(405)
})
