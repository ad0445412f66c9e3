import { beforeEach, describe, expect, test } from 'vitest'
import { type Client, pluck, refusal, startClient } from '../../../support/client.ts'
import type { ScenarioObject } from '../../../../src/index.ts'
import { invitations } from '../../../../src/model/records/service/organizations.ts'
import { schedule } from '../../../../src/world/time/jobs.ts'
import { INVITATION_JOB } from '../../../../src/model/records/world/job-kinds.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const admin = { token: 'tok-admin' }
const dana = { token: 'tok-dana' }
const organizations = '/api/organizations'
const names = (body: readonly { name: string }[]) => body.map(({ name }) => name)
const countOf = (table: 'membership' | 'invitation' | 'linkRequest', organizationId: number) =>
  client.simulator.state(table, { organizationId }).length

describe('organizations', () => {
  test('are the caller’s own', async () => {
    const own = await client.get(organizations)
    expect(own).toMatchObject({
      status: 200,
      body: [{ id: 1, name: 'Northwind Robotics', createdAt: '2026-01-05T09:00:00.000Z' }],
    })
    expect(names((await client.get(organizations, admin)).body)).toEqual([
      'Northwind Robotics',
      'Contoso Avionics',
    ])
    const roles = (await client.get('/api/users/me/organizations', admin)).body
    expect(roles.map(({ id, role }: { id: number; role: string }) => [id, role])).toEqual([
      [1, 'ADMIN'],
      [2, 'MEMBER'],
    ])
  })

  test('have displayName, in every response', async () => {
    const name = { name: 'Northwind Robotics', displayName: 'Northwind Robotics' }
    expect((await client.get(organizations)).body).toMatchObject([name])
    expect((await client.get(`${organizations}/1`)).body).toMatchObject(name)
    expect((await client.get('/api/users/me/organizations')).body).toMatchObject([name])
  })

  test('are listed from offset on, limit of them; all without limit', async () => {
    for (let count = 0; count < 25; count++) await client.post(organizations, { name: `New ${count}` })
    const ids = async (query: string) => pluck((await client.get(`${organizations}${query}`)).body, 'id')
    const all = await ids('')
    expect(all).toHaveLength(26)
    expect(await ids('?offset=0&limit=2')).toEqual(all.slice(0, 2))
    expect(await ids('?offset=24&limit=200')).toEqual(all.slice(24))
    expect(await ids('?offset=3')).toEqual(all.slice(3))
    expect(await ids('?offset=9223372036854775807&limit=1')).toEqual([])
    for (const bad of ['limit=0', 'limit=201', 'offset=-1', 'limit=x'])
      expect((await client.get(`${organizations}?${bad}`)).status, bad).toBe(400)
  })

  test('are read by members only', async () => {
    expect((await client.get(`${organizations}/1`)).body).toMatchObject({ id: 1, name: 'Northwind Robotics' })
    expect(await client.get(`${organizations}/2`)).toMatchObject(refusal(403, "'alice'"))
    expect(await client.get(`${organizations}/77`)).toMatchObject({
      status: 404,
      body: { message: "no organization '77'" },
    })
    expect((await client.get(`${organizations}/9223372036854775807`)).status).toBe(404)
  })

  test('are founded by anybody, who administers them from then on', async () => {
    client.simulator.clock.advance('1h')
    const founded = await client.post(organizations, { name: 'Fourth Coffee' })
    expect(founded).toMatchObject({
      status: 201,
      body: { id: 3, name: 'Fourth Coffee', createdAt: '2026-01-05T10:00:00.000Z' },
    })
    expect((await client.get(`${organizations}/3`)).body).toEqual(founded.body)
    expect((await client.get(`${organizations}/3`, admin)).status).toBe(403)
    expect((await client.get(`${organizations}/3/members`)).body.items).toMatchObject([
      { name: 'alice', role: 'ADMIN' },
    ])
    expect((await client.get('/api/applications?organizationId=3')).body.total).toBe(0)
    expect((await client.post(organizations, { name: 'Fourth Coffee' })).body.id).toBe(4)
  })

  test('are renamed by administrators', async () => {
    const renamed = await client.put(`${organizations}/1`, { name: 'Southwind' }, admin)
    expect(renamed).toMatchObject({ status: 200, body: { id: 1, name: 'Southwind' } })
    expect(names((await client.get(organizations)).body)).toEqual(['Southwind'])
    expect(await client.put(`${organizations}/1`, { name: 'Mine' })).toMatchObject(
      refusal(403, 'only its administrators may'),
    )
    expect((await client.put(`${organizations}/2`, { name: 'x' }, admin)).status).toBe(403)
    expect((await client.get(`${organizations}/1`)).body.name).toBe('Southwind')
  })

  test.each([
    ['', 'name'],
    ['   ', 'must not be blank'],
    ['x'.repeat(256), 'name'],
    [7, "'name'"],
    [null, "'name'"],
  ])('cannot be called %j', async (name, message) => {
    for (const [method, path] of [
      ['POST', organizations],
      ['PUT', `${organizations}/1`],
    ] as const) {
      const reply = await client.call(method, path, { ...admin, body: { name } })
      expect(reply).toMatchObject(refusal(400, message))
      expect(reply.text.length).toBeLessThan(600)
    }
    expect(client.simulator.state('organization')).toHaveLength(2)
  })

  test('that own applications cannot be deleted', async () => {
    expect(await client.delete(`${organizations}/1`, admin)).toMatchObject(
      refusal(409, 'owns application 101, 102, 103'),
    )
    expect((await client.delete(`${organizations}/1`)).status).toBe(403)
    expect(await client.get(`${organizations}/1`, admin)).toMatchObject({ status: 200 })
    expect(countOf('membership', 1)).toBe(3)
  })

  test('take their members, invitations and link requests with them', async () => {
    await client.post(organizations, { name: 'Short-lived' }, dana)
    for (const email of ['alice@example.test', 'eve@example.test'])
      await client.post(`${organizations}/3/invitations`, { email }, dana)
    await client.post('/api/users/me/invitations/2/accept', undefined)
    await client.post('/api/applications/101/link-requests/3', undefined, admin)
    await client.post(`${organizations}/3/link-requests/101/approve`, undefined, dana)
    expect((await client.get('/api/applications/101', dana)).status).toBe(200)
    const waiting = async () => (await client.get('/_sim/jobs')).body.total
    const before = await waiting()

    expect(await client.delete(`${organizations}/3`, dana)).toMatchObject({ status: 204, text: '' })
    expect((await client.get(`${organizations}/3`, dana)).status).toBe(404)
    expect((await client.get(organizations)).body).toHaveLength(1)
    expect((await client.get('/api/applications/101', dana)).status).toBe(403)
    expect((await client.get('/api/applications/101/link-requests')).body.total).toBe(0)
    expect((await client.get('/api/users/me/invitations', { token: 'tok-eve' })).body.total).toBe(0)
    expect([countOf('membership', 3), countOf('invitation', 3), countOf('linkRequest', 3)]).toEqual([0, 0, 0])
    expect(await waiting()).toBe(before - 1)
  })

  test('a scope on one application leaves them as they are', async () => {
    const scoped = { token: 'tok-app101' }
    expect((await client.get(organizations, scoped)).body).toHaveLength(1)
    expect((await client.get(`${organizations}/1/members`, scoped)).body.total).toBe(3)
  })
})

