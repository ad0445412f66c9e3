import { beforeEach, describe, expect, test } from 'vitest'
import { remoteUsers } from '../../../../src/model/records/tracker/tracker.ts'
import { hostedHeaders, SITES } from '../../../support/hosted.ts'
import { type Client, refusal, startClient } from '../../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const me = '/api/users/me'
const admin = { token: 'tok-admin' }
const alice = { id: 2, name: 'alice', displayName: 'Alice Engineer', email: 'alice@example.test' }
const requirement = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'

/** How many records of each kind name a user. */
function traces(userId: number): Record<string, number> {
  const tables = [
    'membership',
    'token',
    'session',
    'accountLink',
    'grant',
    'administrator',
    'notification',
    'remoteUser',
  ] as const
  return Object.fromEntries(
    tables.map((table) => [table, client.simulator.state(table, { userId } as never).length]),
  )
}

/** The users that the records of a table name. */
function usersIn(table: 'administrator' | 'notification' | 'accountLink' | 'grant'): number[] {
  return client.simulator.state(table).map(({ userId }) => userId)
}

describe('the own account', () => {
  test('is read', async () => {
    expect((await client.get(me)).body).toEqual(alice)
    expect((await client.get(me, { token: 'tok-app101' })).body).toEqual(alice)
    expect((await client.get(me, { token: 'tok-old' })).status).toBe(401)
    expect((await client.get('/us/api/users/me', { token: 'tok-uma' })).body).toMatchObject({ name: 'uma' })
  })

  test('is changed field by field, and seen so everywhere', async () => {
    const renamed = await client.put(me, { displayName: 'Alice B.' })
    expect(renamed).toMatchObject({ status: 200, body: { ...alice, displayName: 'Alice B.' } })
    const moved = await client.put(me, { email: 'a.b@example.test' })
    expect(moved.body).toEqual({ ...alice, displayName: 'Alice B.', email: 'a.b@example.test' })
    expect((await client.put(me, {})).body).toEqual(moved.body)
    expect((await client.put(me, { email: 'A.B@example.test' })).status).toBe(200)
    const member = await client.get('/api/organizations/1/members/2', admin)
    expect(member.body).toMatchObject({ displayName: 'Alice B.', email: 'A.B@example.test' })
    expect((await client.get(requirement, { headers: { cookie: 'JSESSIONID=sess-alice' } })).status).toBe(200)
  })

  test.each([
    [{ displayName: ' ' }, 400, 'must not be blank'],
    [{ displayName: '' }, 400, "'displayName'"],
    [{ email: 'nowhere' }, 400, 'must be an address'],
    [{ email: 'two words@example.test' }, 400, 'must be an address'],
    [{ email: 'a@b@example.test' }, 400, 'must be an address'],
    [{ email: 'a@example.test b' }, 400, 'must be an address'],
    [{ email: `${'x'.repeat(65)}@example.test` }, 400, 'must be an address'],
    [{ email: `a@${'x'.repeat(190)}` }, 400, 'must be an address'],
    [{ email: 'BOB@example.test' }, 409, 'belongs to another user'],
    [{ displayName: 'Al', email: 'bob@example.test' }, 409, 'another user'],
    [{ email: 'x'.repeat(1000) }, 400, "'email'"],
  ])('cannot become %j', async (body, status, message) => {
    const reply = await client.put(me, body)
    expect(reply).toMatchObject(refusal(status, message))
    expect((await client.get(me)).body).toEqual(alice)
  })

  test('keeps what the body leaves out or has as null', async () => {
    const { status, body } = await client.put(me, { displayName: null })
    expect([status, body]).toEqual([200, alice])
  })
})

describe('other users', () => {
  test('show their address to members of a common organization only', async () => {
    expect((await client.get('/api/users/3')).body).toMatchObject({ name: 'bob', email: 'bob@example.test' })
    expect((await client.get('/api/users/4')).body).toEqual({
      id: 4,
      name: 'eve',
      displayName: 'Eve Outsider',
    })
    expect((await client.get('/api/users/4', { token: 'tok-dana' })).body).toHaveProperty('email')
    expect((await client.get('/api/users/2')).body).toEqual(alice)
  })

  test.each(['77', '9223372036854775807', '91', '0', '-1'])('%s is not found', async (id) => {
    expect((await client.get(`/api/users/${id}`)).status).toBe(404)
  })
})

