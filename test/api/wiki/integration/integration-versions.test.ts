import { beforeEach, expect, test } from 'vitest'
import { integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { client, startDemo, region, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const demo = '/wiki/rest/reqs/1/integration/svc-0001-demo'
const link = '/tracker/rest/reqs/1/api/99999999-8888-4777-8666-555555555555'
const admin = { token: 'tok-admin' }

const authenticate = (body: object, token = 'tok-alice') =>
  client.post(`${demo}/authenticate-user`, body, { token })
const setMode = (mode: string) => client.call('PUT', `${link}/mode`, { ...admin, body: JSON.stringify(mode) })
/** The versions of the wiki's descriptor and of the tracker. */
const versions = async () => {
  const wiki = await client.get(demo)
  const tracker = await client.get(`${demo}/applink/test`)
  return [wiki.body.version, tracker.body.version]
}
test('the caller acts as the user of the tracker from then on', async () => {
  const test1 = await client.get(`${demo}/applink/test`)
  expect(test1.body).toMatchObject({ reachable: true, authenticated: false, mode: 'AUTO', version: 8 })
  const reply = await authenticate({})
  expect(reply).toMatchObject({
    status: 200,
    body: { authenticated: true, username: 'alice', authenticatedAt: '2026-01-05T09:00:00.000Z' },
  })
  expect(reply.body).not.toHaveProperty('upgrade')
  expect((await client.get(`${demo}/applink/test`)).body).toMatchObject({
    authenticated: true,
    username: 'alice',
  })
  expect((await client.get(`${demo}/applink/test`, { token: 'tok-bob' })).body.authenticated).toBe(false)
})

test('acting as somebody else takes an administrator, and a user that there is', async () => {
  expect(await authenticate({ username: 'bob' })).toMatchObject(refused(403, "'bob'"))
  expect((await authenticate({ username: 'bob' }, 'tok-admin')).body.username).toBe('bob')
  expect((await authenticate({}, 'tok-admin')).body.username).toBe('bob')
  expect((await authenticate({ username: 'nobody' }, 'tok-admin')).status).toBe(404)
  expect((await client.post('/wiki/rest/reqs/1/integration/svc-9/authenticate-user', {})).status).toBe(404)
  expect(client.simulator.state('remoteUser')).toHaveLength(1)
})

test('an upgrade is available when the tracker alone goes by an older version', async () => {
  const store = region()
  store.table(integrations).update('svc-0001-demo', { version: 9, trackerVersion: 7 })
  const { body } = await authenticate({ performUpgrade: true })
  expect(body.upgrade).toMatchObject({ currentVersion: 7, available: true, performed: true, version: 9 })
  expect(await versions()).toEqual([9, 9])
})

test('checkUpgrade only says what could be done', async () => {
  const { body } = await authenticate({ checkUpgrade: true })
  expect(body.upgrade).toEqual({
    currentVersion: 8,
    desiredVersion: 9,
    available: true,
    performed: false,
    version: 8,
    mode: 'AUTO',
  })
  expect(await versions()).toEqual([8, 8])
})

test.each([
  ['AUTO', { performUpgrade: true }, 9],
  ['MANUAL', { performUpgrade: true }, 9],
  ['AUTO', { performUpgradeIfAuto: true }, 9],
  ['MANUAL', { performUpgradeIfAuto: true }, 8],
  ['AUTO', { performUpgradeIfAuto: true, desiredVersion: 8 }, 9],
  ['MANUAL', { performUpgrade: true, desiredVersion: 8 }, 8],
  ['MANUAL', { performUpgrade: true, desiredVersion: 12 }, 9],
  ['AUTO', { performUpgrade: true, desiredVersion: 3 }, 8],
  ['AUTO', { desiredVersion: 9 }, 8],
])('in mode %s, %j leads to version %i on both sides', async (mode, body, version) => {
  await setMode(mode)
  const { body: answer } = await authenticate(body)
  expect(await versions()).toEqual([version, version])
  if (answer.upgrade !== undefined)
    expect(answer.upgrade).toMatchObject({ version, performed: version !== 8, mode })
})

test('nothing is authenticated or upgraded when the tracker refuses or does not respond', async () => {
  await setMode('DISABLED')
  const disabled = await authenticate({ performUpgrade: true })
  expect(disabled).toMatchObject(refused(409, 'DISABLED'))
  await setMode('AUTO')
  await client.call('PUT', `${demo}?fields=rpcUrl`, { ...admin, body: { rpcUrl: 'https://gone.test' } })
  const silent = await authenticate({ performUpgrade: true })
  expect(silent).toMatchObject(refused(409, 'https://gone.test'))
  expect(client.simulator.state('remoteUser')).toEqual([])
  expect(client.simulator.state('integration')[0]).toMatchObject({ version: 8 })
})

test('change-version changes the descriptor and notifies the tracker', async () => {
  const reply = await client.post(`${demo}/change-version?version=12`)
  expect(reply).toMatchObject({
    status: 200,
    body: { descriptor: { version: 9 }, requestedVersion: 12, notified: true },
  })
  expect(await versions()).toEqual([9, 9])
  expect((await client.post(`${demo}/change-version`)).status).toBe(400)
  expect((await client.post(`${demo}/change-version?version=0`)).status).toBe(400)
  expect((await client.post(`${demo}/change-version?status=PAUSED`)).status).toBe(400)
})

test('a notification that fails leaves the versions apart until the links are checked', async () => {
  await setMode('DISABLED')
  const reply = await client.post(`${demo}/change-version?version=4`)
  expect(reply.body).toMatchObject({
    descriptor: { version: 4 },
    notified: false,
    message: expect.stringContaining('DISABLED'),
  })
  expect(await versions()).toEqual([4, 8])
  const checked = await client.post(`${demo}/check-applinks`)
  expect(checked.body[0].updated).toEqual(['version'])
  expect(await versions()).toEqual([8, 8])
})

test('a notification to a tracker that does not answer fails', async () => {
  await client.call('PUT', `${demo}?fields=rpcUrl`, { ...admin, body: { rpcUrl: 'https://gone.test' } })
  const reply = await client.post(`${demo}/change-version?version=9`)
  expect(reply.body).toMatchObject({ notified: false, message: expect.stringContaining('https://gone.test') })
  expect(client.simulator.state('integration')[0]).toMatchObject({ version: 9, trackerVersion: 8 })
})

test('a version that the tracker changes reaches the descriptor at once', async () => {
  await client.call('PUT', `${link}/version`, { ...admin, body: '6' })
  expect(await versions()).toEqual([6, 6])
})

test('a DISABLED integration is left out of synchronisation', async () => {
  const states = () => client.simulator.state('outboundMessage').map(({ status }) => status)
  const reply = await client.post(`${demo}/change-version?status=disabled`)
  expect(reply.body).toMatchObject({ descriptor: { status: 'DISABLED', version: 8 }, notified: true })
  client.simulator.clock.advance('9m')
  expect(states()).toEqual(['PENDING', 'PENDING'])
  await client.post(`${demo}/change-version?status=ACTIVE`)
  client.simulator.clock.advance('3m')
  expect(states()).not.toContain('PENDING')
})