describe('members', () => {
  const members = `${organizations}/1/members`
  const roleOf = async (id: number) => (await client.get(`${members}/${id}`, admin)).body.role

  test('are listed in pages, with their roles', async () => {
    expect((await client.get(members)).body).toEqual({
      items: [
        { userId: 1, name: 'admin', displayName: 'Ada Admin', email: 'admin@example.test', role: 'ADMIN' },
        {
          userId: 2,
          name: 'alice',
          displayName: 'Alice Engineer',
          email: 'alice@example.test',
          role: 'MEMBER',
        },
        { userId: 3, name: 'bob', displayName: 'Bob Reader', email: 'bob@example.test', role: 'MEMBER' },
      ],
      offset: 0,
      limit: 20,
      total: 3,
    })
    const page = await client.get(`${members}?offset=1&limit=1`)
    expect(page.body).toMatchObject({ total: 3, items: [{ userId: 2 }] })
    expect((await client.get(`${members}/3`)).body).toMatchObject({ name: 'bob' })
    expect(await client.get(`${members}/4`)).toMatchObject({
      status: 404,
      body: { message: "no member '4' in organization 1" },
    })
    expect((await client.get(members, { token: 'tok-eve' })).status).toBe(403)
  })

  test('become administrators, and what they may do follows at once', async () => {
    const bob = { token: 'tok-bob' }
    expect((await client.put(`${organizations}/1`, { name: 'x' }, bob)).status).toBe(403)
    expect((await client.put(`${members}/3`, { role: 'ADMIN' }, bob)).status).toBe(403)
    const raised = await client.put(`${members}/3`, { role: 'ADMIN' }, admin)
    expect(raised).toMatchObject({ status: 200, body: { userId: 3, role: 'ADMIN' } })
    expect((await client.put(`${organizations}/1`, { name: 'x' }, bob)).status).toBe(200)
    expect((await client.call('POST', '/api/applications/101/link-requests/2', bob)).status).toBe(201)
    expect((await client.put(`${members}/1`, { role: 'MEMBER' }, bob)).status).toBe(200)
    expect((await client.put(`${members}/3`, { role: 'ADMIN' }, admin)).status).toBe(403)
  })

  test('the last administrator stays one', async () => {
    const demoted = await client.put(`${members}/1`, { role: 'MEMBER' }, admin)
    expect(demoted).toMatchObject(refusal(409, "user 'admin' is the last administrator of organization 1"))
    expect((await client.delete(`${members}/1`, admin)).status).toBe(409)
    expect((await client.put(`${members}/1`, { role: 'ADMIN' }, admin)).status).toBe(200)
    expect(await roleOf(1)).toBe('ADMIN')
  })

  test('are removed, and keep what they were granted', async () => {
    expect((await client.delete(`${members}/3`)).status).toBe(403)
    expect((await client.delete(`${members}/3`, admin)).status).toBe(204)
    expect((await client.delete(`${members}/3`, admin)).status).toBe(404)
    const bob = { token: 'tok-bob' }
    expect((await client.get(`${organizations}/1`, bob)).status).toBe(403)
    expect((await client.get('/api/applications/101', bob)).status).toBe(403)
    expect((await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001', bob)).status).toBe(200)
    expect((await client.get('/api/users/me/organizations', bob)).body).toEqual([])
    expect((await client.get(members, admin)).body.total).toBe(2)
  })

  test.each([[{ role: 'OWNER' }], [{ role: 'admin' }], [{}], [{ role: null }]])(
    'cannot be given %j',
    async (body) => {
      const reply = await client.put(`${members}/3`, body, admin)
      expect(reply).toMatchObject(refusal(400, "'role'"))
      expect(await roleOf(3)).toBe('MEMBER')
    },
  )
})

describe('link requests as the organization sees them', () => {
  const requests = `${organizations}/2/link-requests`
  const waiting = { applicationId: 103, organizationId: 2, status: 'PENDING', createdBy: 1 }

  test('are those that the application sees', async () => {
    expect((await client.get(requests, dana)).body).toMatchObject({ total: 1, items: [waiting] })
    expect((await client.get(`${requests}/103`, { token: 'tok-eve' })).body).toMatchObject(waiting)
    expect((await client.get('/api/applications/103/link-requests/2')).body).toMatchObject(waiting)
    await client.call('POST', '/api/applications/101/link-requests/2', admin)
    const page = await client.get(`${requests}?limit=1`, dana)
    expect(page.body).toMatchObject({ total: 2, items: [{ applicationId: 101 }] })
    await client.delete('/api/applications/101/link-requests/2', admin)
    expect((await client.get(`${requests}/101`, dana)).status).toBe(404)
    expect((await client.post(`${requests}/101/approve`, undefined, dana)).status).toBe(404)
  })

  test('approving adds the application to the organization', async () => {
    const eve = { token: 'tok-eve' }
    expect((await client.get('/api/applications/103', eve)).status).toBe(403)
    const approved = await client.post(`${requests}/103/approve`, undefined, dana)
    expect(approved).toMatchObject({ status: 200, body: { ...waiting, status: 'APPROVED' } })
    expect((await client.get('/api/applications/103', eve)).status).toBe(200)
    const seen = await client.get('/api/applications?organizationId=2', eve)
    expect(pluck(seen.body.items, 'id')).toEqual([103, 201])
    expect((await client.get('/api/applications/103/link-requests/2')).body.status).toBe('APPROVED')
    expect((await client.delete('/api/applications/103/link-requests/2', admin)).status).toBe(204)
    expect((await client.get('/api/applications/103', eve)).status).toBe(403)
    expect((await client.get(requests, dana)).body.total).toBe(0)
  })

  test('after rejecting, the application may ask again', async () => {
    expect((await client.post(`${requests}/103/reject`, undefined, dana)).body.status).toBe('REJECTED')
    expect((await client.post(`${requests}/103/approve`, undefined, dana)).status).toBe(409)
    expect((await client.call('POST', '/api/applications/103/link-requests/2', admin)).status).toBe(201)
    expect((await client.post(`${requests}/103/approve`, undefined, dana)).status).toBe(200)
  })

  test('of other applications are out of a token’s scope', async () => {
    await client.post(
      '/_sim/tokens',
      { user: 'dana', value: 'tok-scoped', applicationId: 201 },
      { token: null, headers: { 'x-sim-control': '1' } },
    )
    const scoped = { token: 'tok-scoped' }
    expect((await client.get(requests, scoped)).body).toMatchObject({ total: 0, items: [] })
    expect(await client.get(`${requests}/103`, scoped)).toMatchObject(
      refusal(403, 'scoped to application 201'),
    )
    expect((await client.post(`${requests}/103/approve`, undefined, scoped)).status).toBe(403)
    expect((await client.get(`${requests}/103`, dana)).body.status).toBe('PENDING')
  })
})

const eve = { token: 'tok-eve' }
const requests = '/api/organizations/2/link-requests'
const ids = ({ body }: { body: { items: { id: number }[] } }) => body.items.map(({ id }) => id)

describe('link requests', () => {
  test('that were decided say what can be done with them instead', async () => {
    const decide = (step: string) => client.post(`${requests}/103/${step}`, undefined, dana)
    await decide('approve')
    const messages = [
      await decide('approve'),
      await decide('reject'),
      await client.post('/api/applications/103/link-requests/2', undefined, admin),
    ].map(({ body }) => body.message)
    expect(messages).toEqual([
      'the request to link application 103 to organization 2 is APPROVED and cannot be approved: it can be deleted',
      'the request to link application 103 to organization 2 is APPROVED and cannot be rejected: it can be deleted',
      'the request to link application 103 to organization 2 is APPROVED and cannot be created: it can be deleted',
    ])
  })

  test('that were rejected leave the applications of the organization among the candidates', async () => {
    const candidates = async () =>
      ids(await client.get('/api/applications/103/link-requests/candidates', admin))
    expect(await candidates()).toEqual([])
    await client.post(`${requests}/103/reject`, undefined, dana)
    expect(await candidates()).toEqual([201])
  })

  test('have no candidates that are DISABLED', async () => {
    const scenario: ScenarioObject = {
      extends: ['demo'],
      world: {
        sites: [
          {
            id: 202,
            name: 'closed',
            type: 'CONFLUENCE',
            status: 'DISABLED',
            baseUrl: 'https://closed.contoso.test',
            organization: 'Contoso Avionics',
          },
        ],
      },
    }
    client = await startClient({ scenario })
    expect(ids(await client.get('/api/applications/101/link-requests/candidates', admin))).toEqual([201])
  })

  test('that are approved give no access to other applications, and do not list the application elsewhere', async () => {
    await client.post('/api/organizations', { name: 'Fourth Coffee' }, dana)
    await client.post(`${requests}/103/approve`, undefined, dana)
    expect((await client.get('/api/applications/103', eve)).status).toBe(200)
    expect((await client.get('/api/applications/101', eve)).status).toBe(403)
    expect(ids(await client.get('/api/applications?organizationId=3', dana))).toEqual([])
    expect(ids(await client.get('/api/applications?organizationId=2', dana))).toEqual([103, 201])
  })
})

describe('invitations', () => {
  const invite = (organization: number, email: string, who: object) =>
    client.post(`/api/organizations/${organization}/invitations`, { email }, who)

  test.each(['77', '9223372036854775807'])('%s is none of the organization', async (id) => {
    expect(await client.get(`/api/organizations/1/invitations/${id}`, admin)).toMatchObject({
      status: 404,
      body: { message: `no invitation '${id}' in organization 1` },
    })
  })

  test('of two organizations go to one address', async () => {
    expect((await invite(2, 'guest@example.test', dana)).status).toBe(201)
    expect((await invite(1, 'guest@example.test', admin)).status).toBe(201)
    expect((await invite(1, 'guest@example.test', admin)).status).toBe(409)
  })

  test('that were accepted say so, and not that the user is a member', async () => {
    const accept = () => client.post('/api/users/me/invitations/1/accept', undefined, dana)
    expect((await accept()).status).toBe(200)
    expect(await accept()).toMatchObject({
      status: 409,
      body: {
        message: "invitation '1' is ACCEPTED and cannot be accepted: this state is final",
      },
    })
  })

  test('that are gone or answered do not expire, whatever job still waits for them', async () => {
    const { world } = client.simulator
    world.region('eu').table(invitations).update(1, { status: 'REJECTED' })
    const due = world.now + 1000
    schedule(world, { kind: INVITATION_JOB, due, region: 'eu', payload: { invitation: 77 } })
    client.simulator.clock.advance('8d')
    const { status } = (await client.get('/api/organizations/1/invitations/1', admin)).body
    expect(status).toBe('REJECTED')
  })
})

describe('organizations', () => {
  const site = (id: number) => ({
    id,
    name: `site ${id}`,
    type: 'CONFLUENCE' as const,
    baseUrl: `https://site-${id}.test/wiki`,
    organization: 'Northwind Robotics',
  })

  test.each([
    [0, '101, 102, 103'],
    [2, '101, 102, 103, 301, 302'],
    [4, '101, 102, 103, 301, 302 and 2 more'],
  ])('that own %i more applications name up to five of them', async (more, named) => {
    const sites = Array.from({ length: more }, (_, count) => site(301 + count))
    client = await startClient({ scenario: { extends: ['demo'], world: { sites } } })
    expect((await client.delete('/api/organizations/1', admin)).body.message).toBe(
      `organization '1' owns application ${named}: an organization that owns applications cannot be deleted`,
    )
  })

  test('without an administrator can be left by their members', async () => {
    const scenario: ScenarioObject = {
      extends: ['demo'],
      world: {
        organizations: [{ id: 7, name: 'Drifters' }],
        users: [{ id: 70, name: 'odo', organizations: [{ organization: 'Drifters' }] }],
        tokens: [{ user: 'odo', name: 'default', value: 'tok-odo' }],
      },
    }
    client = await startClient({ scenario })
    expect((await client.delete('/api/users/me', { token: 'tok-odo' })).status).toBe(204)
  })
})