describe('deleting the own account', () => {
  const bob = { token: 'tok-bob' }

  test('ends all that identifies the user, and all that they may do', async () => {
    await client.post(
      '/wiki/rest/reqs/1/integration/svc-0001-demo/authenticate-user',
      { username: 'bob' },
      bob,
    )
    expect(Object.values(traces(3)).filter((count) => count > 0).length).toBeGreaterThan(4)
    expect(await client.delete(me, bob)).toMatchObject({ status: 204, text: '' })
    expect(Object.values(traces(3)).every((count) => count === 0)).toBe(true)

    expect(await client.get(me, bob)).toMatchObject(refusal(401, 'no such token'))
    const cookie = { token: null, headers: { cookie: 'JSESSIONID=sess-bob' } }
    expect((await client.get(requirement, cookie)).status).toBe(401)
    const password = { token: null, headers: { authorization: `Basic ${btoa('bob:bob')}` } }
    expect((await client.get(requirement, password)).status).toBe(401)
    const hosted = { token: null, headers: hostedHeaders('tok-bob', SITES.wiki) }
    expect((await client.get('/eu/wiki/rest/search', hosted)).status).toBe(401)
    expect((await client.get('/api/users/3')).status).toBe(404)
    expect((await client.get('/api/organizations/1/members', admin)).body.total).toBe(2)
  })

  test('leaves what they made', async () => {
    const made = await client.put('/wiki/rest/reqs/1/requirement2/ENG/REQ-003', {
      htmlExcerpt: 'The drone shall hop.',
    })
    expect(made.status).toBe(200)
    const bulk = '/wiki/rest/reqs/1/baseline/OPS/1/create'
    expect((await client.post(bulk, { name: 'One' })).status).toBe(200)
    expect((await client.delete(me)).status).toBe(204)
    client.simulator.clock.advance('3m')
    const text = await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-003', admin)
    expect(text.body).toMatchObject({ htmlExcerpt: expect.stringContaining('hop') })
    const history = await client.get('/wiki/rest/reqs/1/misc/ENG/history?reqs=REQ-003', admin)
    const event = history.body[0].events.at(-1)
    expect([event.event, 'by' in event]).toEqual(['WRITTEN', false])
    expect((await client.get('/wiki/rest/reqs/1/baseline/OPS/1', admin)).body.status).toBe('DONE')
    expect((await client.get('/wiki/rest/reqs/1/common-queue', admin)).status).toBe(200)
  })

  test('is refused for the last administrator of an organization, and nothing ends', async () => {
    const before = traces(1)
    expect(await client.delete(me, admin)).toMatchObject(refusal(409, 'last administrator of organization 1'))
    expect(traces(1)).toEqual(before)
    await client.put('/api/organizations/1/members/2', { role: 'ADMIN' }, admin)
    expect((await client.delete(me, admin)).status).toBe(204)
    expect((await client.get('/api/organizations/2/members', { token: 'tok-dana' })).body.total).toBe(2)
    expect((await client.delete(me)).status).toBe(409)
  })

  test('is refused for who founded an organization, until it is deleted', async () => {
    await client.post('/api/organizations', { name: 'Own' }, bob)
    expect((await client.delete(me, bob)).status).toBe(409)
    expect(traces(3)['membership']).toBe(2)
    await client.delete('/api/organizations/3', bob)
    expect((await client.delete(me, bob)).status).toBe(204)
  })

  test('someone else is not touched, nor is the other region', async () => {
    const before = traces(2)
    await client.delete(me, bob)
    expect(traces(2)).toEqual(before)
    expect((await client.get('/us/api/users/me', { token: 'tok-uma' })).status).toBe(200)
    expect((await client.delete('/us/api/users/me', { token: 'tok-uma' })).status).toBe(409)
  })

  test('ends what they administer, and leaves what others administer', async () => {
    const sites = [
      {
        id: 104,
        name: 'second',
        type: 'CONFLUENCE' as const,
        baseUrl: 'https://second.northwind.test/wiki',
        organization: 'Northwind Robotics',
        administrators: ['bob', 'alice'],
      },
    ]
    client = await startClient({ scenario: { extends: ['demo'], world: { sites } } })
    expect(usersIn('administrator')).toEqual([1, 1, 2, 3])
    await client.delete(me, bob)
    expect(usersIn('administrator')).toEqual([1, 1, 2])
  })

  test('removes their notifications, links and permissions, and no others', async () => {
    await client.call('POST', '/wiki/rest/reqs/1/onboarding/notifications?sendeveryone=true', admin)
    const tables = ['notification', 'accountLink', 'grant'] as const
    const before = tables.map((table) => usersIn(table))
    expect(before.every((all) => all.includes(3))).toBe(true)
    await client.delete(me, bob)
    expect(tables.map((table) => usersIn(table))).toEqual(
      before.map((all) => all.filter((userId) => userId !== 3)),
    )
  })

  test('removes them from the users of the other product, by number and by name', async () => {
    const table = client.simulator.world.region('eu').table(remoteUsers)
    const remotes = [
      { username: 'robert', userId: 3 },
      { username: 'bob', userId: 77 },
      { username: 'alice', userId: 2 },
      { username: 'visitor', userId: 78 },
    ]
    const service = { serviceId: 'svc-0001-demo', authenticatedAt: client.simulator.world.now }
    for (const remote of remotes)
      table.insert({ ...service, ...remote, id: `${service.serviceId}/${remote.userId}` })
    await client.delete(me, bob)
    expect([...table.scan()].map(({ username }) => username)).toEqual(['alice', 'visitor'])
  })
})

