import { beforeEach, expect, test } from 'vitest'
import { settings } from '../../../src/model/records/service/settings.ts'
import { settingId } from '../../../src/model/settings/settings.ts'
import { type Client, pluck, refusal, startClient } from '../../support/client.ts'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const api = '/tracker/rest/reqs/1/api'
const wikiApplinkId = '11111111-2222-4333-8444-555555555555'
const trackerApplinkId = '99999999-8888-4777-8666-555555555555'
const integration = '/wiki/rest/reqs/1/integration/svc-0001-demo'
const admin = { token: 'tok-admin' }

const post = (messages: unknown) => client.post(api, messages, admin)
const setMode = (mode: string) => client.put(`${api}/${trackerApplinkId}/mode`, JSON.stringify(mode), admin)
const setVersion = (version: unknown) =>
  client.put(`${api}/${trackerApplinkId}/version`, JSON.stringify(version), admin)
const addLink = (issueKey: string, key = 'REQ-005') => ({
  operation: 'LINK_ADDED',
  applinkId: wikiApplinkId,
  spaceKey: 'ENG',
  key,
  issueKey,
  relationship: 'implements',
})
const trackerFaces = (key: string) =>
  client.simulator
    .state('issueLink')
    .flatMap(({ tracker }) => (tracker?.key === key ? [tracker.issueId] : []))
const queue = () => client.simulator.state('outboundMessage').map(({ status }) => status)

test('anonymous callers read generic information, others also their name', async () => {
  const anonymous = await client.get(api, { token: null })
  const generic = {
    apiVersion: 9,
    minimumApiVersion: 1,
    messageFormatVersion: 4,
    title: expect.any(String),
    baseUrl: 'https://tracker.northwind.test',
  }
  expect(anonymous).toMatchObject({ status: 200, body: generic })
  expect(anonymous.body).not.toHaveProperty('username')
  const known = await client.get(api)
  expect(known.body).toEqual({ ...generic, username: 'alice', displayName: expect.any(String) })
  const session = await client.get(api, { token: null, headers: { cookie: 'JSESSIONID=sess-bob' } })
  expect(session.body.username).toBe('bob')
  expect((await client.get(api, { token: 'nonsense' })).body).not.toHaveProperty('username')
})

test('hosted trackers say which they are where the call does', async () => {
  const hosted = '/eu/tracker/rest/reqs/1/api'
  const headers = { 'x-api-key': 'tok-alice', 'x-base-url': 'https://tracker.northwind.test' }
  expect((await client.get(hosted, { token: null, headers })).body).toMatchObject({
    username: 'alice',
    baseUrl: 'https://tracker.northwind.test',
  })
  const anonymous = await client.get(hosted, { token: null })
  expect(anonymous.status).toBe(200)
  expect(anonymous.body).not.toHaveProperty('baseUrl')
})

test('messages are done in order and answered one by one', async () => {
  const reply = await post([
    { ...addLink('DRN-3'), id: 71 },
    { ...addLink('DRN-99') },
    { operation: 'LINK_ADDED', applinkId: trackerApplinkId },
    { operation: 'REQUIREMENT_RENAMED', spaceKey: 'ENG', key: 'REQ-005', newKey: 'REQ-500', title: null },
  ])
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual([
    { id: 71, operation: 'LINK_ADDED', status: 'DONE', message: expect.any(String) },
    { id: 2, operation: 'LINK_ADDED', status: 'FAILED', message: expect.stringContaining('DRN-99') },
    { id: 3, operation: 'LINK_ADDED', status: 'FAILED', message: expect.any(String) },
    { id: 4, operation: 'REQUIREMENT_RENAMED', status: 'DONE', message: expect.any(String) },
  ])
  expect(trackerFaces('REQ-500')).toEqual([30003])
  expect(trackerFaces('REQ-005')).toEqual([])
  const wiki = await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-005')
  expect(wiki.body.issues ?? []).toEqual([])
  expect(queue()).toEqual(['PENDING', 'PENDING'])
  expect((await post([])).body).toEqual([])
})

test('unknown links and operations refuse the whole list', async () => {
  const unknown = await post([addLink('DRN-3'), { ...addLink('DRN-4'), applinkId: 'other' }])
  expect(unknown).toMatchObject(refusal(404, "'other'"))
  const wrong = await post([addLink('DRN-3'), { operation: 'NONSENSE' }])
  expect(wrong).toMatchObject(refusal(400, 'NONSENSE'))
  expect(trackerFaces('REQ-005')).toEqual([])
})

