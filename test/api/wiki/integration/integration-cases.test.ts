/** Integrations beside one another: which one an address names, what deleting and creating one leaves of others (service §2.4, §4.5). */
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type LinkRequestRecord,
  applications,
  linkRequests,
} from '../../../../src/model/records/service/applications.ts'
import { scheduleSynchronisation } from '../../../../src/model/integration/queues/synchronisation.ts'
import { type IntegrationRecord, integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { enqueueInbound, enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { outboundMessages } from '../../../../src/model/records/tracker/outbound-messages.ts'
import { bulkJobs, remoteUsers } from '../../../../src/model/records/tracker/tracker.ts'
import { inboundAnswers, trackerMessages } from '../../../../src/model/records/tracker/inbound-messages.ts'
import { client, refused, region, startDemo, tableOf } from '../../../support/demo.ts'

const base = '/wiki/rest/reqs/1/integration'
const DEMO = 'svc-0001-demo'
const WIKI_LINK = '11111111-2222-4333-8444-555555555555'
const TRACKER = 'https://tracker.northwind.test'
const SECOND = 'https://second.test'
const admin = { token: 'tok-admin' }

beforeEach(() => {
  const site = { id: 150, name: 'tracker2', type: 'JIRA', organization: 1, baseUrl: SECOND }
  const scenario = { name: 'two-trackers', extends: ['demo'], world: { sites: [site] } }
  return startDemo({ scenario } as never)
})

const table = () => tableOf(integrations)
const create = (body: object) => client.post(base, body, admin)
const put = (query: string, body: object, token = 'tok-admin') =>
  client.put(`${base}/${DEMO}${query}`, body, { token })
const remove = async (serviceId = DEMO) =>
  expect((await client.delete(`${base}/${serviceId}`, admin)).status).toBe(204)
const idAt = async (url: string) => {
  const { status, body } = await client.get(`${base}/null?url=${encodeURIComponent(url)}`)
  return status === 200 ? body.serviceId : status
}
const listed = async (query = '') =>
  (await client.get(`${base}${query}`, admin)).body.map(({ serviceId }: { serviceId: string }) => serviceId)
/** Another integration, of the demo's wiki unless told otherwise. */
const integrate = (serviceId: string, changes: Partial<IntegrationRecord> = {}) => {
  const first = table().get(DEMO)!
  const links = { wikiApplinkId: `wiki-${serviceId}`, trackerApplinkId: `tracker-${serviceId}` }
  return table().insert({ ...first, ...links, ...changes, serviceId })
}
const withoutTracker = ({ serviceId, ...changes }: Partial<IntegrationRecord> & { serviceId: string }) => {
  const { trackerApplicationId: _none, ...rest } = integrate(serviceId, { mode: 'DISABLED', ...changes })
  table().put(rest)
}

describe('an address names an integration', () => {
  test('by its tracker, whatever the descriptor says, and no other', async () => {
    await put('?fields=rpcUrl,displayUrl', { rpcUrl: 'https://rpc.test', displayUrl: 'https://shown.test' })
    for (const url of [TRACKER, `${TRACKER}/`, 'https://rpc.test', 'https://shown.test/'])
      expect(await idAt(url), url).toBe(DEMO)
    for (const url of [SECOND, 'https://rpc.test/more', 'https://other.test'])
      expect(await idAt(url), url).toBe(404)
    expect(await listed(`?url=${TRACKER}`)).toEqual([DEMO])
    expect(await listed(`?url=${SECOND}`)).toEqual([])
  })

  test('of the wiki in the request only', async () => {
    integrate('contoso', { wikiApplicationId: 201, rpcUrl: 'https://rpc.test', trackerApplicationId: 150 })
    expect(await listed()).toEqual([DEMO])
    expect(await idAt(SECOND)).toBe(404)
    expect((await client.get(`${base}/contoso`)).status).toBe(404)
  })
})

describe('creating an integration', () => {
  test.each([
    [{ rpcUrl: null }, 'applinkId is missing: send it, or the address'],
    [{ displayUrl: null }, 'applinkId is missing: send it, or the address'],
    [{ rpcUrl: 'xhttps://a.test' }, "'xhttps://a.test'"],
    [{ rpcUrl: ' https://a.test' }, "' https://a.test'"],
    [{ rpcUrl: 'https://a.test?x=1' }, "'https://a.test?x=1'"],
    [{ rpcUrl: 'https://a.test/x#y' }, "'https://a.test/x#y'"],
    [{ rpcUrl: 'https:///x' }, "'https:///x'"],
    [{ rpcUrl: 'https://a.test', endpoint: 'ftp://a.test' }, 'endpoint'],
    [{ rpcUrl: 'https://user:secret@a.test' }, "'https://…@a.test'"],
    [{ rpcUrl: 'https://a.test/x//y@z?' }, "'https://a.test/x//y@z?'"],
  ])('is refused with %j', async (body, mention) => {
    const reply = await create(body)
    expect([reply.status, reply.body.message]).toEqual([400, expect.stringContaining(mention)])
    expect(reply.text).not.toContain('secret')
    expect(await listed()).toEqual([DEMO])
  })

  test.each(['http://a.test', 'HTTPS://a.test:8080/x/y'])('takes the address %s', async (rpcUrl) => {
    expect(await create({ rpcUrl })).toMatchObject({ status: 200, body: { rpcUrl } })
  })

  test('with the address of a tracker of the world reaches that tracker, and starts as AUTO', async () => {
    const { body } = await create({ displayUrl: SECOND })
    expect((await client.get(`${base}/${body.serviceId}/applink/test`)).body.reachable).toBe(true)
    expect(table().get(body.serviceId)).toMatchObject({ trackerApplicationId: 150, mode: 'AUTO', version: 9 })
  })

  test('with the address of a tracker that another wiki is integrated with goes over a link of its own', async () => {
    integrate('contoso', { wikiApplicationId: 201, trackerApplicationId: 150 })
    const { status, body } = await create({ rpcUrl: SECOND })
    expect([status, body.applinkId === 'wiki-contoso']).toEqual([200, false])
  })

  test('with the address of a tracker is refused when one of its application links is integrated', async () => {
    integrate('aaa', { detached: true, trackerApplicationId: 150 })
    integrate('bbb', { trackerApplicationId: 150 })
    expect(await create({ rpcUrl: SECOND })).toMatchObject(refused(409, "'bbb'"))
  })

  test('with the address of a wiki reaches no tracker', async () => {
    const { body } = await create({ rpcUrl: 'https://wiki.contoso.test/wiki' })
    expect(table().get(body.serviceId)).not.toHaveProperty('trackerApplicationId')
  })

  test('takes no notice of what another wiki has at that address', async () => {
    withoutTracker({ serviceId: 'contoso', wikiApplicationId: 201, rpcUrl: 'https://a.test' })
    expect((await create({ rpcUrl: 'https://a.test' })).status).toBe(200)
    expect(table().get('contoso')?.wikiApplicationId).toBe(201)
  })

  test('is refused above a hundred', async () => {
    for (let number = 1; number < 99; number++)
      withoutTracker({ serviceId: `svc-${number}`, rpcUrl: `https://n${number}.test` })
    expect((await create({ rpcUrl: 'https://a.test' })).status).toBe(200)
    expect(await create({ rpcUrl: 'https://b.test' })).toMatchObject(refused(409, '100 integrations'))
    expect(await listed()).toHaveLength(100)
  })

  test('over an application link of before without a tracker goes where that went', async () => {
    const first = (await create({ rpcUrl: 'https://nowhere.test', label: 'Far' })).body
    await remove(first.serviceId)
    const second = (await create({ applinkId: first.applinkId, rpcUrl: 'https://ignored.test' })).body
    expect(second).toEqual({ ...first, serviceId: second.serviceId })
    expect(second.serviceId).not.toBe(first.serviceId)
  })
})

describe('deleting an integration and creating it again', () => {
  const message = { spaceKey: 'ENG', key: 'REQ-003' }
  const addresses = { rpcUrl: SECOND, displayUrl: SECOND, trackerApplicationId: 150 }

  test('keeps its mode', async () => {
    table().update(DEMO, { mode: 'MANUAL' })
    await remove()
    const { body } = await create({ applinkId: WIKI_LINK })
    expect(table().get(body.serviceId)?.mode).toBe('MANUAL')
  })

  test('takes along links, messages and jobs of its own, and no others', async () => {
    const other = integrate('svc-other', addresses)
    const { world } = client.simulator
    const through = { serviceId: 'svc-other', applinkId: other.wikiApplinkId }
    enqueueOutbound(
      { world, store: region(), actor: undefined },
      { ...message, ...through, operation: 'REQUIREMENT_UPDATED' },
    )
    for (const one of [table().get(DEMO)!, other])
      enqueueInbound({ world, store: region(), actor: undefined }, one, {
        operation: 'RESET_LINKS',
        issueKey: 'DRN-3',
      })
    const link = tableOf(issueLinks).get(40002)!
    tableOf(issueLinks).insert({ id: 50001, serviceId: 'svc-other', wiki: { ...link.wiki!, applinkId: 'x' } })
    const resync = await client.call('PUT', '/tracker/rest/reqs/1/sync?issues=DRN-1,DRN-2', admin)
    expect(resync.status, resync.text).toBe(200)
    const [job] = [...tableOf(bulkJobs).scan()]
    const items = [{ ...job!.items[0], serviceId: 'svc-other' }, ...job!.items]
    tableOf(bulkJobs).update(job!.id, { items })
    tableOf(bulkJobs).put({ ...job!, id: 900, items: [items[0]!] })
    tableOf(bulkJobs).put({ ...job!, id: 901 })

    await remove()
    const { serviceId } = (await create({ applinkId: WIKI_LINK })).body
    const count = (name: typeof outboundMessages | typeof trackerMessages, service: string) =>
      [...tableOf(name as typeof outboundMessages).range('service', [service])].length
    expect([count(outboundMessages, serviceId), count(trackerMessages, serviceId)]).toEqual([2, 1])
    expect([count(outboundMessages, 'svc-other'), count(trackerMessages, 'svc-other')]).toEqual([1, 1])
    const services = new Map([...tableOf(issueLinks).scan()].map((one) => [one.id, one.serviceId]))
    expect([services.get(40002), services.get(50001)]).toEqual([serviceId, 'svc-other'])
    const moved = job!.items.map((item) => ({ ...item, serviceId }))
    expect(tableOf(bulkJobs).get(job!.id)?.items).toEqual([items[0], ...moved])
    expect(tableOf(bulkJobs).get(900)?.items).toEqual([items[0]])
    expect(tableOf(bulkJobs).get(901)?.items).toEqual(moved)
    client.simulator.clock.advance('10s')
    expect(tableOf(bulkJobs).get(job!.id)).toMatchObject({ status: 'DONE' })
  })

  test('ends its own runs, and no others', async () => {
    const { world } = client.simulator
    const created = (await create({ rpcUrl: SECOND })).body.serviceId
    // Another region may have one of the same id.
    scheduleSynchronisation(world, world.region('us'), DEMO)
    const running = async () =>
      (await client.get('/_sim/jobs')).body.items.flatMap(
        ({ kind, region, payload }: { kind: string; region: string; payload: Record<string, string> }) =>
          kind === 'integration.synchronise' ? [`${region} ${payload['serviceId']}`] : [],
      )
    const runs = await running()
    expect(runs).toEqual(expect.arrayContaining([`eu ${DEMO}`, `eu ${created}`, `us ${DEMO}`]))
    await remove(created)
    expect(await running()).toEqual(runs.filter((run: string) => run !== `eu ${created}`))
    await remove()
    expect(await running()).toEqual(
      runs.filter((run: string) => run !== `eu ${created}` && run !== `eu ${DEMO}`),
    )
  })

  test('leaves users and responses of other integrations', async () => {
    integrate('svc-other', addresses)
    const users = tableOf(remoteUsers)
    for (const serviceId of [DEMO, 'svc-other']) {
      users.put({ id: `${serviceId}/2`, serviceId, userId: 2, username: 'alice', authenticatedAt: 0 })
      const queue = `${base}/${serviceId}/queue/inbound`
      const reply = await client.post(queue, [{ operation: 'RESET_LINKS', issueKey: 'DRN-5' }], admin)
      expect(reply.status, reply.text).toBe(200)
    }
    await remove()
    expect([...users.scan()].map(({ serviceId }) => serviceId)).toEqual(['svc-other'])
    expect([...tableOf(inboundAnswers).scan()].map(({ serviceId }) => serviceId)).toEqual(['svc-other'])
  })
})

describe('changing an integration', () => {
  test.each(['username', 'userKey', 'rpcUrl', 'endpoint'])(
    'of its %s is for who acts for it',
    async (field) => {
      const value = field === 'rpcUrl' || field === 'endpoint' ? TRACKER : 'bob'
      for (const query of ['', `?fields=label,${field}`]) {
        const refused = await put(query, { label: 'New', [field]: value }, 'tok-alice')
        expect([refused.status, refused.body.message], query).toEqual([
          403,
          expect.stringContaining(`change ${field}`),
        ])
      }
      expect(table().get(DEMO)?.label).not.toBe('New')
      expect((await put('', { label: 'New', [field]: value })).status).toBe(200)
    },
  )

  test('of anything else is for everybody, and takes what is named alone', async () => {
    expect((await put('', { label: 'One', displayUrl: SECOND }, 'tok-alice')).status).toBe(200)
    const { status, body } = await put('?fields=label', { label: 'Two', username: 'bob' }, 'tok-alice')
    expect([status, body.label, body.username]).toEqual([200, 'Two', undefined])
  })

  test('removes user and key when they are named without a value', async () => {
    await put('', { username: 'bob', userKey: 'k1' })
    const kept = { username: 'bob', userKey: 'k1' }
    expect((await put('', { username: null, userKey: null, label: null })).body).toMatchObject(kept)
    expect((await put('?fields=userKey', {})).body).toMatchObject({ username: 'bob' })
    expect(table().get(DEMO)).not.toHaveProperty('userKey')
    expect((await put('?fields=username', { username: null })).status).toBe(200)
    expect(table().get(DEMO)).not.toHaveProperty('username')
  })
})

describe('checking application links', () => {
  const check = async () => (await client.post(`${base}/${DEMO}/check-applinks`)).body

  test('finds the tracker of an address that was of none, unless another integration has it', async () => {
    withoutTracker({ serviceId: 'svc-other', rpcUrl: SECOND, displayUrl: SECOND })
    withoutTracker({ serviceId: 'svc-third', rpcUrl: SECOND, displayUrl: SECOND })
    withoutTracker({ serviceId: 'svc-far', rpcUrl: 'https://far.test', displayUrl: 'https://far.test' })
    const found = await check()
    expect(table().get('svc-other')?.trackerApplicationId).toBe(150)
    expect(table().get('svc-third')).not.toHaveProperty('trackerApplicationId')
    const results = found.map(({ serviceId, reachable, updated }: Record<string, unknown>) => [
      serviceId,
      reachable,
      updated,
    ])
    expect(results).toEqual([
      [DEMO, true, []],
      ['svc-far', false, []],
      ['svc-other', true, ['endpoint']],
      ['svc-third', false, []],
    ])
    expect(found[1].message).toBe("no response from 'https://far.test'")
  })

  test('leaves an integration with its tracker, though its address is that of another one', async () => {
    await put('?fields=rpcUrl', { rpcUrl: SECOND })
    expect((await check())[0]).toMatchObject({ serviceId: DEMO, rpcUrl: TRACKER, updated: ['rpcUrl'] })
    expect(table().get(DEMO)?.trackerApplicationId).toBe(102)
  })

  test('finds it although an integration of another wiki has it, which is not in the response', async () => {
    integrate('contoso', { wikiApplicationId: 201, trackerApplicationId: 150 })
    withoutTracker({ serviceId: 'svc-other', rpcUrl: SECOND, displayUrl: SECOND })
    const serviceIds = (await check()).map(({ serviceId }: { serviceId: string }) => serviceId)
    expect(serviceIds).toEqual([DEMO, 'svc-other'])
    expect(table().get('svc-other')?.trackerApplicationId).toBe(150)
  })

  test('reports links without an integration by the id of the tracker, of any organization', async () => {
    for (const [id, organizationId] of [
      [161, 1],
      [140, 2],
      [160, 1],
    ] as const) {
      const site = tableOf(applications).get(150)!
      tableOf(applications).put({ ...site, id, organizationId, baseUrl: `https://n${id}.test` })
    }
    const request = { applicationId: 101, organizationId: 2, status: 'APPROVED' } as const
    tableOf(linkRequests).put(request as LinkRequestRecord)
    const addresses = (await check()).slice(1).map(({ rpcUrl }: { rpcUrl: string }) => rpcUrl)
    expect(addresses).toEqual(['https://n140.test', SECOND, 'https://n160.test', 'https://n161.test'])
  })

  test('reports links without an integration, and changes nothing of those', async () => {
    await client.call('PATCH', '/_sim/sites/150', {
      token: null,
      headers: { 'x-sim-control': '1' },
      body: { status: 'DISABLED' },
    })
    integrate('svc-gone', { detached: true, trackerApplicationId: 150, rpcUrl: 'https://old.test' })
    withoutTracker({ serviceId: 'svc-lost', detached: true, rpcUrl: 'https://lost.test' })
    const before = [...table().scan()]
    const results = (await check()).map(({ message, updated }: Record<string, unknown>) => [message, updated])
    expect(results).toEqual([
      ['the tracker responds', []],
      [`no response from '${SECOND}'`, []],
      ["no response from 'https://lost.test'", []],
    ])
    expect([...table().scan()]).toEqual(before)
  })
})
