import { beforeEach, expect, test } from 'vitest'
import { jobs } from '../../../../src/world/time/jobs.ts'
import { type CallOptions, demoWith } from '../../../support/client.ts'
import { client, startDemo, refused } from '../../../support/demo.ts'

beforeEach(() => startDemo())

const base = '/wiki/rest/reqs/1/integration'
const demo = `${base}/svc-0001-demo`
const applinkId = '11111111-2222-4333-8444-555555555555'
const trackerUrl = 'https://tracker.northwind.test'
const admin = { token: 'tok-admin' }
const descriptor = {
  serviceId: 'svc-0001-demo',
  applinkId,
  label: expect.any(String),
  displayUrl: trackerUrl,
  rpcUrl: trackerUrl,
  endpoint: `${trackerUrl}/rest/reqs/1`,
  version: 8,
  status: 'ACTIVE',
}

const create = (body: object, options: CallOptions = admin) => client.post(base, body, options)
const put = (query: string, body: object, options: CallOptions = {}) =>
  client.call('PUT', `${demo}${query}`, { token: 'tok-admin', ...options, body })
const record = (serviceId = 'svc-0001-demo') =>
  client.simulator.state('integration').find((known) => known.serviceId === serviceId)
const jobsOf = (serviceId: string) =>
  [...client.simulator.world.system.table(jobs).scan()].filter(
    ({ payload }) => payload?.['serviceId'] === serviceId,
  )
const waiting = () =>
  client.simulator
    .state('outboundMessage')
    .filter(({ status }) => status !== 'DONE')
    .map(({ id, serviceId }) => [id, serviceId])
const linkedIssues = async () => {
  const { body } = await client.get('/wiki/rest/reqs/1/requirement2/ENG/REQ-001')
  return body.issues.map(({ issueKey }: { issueKey: string }) => issueKey).sort()
}

test('administrators list the connected applications', async () => {
  expect((await client.get(base, admin)).body).toEqual([descriptor])
  expect((await client.get(`${base}?url=${trackerUrl}/`, admin)).body).toEqual([descriptor])
  expect((await client.get(`${base}?url=https://other.test`, admin)).body).toEqual([])
})

test('filterJira leaves out what is no tracker', async () => {
  const { body } = await create({ rpcUrl: 'https://nowhere.test' })
  const all = (await client.get(`${base}?filterJira=false`, admin)).body
  expect(all.map(({ serviceId }: typeof body) => serviceId).sort()).toEqual(
    [body.serviceId, 'svc-0001-demo'].sort(),
  )
  expect((await client.get(`${base}?filterJira=true`, admin)).body).toEqual([descriptor])
})

test('everybody reads one by its id, or by url when the id is null', async () => {
  expect((await client.get(demo)).body).toEqual(descriptor)
  for (const address of [trackerUrl, `${trackerUrl}/`])
    expect((await client.get(`${base}/null?url=${encodeURIComponent(address)}`)).body).toEqual(descriptor)
  expect(await client.get(`${base}/null?url=https://other.test`)).toMatchObject(
    refused(404, "'https://other.test'"),
  )
  for (const query of ['', '?url=', '?url=%20'])
    expect(await client.get(`${base}/null${query}`)).toMatchObject(refused(400, 'url'))
  expect((await client.get(`${base}/svc-0002`)).status).toBe(404)
})