test('the other product may call, others not even with no messages', async () => {
  expect((await client.post(api, [])).status).toBe(403)
  const body = { username: 'bob' }
  await client.put(`${integration}?fields=username`, body, admin)
  const basic = { authorization: `Basic ${btoa('bob:bob')}` }
  const through = await client.post(api, [addLink('DRN-3')], { token: null, headers: basic })
  expect(through.body[0].status).toBe('DONE')
})

test('what the time of a run does not reach is not executed', async () => {
  const messages = Array.from({ length: 3000 }, (_item, index) => ({
    operation: 'BASELINE_UPDATED',
    spaceKey: 'ENG',
    baseline: index,
  }))
  const slowDown = (value: number) =>
    client.simulator.world
      .region('eu')
      .table(settings)
      .put({
        id: settingId(102, 'messageMilliseconds'),
        applicationId: 102,
        name: 'messageMilliseconds',
        value,
      })
  const statuses = pluck((await post(messages)).body, 'status')
  expect(statuses.every((status: string) => status === 'DONE')).toBe(true)
  expect((await post([...messages, messages[0]])).status).toBe(400)
  slowDown(20)
  const slower = pluck((await post(messages)).body, 'status')
  expect(slower.indexOf('NOT_EXECUTED')).toBe(1500)
  expect(slower.lastIndexOf('DONE')).toBe(1499)
  slowDown(30_001)
  const slowest = (await post(messages.slice(0, 2))).body
  expect(slowest).toMatchObject([{ status: 'DONE' }, { status: 'NOT_EXECUTED' }])
})

test('any mode is set from any other', async () => {
  const modes = ['AUTO', 'MANUAL', 'DISABLED']
  for (const from of modes)
    for (const to of modes) {
      await setMode(from)
      const reply = await setMode(to)
      expect(reply.body).toEqual({ applinkId: trackerApplinkId, mode: to })
      expect(client.simulator.state('integration')[0]?.mode).toBe(to)
    }
  const bare = await client.call('PUT', `${api}/${trackerApplinkId}/mode`, {
    ...admin,
    headers: { 'content-type': 'text/plain' },
    body: 'AUTO',
  })
  expect(bare.body.mode).toBe('AUTO')
  for (const wrong of ['auto', 'OFF', '']) expect((await setMode(wrong)).status, wrong).toBe(400)
  const unknown = `${api}/${wikiApplinkId}/mode`
  expect((await client.call('PUT', unknown, { ...admin, body: '"AUTO"' })).status).toBe(404)
})

test('DISABLED refuses messages and stops synchronisation, MANUAL does not', async () => {
  await setMode('DISABLED')
  const refused = await post([addLink('DRN-3')])
  expect(refused).toMatchObject(refusal(403, 'DISABLED'))
  expect(trackerFaces('REQ-005')).toEqual([])
  client.simulator.clock.advance('9m')
  expect(queue()).toEqual(['PENDING', 'PENDING'])
  await setMode('MANUAL')
  expect((await post([addLink('DRN-3')])).body[0].status).toBe('DONE')
  client.simulator.clock.advance('3m')
  expect(queue()).toEqual(['DONE', 'DONE'])
  expect(client.simulator.state('integration')[0]?.version).toBe(8)
})

test('the accepted version is answered, and the wiki has it at once', async () => {
  for (const [requested, accepted] of [
    [9, 9],
    [12, 9],
    [1, 1],
    [2_000_000_000, 9],
  ]) {
    const reply = await setVersion(requested)
    expect(reply.body).toMatchObject({
      applinkId: trackerApplinkId,
      requestedVersion: requested,
      acceptedVersion: accepted,
      notified: true,
    })
    expect((await client.get(integration)).body.version).toBe(accepted)
  }
  for (const wrong of [0, -1, 1.5, '9', null, [9]])
    expect((await setVersion(wrong)).status, JSON.stringify(wrong)).toBe(400)
  const unknown = await client.call('PUT', `${api}/other/version`, { ...admin, body: '9' })
  expect(unknown.status).toBe(404)
})

test('a wiki that has deleted the integration receives nothing', async () => {
  await client.delete(integration)
  expect((await setVersion(3)).body).toMatchObject({ acceptedVersion: 3, notified: false })
  expect((await post([addLink('DRN-3')])).body[0].status).toBe('DONE')
})