describe('credentials', () => {
  const credentials = `${me}/credentials`

  test('are listed without their values', async () => {
    const { text, body } = await client.get(credentials)
    expect(body).toEqual([
      {
        id: 2,
        name: 'default',
        createdAt: '2026-01-05T09:00:00.000Z',
        expiresAt: '2027-01-05T09:00:00.000Z',
      },
      {
        id: 6,
        name: 'wiki only',
        createdAt: '2026-01-05T09:00:00.000Z',
        expiresAt: '2027-01-05T09:00:00.000Z',
        applicationId: 101,
      },
      {
        id: 7,
        name: 'expired',
        createdAt: '2025-01-05T09:00:00.000Z',
        expiresAt: '2025-12-31T00:00:00.000Z',
      },
    ])
    expect(text).not.toMatch(/tok-|hash/)
  })

  test('are refused from the next call on, the own one too', async () => {
    expect((await client.delete(`${credentials}/6`)).status).toBe(204)
    expect((await client.get('/api/applications/current', { token: 'tok-app101' })).status).toBe(401)
    const hosted = { token: null, headers: hostedHeaders('tok-alice', SITES.wiki) }
    expect((await client.get('/eu/wiki/rest/search', hosted)).status).toBe(200)
    expect(await client.delete(`${credentials}/2`)).toMatchObject({ status: 204, text: '' })
    expect((await client.get(credentials)).status).toBe(401)
    expect((await client.get('/eu/wiki/rest/search', hosted)).status).toBe(401)
    expect(
      (await client.get(requirement, { headers: { cookie: 'JSESSIONID=sess-alice' }, token: null })).status,
    ).toBe(200)
  })

  test('of others are not found', async () => {
    for (const id of ['1', '3', '999', '9223372036854775807'])
      expect(await client.delete(`${credentials}/${id}`)).toMatchObject({
        status: 404,
        body: { message: `no credential '${id}' in your account` },
      })
    expect((await client.get(me, admin)).status).toBe(200)
  })

  test('made by the control API are among them', async () => {
    const made = await client.post(
      '/_sim/tokens',
      { user: 'alice', name: 'CI', expiresIn: '1d' },
      { token: null, headers: { 'x-sim-control': '1' } },
    )
    const listed = (await client.get(credentials)).body.at(-1)
    expect(listed).toMatchObject({ id: made.body.id, name: 'CI', expiresAt: '2026-01-06T09:00:00.000Z' })
    expect((await client.delete(`${credentials}/${listed.id}`)).status).toBe(204)
    expect((await client.get(me, { token: made.body.value })).status).toBe(401)
  })
})

describe('users by account at the identity provider', () => {
  const path = (account: string, query = '?applicationId=101') =>
    `/api/proxy/users/atlassian/${account}${query}`
  const bob = 'b38bc77c4a450a3b08c0dc3f'

  test('are those of the world', async () => {
    const expected = { accountId: bob, displayName: 'Bob Reader' }
    for (const query of ['?applicationId=101', '?applicationId=102'])
      expect((await client.get(path(bob, query))).body).toEqual(expected)
    expect((await client.get(path(bob, ''), { token: 'tok-app101' })).body).toEqual(expected)
    await client.delete(me, { token: 'tok-bob' })
    expect((await client.get(path(bob))).status).toBe(404)
  })

  test.each([
    ['no application', path(bob, ''), {}, 400, "'applicationId': required"],
    [
      'another than that of the token',
      path(bob, '?applicationId=102'),
      { token: 'tok-app101' },
      403,
      'scoped to',
    ],
    ['one that is not the caller’s', path(bob, '?applicationId=201'), {}, 403, 'read application 201'],
    ['an unknown one', path(bob, '?applicationId=999'), {}, 404, "no application '999'"],
    ['a standalone one', path(bob, '?applicationId=103'), {}, 400, 'is a standalone application'],
    ['an account that nobody has', path('nobody'), {}, 404, "accountId: no account 'nobody'"],
    ['a name of a prototype', path('__proto__'), {}, 404, "accountId: no account '__proto__'"],
  ] as const)('asked with %s are refused', async (_what, url, options, status, message) => {
    expect(await client.get(url, options)).toMatchObject(refusal(status, message))
  })
})