test('another wiki does not have the integration', async () => {
  const headers = { 'x-api-key': 'tok-uma', 'x-base-url': 'https://wiki.fabrikam.test/wiki' }
  const reply = await client.get('/us/wiki/rest/reqs/1/integration/svc-0001-demo', { token: null, headers })
  expect(reply.status).toBe(404)
  const own = { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' }
  const hosted = await client.get('/eu/wiki/rest/reqs/1/integration/svc-0001-demo', {
    token: null,
    headers: own,
  })
  expect(hosted.body).toEqual(descriptor)
})

test('an address of no tracker becomes an integration that nothing answers', async () => {
  const created = await create({
    label: 'Far away',
    rpcUrl: 'https://nowhere.test/jira/',
    username: 'bot',
  })
  expect(created).toMatchObject({
    status: 200,
    body: {
      label: 'Far away',
      rpcUrl: 'https://nowhere.test/jira/',
      displayUrl: 'https://nowhere.test/jira',
      endpoint: 'https://nowhere.test/jira/rest/reqs/1',
      version: 9,
      status: 'ACTIVE',
      username: 'bot',
    },
  })
  const { serviceId } = created.body
  expect((await client.get(`${base}/${serviceId}`)).body).toEqual(created.body)
  expect((await client.get(`${base}/${serviceId}/applink/test`)).body).toMatchObject({
    reachable: false,
    message: expect.stringContaining('https://nowhere.test/jira/'),
  })
  expect(jobsOf(serviceId)).toHaveLength(1)
  client.simulator.clock.advance('10m')
  expect(jobsOf(serviceId)).toHaveLength(1)
})

test('service ids are random, and the same in every world of one seed', async () => {
  const ids = async (seed: number) => {
    await startDemo({ scenario: 'demo', seed })
    const first = await create({ rpcUrl: 'https://a.test' })
    const second = await create({ rpcUrl: 'https://b.test' })
    return [first.body.serviceId, second.body.serviceId, first.body.applinkId, second.body.applinkId]
  }
  const drawn = await ids(1)
  expect(new Set(drawn).size).toBe(4)
  expect(await ids(1)).toEqual(drawn)
  expect(await ids(2)).not.toEqual(drawn)
})

test('an integrated, unknown or invalid address is refused, and nothing is created', async () => {
  const before = client.simulator.state('integration')
  const refused: readonly (readonly [object, number, string])[] = [
    [{}, 400, 'rpcUrl'],
    [{ label: 'x' }, 400, 'rpcUrl'],
    [{ rpcUrl: 'ftp://x.test' }, 400, "'ftp://x.test'"],
    [{ displayUrl: 'javascript:alert(1)' }, 400, 'displayUrl'],
    [{ rpcUrl: trackerUrl, version: 0 }, 400, 'version'],
    [{ rpcUrl: trackerUrl }, 409, 'svc-0001-demo'],
    [{ displayUrl: `${trackerUrl}/` }, 409, 'svc-0001-demo'],
    [{ applinkId }, 409, 'svc-0001-demo'],
    [{ applinkId: '99999999-8888-4777-8666-555555555555' }, 404, "'99999999"],
  ]
  for (const [body, status, mention] of refused) {
    const reply = await create(body)
    expect([reply.status, reply.body.message], JSON.stringify(body)).toEqual([
      status,
      expect.stringContaining(mention),
    ])
  }
  expect(client.simulator.state('integration')).toEqual(before)
  await create({ rpcUrl: 'https://a.test' })
  expect((await create({ rpcUrl: 'https://a.test/' })).status).toBe(409)
})

test('the named fields change, and only they', async () => {
  const body = { label: 'New', version: 3, status: 'DISABLED', endpoint: 'https://e.test', username: 'bot' }
  const one = await put('?fields=version,endpoint', body)
  expect(one.body).toEqual({ ...descriptor, version: 3, endpoint: 'https://e.test' })
  const rest = await put('', { username: 'bot', userKey: 'k1', serviceId: 'x', applinkId: 'y' })
  expect(rest.body).toEqual({ ...one.body, username: 'bot', userKey: 'k1' })
  const gone = await put('?fields=username', {})
  expect(gone.body).toEqual({ ...one.body, userKey: 'k1' })
  expect((await client.get(demo)).body).toEqual(gone.body)
  const byUrl = await client.put(`${base}/null?url=${trackerUrl}&fields=label`, { label: 'L' })
  expect(byUrl.body).toEqual({ ...gone.body, label: 'L' })
})

test('the version of a descriptor alone says nothing of that of the tracker', async () => {
  await put('?fields=version', { version: 5 })
  expect(record()).toMatchObject({ version: 5, trackerVersion: 8 })
  expect((await client.get(`${demo}/applink/test`)).body.version).toBe(8)
  expect((await put('?fields=version', { version: 12 })).body.version).toBe(9)
  await put('?fields=version', { version: 8 })
  expect(record()).not.toHaveProperty('trackerVersion')
})

test('wrong fields are refused and change nothing', async () => {
  const refused: readonly (readonly [string, object, string])[] = [
    ['?fields=serviceId', { serviceId: 'x' }, "'serviceId'"],
    ['?fields=label,nonsense', { label: 'x' }, "'nonsense'"],
    ['?fields=__proto__', {}, "'__proto__'"],
    ['?fields=label,version', { label: 'x' }, 'version'],
    ['?fields=status', { status: null }, 'status'],
    ['?fields=rpcUrl', { rpcUrl: 'nowhere' }, "'nowhere'"],
  ]
  for (const [query, body, mention] of refused) {
    const reply = await put(query, body)
    expect([reply.status, reply.body.message], query).toEqual([400, expect.stringContaining(mention)])
  }
  expect((await client.get(demo)).body).toEqual(descriptor)
  const missing = await client.put(`${base}/svc-9`, { label: 'x' })
  expect(missing.status).toBe(404)
})

test('the user that the descriptor names may call the tracker', async () => {
  const call = () =>
    client.put('/tracker/rest/reqs/1/api/99999999-8888-4777-8666-555555555555/mode', '"MANUAL"', {
      token: 'tok-bob',
    })
  expect((await call()).status).toBe(403)
  await put('?fields=username', { username: 'bob' })
  expect((await call()).status).toBe(200)
})

test('a wrong rpcUrl stops the traffic until the application links are checked', async () => {
  await put('?fields=rpcUrl,displayUrl', {
    rpcUrl: 'https://gone.test',
    displayUrl: 'https://gone.test',
  })
  expect((await client.get(`${demo}/applink/test`)).body).toMatchObject({ reachable: false })
  client.simulator.clock.advance('3m')
  expect(waiting()).toHaveLength(2)
  const checked = await client.post(`${demo}/check-applinks`)
  expect(checked.body).toEqual([
    {
      applinkId,
      serviceId: 'svc-0001-demo',
      label: expect.any(String),
      displayUrl: trackerUrl,
      rpcUrl: trackerUrl,
      reachable: true,
      message: 'the tracker responds',
      updated: ['displayUrl', 'rpcUrl'],
    },
  ])
  expect((await client.get(demo)).body).toEqual(descriptor)
  expect((await client.post(`${demo}/check-applinks`)).body[0].updated).toEqual([])
  client.simulator.clock.advance('3m')
  expect(waiting()).toEqual([])
  expect((await client.post(`${base}/svc-9/check-applinks`)).status).toBe(404)
})

test('a deleted integration synchronises no more, and takes up where it was over the same application link', async () => {
  const before = await linkedIssues()
  await client.post(`${demo}/authenticate-user`, {})
  expect((await client.delete(demo)).status).toBe(204)
  expect((await client.get(demo)).status).toBe(404)
  expect((await client.get(`${base}/null?url=${trackerUrl}`)).status).toBe(404)
  expect((await client.get(base, admin)).body).toEqual([])
  expect((await client.delete(demo)).status).toBe(404)
  expect(jobsOf('svc-0001-demo')).toEqual([])
  expect(client.simulator.state('remoteUser')).toEqual([])
  client.simulator.clock.advance('1h')
  expect(waiting()).toHaveLength(2)

  const created = await create({
    applinkId,
    label: 'ignored',
    rpcUrl: 'https://ignored.test',
    version: 7,
  })
  const { serviceId } = created.body
  expect(created.body).toEqual({ ...descriptor, serviceId: expect.not.stringMatching('svc-'), version: 7 })
  expect(waiting()).toEqual([
    [8001, serviceId],
    [8002, serviceId],
  ])
  expect(await linkedIssues()).toEqual(before)
  expect(client.simulator.state('issueLink').every((link) => link.serviceId === serviceId)).toBe(true)
  expect((await client.get(demo)).status).toBe(404)
  client.simulator.clock.advance('3m')
  expect(waiting()).toEqual([])
  expect((await client.get(`${base}/${serviceId}/applink/test`, {})).body.version).toBe(7)
})

test('the world after deleting an integration passes through an export', async () => {
  await client.delete(demo)
  const control = { 'x-sim-control': '1' }
  const exported = await client.get('/_sim/export', { headers: control })
  const imported = await client.post('/_sim/import', exported.body, { headers: control })
  expect(imported.status, imported.text.slice(0, 200)).toBeLessThan(300)
  expect((await create({ rpcUrl: trackerUrl })).body).toMatchObject({ applinkId, rpcUrl: trackerUrl })
})

test('trackers of the organization have application links before they are integrated', async () => {
  const world = {
    sites: [{ id: 150, name: 'tracker2', type: 'JIRA', organization: 1, baseUrl: 'https://second.test' }],
  }
  await startDemo(demoWith({ world }))
  const list = (await client.post(`${demo}/check-applinks`)).body
  expect(list).toHaveLength(2)
  expect(list[1]).toMatchObject({ displayUrl: 'https://second.test', reachable: true, updated: [] })
  expect(list[1]).not.toHaveProperty('serviceId')
  const created = await create({ applinkId: list[1].applinkId })
  expect(created.body).toMatchObject({
    applinkId: list[1].applinkId,
    label: list[1].label,
    rpcUrl: 'https://second.test',
    endpoint: 'https://second.test/rest/reqs/1',
  })
  const after = (await client.post(`${demo}/check-applinks`)).body
  expect(after.map(({ serviceId }: { serviceId: string }) => serviceId)).toContain(created.body.serviceId)
  expect(after).toHaveLength(2)
})
