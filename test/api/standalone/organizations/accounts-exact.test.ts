/** What becomes of everything that names a user who deletes their account, and who may read what. */
import { describe, expect, test } from 'vitest'
import { remoteUsers } from '../../../../src/model/tracker/records.ts'
import { issueToken } from '../../../../src/model/users/credentials.ts'
import { tokens, type UserRecord, users } from '../../../../src/model/users/records.ts'
import { createSmallWorld, START } from '../../../model/world-fixture.ts'
import { type Client, startClient } from '../../../support/client.ts'

const admin = { token: 'tok-admin' }
const me = '/api/users/me'

const storeOf = (client: Client) => client.simulator.world.region('eu')
const namesOf = (client: Client, table: 'administrator' | 'notification' | 'accountLink' | 'grant') =>
  client.simulator.state(table).map(({ userId }) => userId)

describe('an account that is deleted', () => {
  test('administers nothing any more, and those of others go on', async () => {
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
    const client = await startClient({ scenario: { extends: ['demo'], world: { sites } } })
    expect(namesOf(client, 'administrator')).toEqual([1, 1, 2, 3])
    await client.delete(me, { token: 'tok-bob' })
    expect(namesOf(client, 'administrator')).toEqual([1, 1, 2])
  })

  test('has no notification, link or permission left, and those of others stay', async () => {
    const client = await startClient()
    await client.call('POST', '/wiki/rest/reqs/1/onboarding/notifications?sendeveryone=true', admin)
    const tables = ['notification', 'accountLink', 'grant'] as const
    const before = tables.map((table) => namesOf(client, table))
    expect(before.every((all) => all.includes(3))).toBe(true)
    await client.delete(me, { token: 'tok-bob' })
    expect(tables.map((table) => namesOf(client, table))).toEqual(
      before.map((all) => all.filter((userId) => userId !== 3)),
    )
  })

  test('is no user of the other product any more, by its number or by its name', async () => {
    const client = await startClient()
    const table = storeOf(client).table(remoteUsers)
    const remotes = [
      { username: 'robert', userId: 3 },
      { username: 'bob', userId: 77 },
      { username: 'alice', userId: 2 },
      { username: 'visitor', userId: 78 },
    ]
    const service = { serviceId: 'svc-0001-demo', authenticatedAt: START }
    for (const remote of remotes)
      table.insert({ ...service, ...remote, id: `${service.serviceId}/${remote.userId}` })
    await client.delete(me, { token: 'tok-bob' })
    expect([...table.scan()].map(({ username }) => username)).toEqual(['alice', 'visitor'])
  })
})

describe('a new token', () => {
  test('gets a number that no other has', () => {
    const world = createSmallWorld()
    const store = world.region('eu')
    const alice = store.table(users).get(2) as UserRecord
    const token = { name: 'CI', expiresAt: START + 1000 }
    store.table(tokens).insert({ ...token, id: 1, userId: 3, hash: 'a', createdAt: START })
    expect(issueToken({ world, store, user: alice }, token).record.id).toBe(2)
  })
})

describe('a space without permissions', () => {
  test('is there for the administrators of its site, and for nobody else', async () => {
    const space = {
      container: 1009,
      site: 'wiki',
      key: 'NEW',
      name: 'New',
      variants: [{ name: 'Current', current: true }],
    }
    const client = await startClient({ scenario: { extends: ['demo'], world: { spaces: [space] } } })
    for (const path of ['/api/applications/101/containers/1009', '/wiki/rest/reqs/1/requirement2/NEW']) {
      expect((await client.get(path, admin)).status).toBe(200)
      expect((await client.get(path)).status).toBe(403)
    }
    const reserve = '/wiki/rest/reqs/1/requirement2/NEW/NEW-1'
    expect((await client.post(reserve)).status).toBe(403)
    expect((await client.post(reserve, undefined, admin)).status).toBeLessThan(300)
  })
})
