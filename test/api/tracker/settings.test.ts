import { beforeEach, expect, test } from 'vitest'
import { type Client, startClient } from '../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const settings = '/tracker/rest/reqs/1/settings/svc-0001-demo'
const integration = '/wiki/rest/reqs/1/integration/svc-0001-demo'

const admin = { token: 'tok-admin' }

const authenticate = (body: object) => client.post(`${settings}/authenticate-user`, body, admin)
const setRemote = (body: object) => client.post(`${settings}/set-remote-user`, body, admin)
const seenByWiki = async (token = 'tok-alice') => {
  const { body } = await client.get(`${integration}/applink/test`, { token })
  return [body.authenticated, body.username]
}

test('a user whom the tracker authenticates acts by the same name', async () => {
  const reply = await authenticate({ username: 'alice' })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      serviceId: 'svc-0001-demo',
      user: 'alice',
      authenticated: true,
      username: 'alice',
      authenticatedAt: '2026-01-05T09:00:00.000Z',
    },
  })
  expect(await seenByWiki()).toEqual([true, 'alice'])
  expect(await seenByWiki('tok-bob')).toEqual([false, undefined])
})

test('a remote user is set, kept by later authentications, and forgotten', async () => {
  await setRemote({ user: 'alice', username: 'bob' })
  expect(await seenByWiki()).toEqual([true, 'bob'])
  client.simulator.clock.advance('1m')
  expect((await authenticate({ username: 'alice' })).body).toMatchObject({
    username: 'bob',
    authenticatedAt: '2026-01-05T09:01:00.000Z',
  })
  expect((await client.post(`${integration}/authenticate-user`, {})).body.username).toBe('bob')
  const forgotten = await setRemote({ user: 'alice', username: null })
  expect(forgotten.body).toEqual({ serviceId: 'svc-0001-demo', user: 'alice', authenticated: false })
  expect(await seenByWiki()).toEqual([false, undefined])
  expect(client.simulator.state('remoteUser')).toEqual([])
})

test('unknown users and integrations are refused', async () => {
  expect((await authenticate({ username: 'nobody' })).status).toBe(404)
  expect((await setRemote({ user: 'nobody', username: 'bob' })).status).toBe(404)
  expect((await setRemote({ user: 'alice', username: 'nobody' })).status).toBe(404)
  const other = '/tracker/rest/reqs/1/settings/svc-9/authenticate-user'
  expect((await client.post(other, { username: 'alice' }, admin)).status).toBe(404)
  await client.delete(integration)
  expect((await authenticate({ username: 'alice' })).status).toBe(404)
  expect(client.simulator.state('remoteUser')).toEqual([])
})
