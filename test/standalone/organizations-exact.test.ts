/** Organizations, their members, invitations and link requests: what is refused, in which words, and what else stays as it was. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ScenarioObject } from '../../src/index.ts'
import { INVITATION_JOB } from '../../src/model/organizations/invitation-expiry.ts'
import { invitations } from '../../src/model/organizations/records.ts'
import { schedule } from '../../src/world/jobs.ts'
import { type Client, startClient } from '../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const admin = { token: 'tok-admin' }
const dana = { token: 'tok-dana' }
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
      'the link request is APPROVED: it cannot be approved; it can be deleted',
      'the link request is APPROVED: it cannot be rejected; it can be deleted',
      'the link request is APPROVED: it cannot be made; it can be deleted',
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

  test('that were approved let nobody read other applications, and no other organization list it', async () => {
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
      body: { message: `organization 1 has no invitation '${id}'` },
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
        message: 'the invitation is ACCEPTED: it cannot be accepted; nothing can be done with it now',
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
    expect((await client.call('DELETE', '/api/organizations/1', admin)).body.message).toBe(
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
    expect((await client.call('DELETE', '/api/users/me', { token: 'tok-odo' })).status).toBe(204)
  })
})
