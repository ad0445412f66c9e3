/** Queues of several integrations and wikis beside one another, and what is done in them (service §4.5, §6.2). */
import { beforeEach, describe, expect, test } from 'vitest'
import { type IntegrationRecord, integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { users } from '../../../../src/model/records/service/users.ts'
import { demoWith } from '../../../support/client.ts'
import { client, startDemo, region, tableOf } from '../../../support/demo.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const DEMO = 'svc-0001-demo'
const admin = { token: 'tok-admin' }
const queueOf = (serviceId: string) => `${WIKI}/integration/${serviceId}/queue/outbound`

beforeEach(() => startDemo())

const advance = () => client.simulator.clock.advance('3m')
const ids = async (path: string) => (await client.get(path)).body.map(({ id }: { id: number }) => id)
const wiki = async (method: string, path: string, body?: unknown) => {
  const reply = await client.call(method, `${WIKI}${path}`, {
    ...admin,
    body,
  })
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body
}
/** Another integration, of the demo's wiki unless told otherwise, that sends nothing. */
const integrate = (serviceId: string, changes: Partial<IntegrationRecord> = {}) => {
  const first = tableOf(integrations).get(DEMO) as IntegrationRecord
  const applinks = { wikiApplinkId: `wiki-${serviceId}`, trackerApplinkId: `tracker-${serviceId}` }
  tableOf(integrations).insert({ ...first, ...applinks, mode: 'DISABLED', ...changes, serviceId })
}
/** Queues messages; answers the id of the last. */
const fill = (serviceId: string, count: number, userId?: number) => {
  const actor = userId === undefined ? undefined : tableOf(users).get(userId)
  let last = 0
  for (let number = 0; number < count; number++) {
    const fields = { serviceId, operation: 'REQUIREMENT_UPDATED', applinkId: 'any' } as const
    const message = { ...fields, spaceKey: 'ENG', key: 'REQ-003' }
    last = enqueueOutbound({ world: client.simulator.world, store: region(), actor }, message).id
  }
  return last
}

describe('of two integrations of a wiki', () => {
  test('the common queue is in the order in which messages were made, the personal one as well', async () => {
    integrate('aaa')
    const [one, two, three] = [fill('aaa', 1, 2), fill(DEMO, 1, 2), fill('aaa', 1, 2)]
    expect(await ids(`${WIKI}/common-queue`)).toEqual([8001, 8002, one, two, three])
    expect(await ids(`${WIKI}/personal-queue`)).toEqual([8002, one, two, three])
  })

  test('common and personal queue list at most as much as one run takes', async () => {
    integrate('aaa')
    fill('aaa', 1500, 2)
    const last = fill(DEMO, 1500, 2)
    const common = await ids(`${WIKI}/common-queue`)
    expect([common.length, common.at(-1)]).toEqual([3000, last - 2])
    const personal = await ids(`${WIKI}/personal-queue`)
    expect([personal.length, personal.at(-1)]).toEqual([3000, last - 1])
  })

  test('each has its own messages only', async () => {
    integrate('aaa')
    const id = fill('aaa', 1, 1)
    expect(await ids(queueOf('aaa'))).toEqual([id])
    expect(await ids(queueOf(DEMO))).toEqual([8001, 8002])
    for (const method of ['PUT', 'DELETE'])
      expect((await client.call(method, `${queueOf(DEMO)}/${id}`, admin)).status).toBe(404)
    expect(await ids(queueOf('aaa'))).toEqual([id])
  })

  test('queues messages about its own links when issues are synchronised', async () => {
    integrate('aaa')
    const table = tableOf(issueLinks)
    const link = table.get(40002)
    if (link?.wiki === undefined) throw new Error('no such link')
    table.insert({ id: 50001, serviceId: 'aaa', wiki: { ...link.wiki, issueKey: 'DRN-4' } })
    expect(await wiki('POST', `/sync?from=${DEMO}`, '"DRN-4"')).toEqual({ queued: 0, unlinked: ['DRN-4'] })
    expect(await ids(queueOf(DEMO))).toEqual([8001, 8002])
  })
})

test('messages of another wiki are in none of its queues', async () => {
  integrate('contoso', { wikiApplicationId: 201 })
  fill('contoso', 1, 2)
  expect(await ids(`${WIKI}/common-queue`)).toEqual([8001, 8002])
  expect(await ids(`${WIKI}/personal-queue`)).toEqual([8002])
})

test('a synchronisation of issues queues messages in the order of the links, copies of baselines apart', async () => {
  advance()
  for (const place of [
    'REQ-005/link/issue/DRN-3',
    'REQ-004/link/issue/DRN-3',
    'REQ-004/link/issue/DRN-3?baseline=1',
  ])
    await wiki('PUT', `/requirement2/ENG/${place}`)
  advance()
  expect(await wiki('POST', `/sync?from=${DEMO}`, '"DRN-3"')).toEqual({ queued: 3, unlinked: [] })
  const queued = (await client.get(queueOf(DEMO))).body
  expect(queued.map(({ key, baseline }: Record<string, unknown>) => [key, baseline])).toEqual([
    ['REQ-005', undefined],
    ['REQ-004', undefined],
    ['REQ-004', 1],
  ])
  expect(queued[0]).not.toHaveProperty('baseline')
})

test('an automatic clock does not move for messages that are done', async () => {
  await startDemo(demoWith({ clock: { mode: 'auto' } }))
  expect(await ids(`${queueOf(DEMO)}?includeDone=true`)).toEqual([8001, 8002])
  for (let count = 0; count < 2; count++) {
    expect(await ids(`${queueOf(DEMO)}?includeDone=true`)).toEqual([8002, 8001])
    expect((await client.get('/_sim/clock')).body.now).toBe('2026-01-05T09:03:00.000Z')
  }
})

describe('a message that is done', () => {
  const applinkId = '99999999-8888-4777-8666-555555555555'
  const define = async (key: string) => {
    const options = { token: null, headers: { 'x-sim-control': '1' }, body: { define: [{ key, html: key }] } }
    expect((await client.call('PUT', '/_sim/pages/4001', options)).status).toBe(200)
  }
  const linkFromTracker = async (key: string, issue: string) => {
    const body = [{ applinkId, spaceKey: 'ENG', key, relationship: 'implements' }]
    expect((await client.post(`${TRACKER}/issuelinks/${issue}`, body)).status).toBe(200)
    advance()
  }
  const issuesOf = async (key: string) =>
    (await wiki('GET', `/requirement2/ENG/${key}`)).issues.map(
      ({ issueKey }: { issueKey: string }) => issueKey,
    )

  test('renames nothing any more: a later requirement of the former key is another one', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-001', { newKey: 'TOP-1' })
    advance()
    await define('REQ-001')
    await linkFromTracker('REQ-001', 'DRN-3')
    expect(await issuesOf('REQ-001')).toEqual(['DRN-3'])
    expect(await issuesOf('TOP-1')).toEqual(['DRN-1', 'DRN-2'])
    await wiki('PUT', '/requirement2/ENG/REQ-001/link/issue/DRN-4')
    const [added] = await ids(queueOf(DEMO))
    expect((await client.call('PUT', `${queueOf(DEMO)}/${added}`, admin)).body.status).toBe('DONE')
  })

  test('does not keep the tracker from taking off again what it added', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3')
    advance()
    const body = [{ applinkId, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }]
    expect((await client.call('DELETE', `${TRACKER}/issuelinks/DRN-3`, { body })).status).toBe(200)
    advance()
    expect(await issuesOf('REQ-003')).toEqual([])
  })

  test('keeps the names that it was sent with', async () => {
    await wiki('PUT', '/requirement2/ENG/REQ-003/link/issue/DRN-3?relationship=tests')
    advance()
    const headers = { 'x-sim-control': '1' }
    const renamed = { token: null, headers, body: { key: 'DRN-50' } }
    expect((await client.call('PUT', '/_sim/issues/30003', renamed)).status).toBe(200)
    await wiki('PUT', '/requirement2/ENG/REQ-003', { newKey: 'TOP-3' })
    advance()
    const { body } = await client.get(`${queueOf(DEMO)}?includeDone=true`)
    expect(body.find(({ operation }: { operation: string }) => operation === 'LINK_ADDED')).toMatchObject({
      key: 'REQ-003',
      issueKey: 'DRN-3',
    })
    expect(await issuesOf('TOP-3')).toEqual(['DRN-50'])
  })
})

test('a message about a requirement that names an issue says nothing of their link', async () => {
  const table = tableOf(issueLinks)
  const { tracker: _lost, ...link } = table.get(40003)!
  table.put(link)
  expect(await wiki('PUT', '/repair/trackerlinks', { ids: [40003] })).toMatchObject({ healed: 1 })
  expect(tableOf(issueLinks).get(40003)?.tracker?.key).toBe('REQ-002')
  expect(await ids(queueOf(DEMO))).toEqual([8001, 8002])
})
