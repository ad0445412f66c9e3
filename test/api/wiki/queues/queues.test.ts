import { beforeEach, describe, expect, test } from 'vitest'
import { applications } from '../../../../src/model/records/service/applications.ts'
import { type IntegrationRecord, integrations } from '../../../../src/model/records/tracker/integrations.ts'
import { issueLinks } from '../../../../src/model/records/tracker/issue-links.ts'
import { issues } from '../../../../src/model/records/tracker/tracker.ts'
import { enqueueOutbound } from '../../../../src/model/integration/messages/messages.ts'
import { settings } from '../../../../src/model/records/service/settings.ts'
import { type CallOptions, type Client, clientOf, startClient, demoWith } from '../../../support/client.ts'
import { client, region, tableOf, startDemo, refused } from '../../../support/demo.ts'

const WIKI = '/wiki/rest/reqs/1'
const TRACKER = '/tracker/rest/reqs/1'
const queue = `${WIKI}/integration/svc-0001-demo/queue`
const admin: CallOptions = { token: 'tok-admin' }
const bob: CallOptions = { token: 'tok-bob' }
const applinkId = '99999999-8888-4777-8666-555555555555'

beforeEach(() => startDemo())

const advance = (by = '3m') => client.simulator.clock.advance(by)
const outbound = (id: number) =>
  client.simulator.state('outboundMessage').find((message) => message.id === id)
const waiting = async (query = '') => (await client.get(`${queue}/outbound${query}`)).body
const ids = (messages: { id: number }[]) => messages.map(({ id }) => id)
const statuses = (items: readonly { readonly status: string }[]) => items.map(({ status }) => status)
const setCost = (applicationId: number, value: number) => {
  const name = 'messageMilliseconds'
  const id = `${applicationId}/0/${name}`
  tableOf(settings).put({ id, applicationId, name, value })
}
const setStatus = (id: number, status: 'ACTIVE' | 'DISABLED') => tableOf(applications).update(id, { status })
/** Issues that the wiki and the tracker show on a requirement. */
const shown = async (key: string) => {
  const requirement = await client.get(`${WIKI}/requirement2/ENG/${key}`)
  const links = [...tableOf(issueLinks).range('trackerRequirement', ['svc-0001-demo', 'ENG', key])]
  return {
    wiki: requirement.body.issues.map(({ issueKey }: { issueKey: string }) => issueKey),
    tracker: links.map(({ tracker }) => tableOf(issues).get(tracker?.issueId ?? 0)?.key),
  }
}
const link = (key: string, issue: string) => client.put(`${WIKI}/requirement2/ENG/${key}/link/issue/${issue}`)
const fill = (count: number) => {
  for (let number = 0; number < count; number++) {
    enqueueOutbound(
      { world: client.simulator.world, store: region(), actor: undefined },
      {
        serviceId: 'svc-0001-demo',
        operation: 'REQUIREMENT_UPDATED',
        applinkId: '11111111-2222-4333-8444-555555555555',
        spaceKey: 'ENG',
        key: 'REQ-003',
      },
    )
  }
}

/** The pending runs of synchronisations; the demo's invitation waits for its end beside them. */
async function synchronisations(of: Client) {
  const { items } = (await of.get('/_sim/jobs')).body
  return items.filter((job: Record<string, unknown>) => job['kind'] === 'integration.synchronise')
}

describe('the outbound queue', () => {
  test('lists what waits, as it will be sent', async () => {
    const reply = await client.get(`${queue}/outbound`, bob)
    expect(reply.body).toEqual([
      {
        id: 8001,
        serviceId: 'svc-0001-demo',
        operation: 'LINK_ADDED',
        title: 'DRN-2 tests REQ-001',
        applinkId: '11111111-2222-4333-8444-555555555555',
        spaceKey: 'ENG',
        key: 'REQ-001',
        issueKey: 'DRN-2',
        relationship: 'tests',
        createdBy: 1,
        createdAt: '2026-01-05T09:00:00.000Z',
        status: 'PENDING',
        attempts: 0,
      },
      expect.objectContaining({ id: 8002, operation: 'REQUIREMENT_UPDATED', createdBy: 2 }),
    ])
    expect(ids(await waiting('?limit=1'))).toEqual([8001])
  })

  test('lists done messages after waiting ones, the newest first, and only on request', async () => {
    advance()
    await link('REQ-003', 'DRN-3')
    expect((await waiting()).map(({ operation }: { operation: string }) => operation)).toEqual(['LINK_ADDED'])
    const all = await waiting('?includeDone=true&includeLastResponse=true')
    expect(ids(all).slice(1)).toEqual([8002, 8001])
    expect(all[1]).toMatchObject({ status: 'DONE', attempts: 1, lastResponse: 'text refreshed for 1 link' })
    expect(all[0]).not.toHaveProperty('lastResponse')
    expect((await waiting('?includeDone=true'))[1]).not.toHaveProperty('lastResponse')
    expect(await waiting('?includeDone=true&limit=1')).toHaveLength(1)
  })

  test('a message travels at the next run, and each product shows its own face until then', async () => {
    await link('REQ-003', 'DRN-3')
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: [] })
    advance('2m')
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: [] })
    advance('1m')
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: ['DRN-3'] })
    expect(await waiting()).toEqual([])
  })

  test('one message is sent by hand, the others stay', async () => {
    const path = `${queue}/outbound/8002`
    const reply = await client.call('PUT', path, admin)
    expect(reply.body).toMatchObject({
      id: 8002,
      status: 'DONE',
      attempts: 1,
      lastResponse: expect.stringContaining('refreshed'),
    })
    expect(ids(await waiting())).toEqual([8001])
    const again = await client.call('PUT', path, admin)
    expect(again).toMatchObject(refused(409, '8002'))
  })

  test('a message that is removed is never sent', async () => {
    expect((await client.delete(`${queue}/outbound/8001`, admin)).status).toBe(204)
    expect((await client.delete(`${queue}/outbound/8001`, admin)).status).toBe(404)
    advance()
    expect(outbound(8001)).toBeUndefined()
    expect(ids(await waiting('?includeDone=true'))).toEqual([8002])
  })

  test('a flush sends all, as far as 15 seconds go', async () => {
    setCost(102, 15_000)
    const { body } = await client.get(`${queue}/flush`, admin)
    expect(body).toEqual({
      answers: [
        { id: 8001, operation: 'LINK_ADDED', status: 'DONE', message: 'the link was there already' },
        {
          id: 8002,
          operation: 'REQUIREMENT_UPDATED',
          status: 'NOT_EXECUTED',
          message: 'the time of the run was up',
        },
      ],
      waiting: 1,
    })
    expect((await client.get(`${queue}/flush`, admin)).body).toMatchObject({
      answers: [{ id: 8002, status: 'DONE' }],
      waiting: 0,
    })
    expect(outbound(8002)?.attempts).toBe(2)
  })

  test.each(['svc-9', 'null'])('no integration %s', async (service) => {
    const path = `${WIKI}/integration/${service}/queue`
    expect((await client.get(`${path}/outbound`)).status).toBe(404)
    expect((await client.get(`${path}/flush`, admin)).status).toBe(404)
    expect((await client.call('PUT', `${path}/outbound/8001`, admin)).status).toBe(404)
    expect((await client.delete(`${WIKI}/personal-queue/${service}/8002`)).status).toBe(404)
  })

  test('an automatic clock moves to the next run when what waits is read', async () => {
    const simulator = (await startClient(demoWith({ clock: { mode: 'auto' } }))).simulator
    const polling = clientOf(simulator)
    expect((await polling.get(`${queue}/outbound`)).body).toHaveLength(2)
    expect((await polling.get(`${queue}/outbound`)).body).toEqual([])
    expect((await polling.get('/_sim/clock')).body.now).toBe('2026-01-05T09:03:00.000Z')
  })
})

describe('a message that fails', () => {
  test('is sent again until it succeeds, without delaying others', async () => {
    await link('REQ-003', 'DRN-77')
    await link('REQ-004', 'DRN-3')
    advance('9m')
    const [failed] = await waiting('?includeLastResponse=true')
    expect(failed).toMatchObject({
      operation: 'LINK_ADDED',
      status: 'FAILED',
      attempts: 3,
      lastResponse: "issue 'DRN-77' does not exist",
    })
    expect(await shown('REQ-004')).toEqual({ wiki: ['DRN-3'], tracker: ['DRN-3'] })
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-77'], tracker: [] })
    tableOf(issues).update(30004, { key: 'DRN-77' })
    advance()
    expect(outbound(failed.id)).toMatchObject({ status: 'DONE', attempts: 4 })
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-77'], tracker: ['DRN-77'] })
  })

  test('does not come back when a later one made it superfluous', async () => {
    await link('REQ-003', 'DRN-77')
    advance()
    const [failed] = await waiting()
    await client.delete(`${WIKI}/requirement2/ENG/REQ-003`)
    advance()
    expect(outbound(failed.id)).toMatchObject({
      status: 'DONE',
      lastResponse: expect.stringContaining('superseded'),
    })
    tableOf(issues).update(30004, { key: 'DRN-77' })
    advance('6m')
    expect((await shown('REQ-003')).tracker).toEqual([])
  })

  test('follows its requirement to the new key', async () => {
    await link('REQ-003', 'DRN-77')
    advance()
    await client.put(`${WIKI}/requirement2/ENG/REQ-003`, { newKey: 'TOP-1' })
    advance()
    expect((await waiting()).map(({ key }: { key: string }) => key)).toEqual(['TOP-1'])
    tableOf(issues).update(30004, { key: 'DRN-77' })
    advance()
    expect(await shown('TOP-1')).toEqual({ wiki: ['DRN-77'], tracker: ['DRN-77'] })
  })
})

describe('time', () => {
  test('3,000 messages go in one run, the rest in the next, in their order', async () => {
    fill(3001)
    advance()
    const left = await waiting('?includeLastResponse=true')
    expect(statuses(left)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    const done = client.simulator.state('outboundMessage').filter(({ status }) => status === 'DONE')
    expect(done).toHaveLength(3000)
    expect(Math.max(...ids(done))).toBeLessThan(Math.min(...ids(left)))
    advance()
    expect(await waiting()).toEqual([])
  })

  test('messages beyond 30 seconds of the tracker are sent again', async () => {
    fill(3)
    setCost(102, 10_000)
    advance()
    const left = await waiting('?includeLastResponse=true')
    expect(left).toMatchObject([
      { status: 'NOT_EXECUTED', attempts: 1, lastResponse: 'the time of the run was up' },
      { status: 'NOT_EXECUTED', attempts: 1 },
    ])
    advance()
    expect(await waiting()).toEqual([])
    expect(client.simulator.clock.now()).toBe('2026-01-05T09:06:00.000Z')
  })

  test('a tracker that needs more than 120 seconds does not respond: no message changes', async () => {
    setCost(102, 120_001)
    advance('9m')
    expect(await waiting('?includeLastResponse=true')).toMatchObject([
      { id: 8001, status: 'PENDING', attempts: 0 },
      { id: 8002, status: 'PENDING', attempts: 0 },
    ])
    const reply = await client.call('PUT', `${queue}/outbound/8001`, admin)
    expect(reply.body).toMatchObject({
      status: 'PENDING',
      attempts: 0,
      lastResponse: 'no response within 120 s',
    })
    expect((await client.get(`${queue}/flush`, admin)).body).toEqual({
      answers: [],
      waiting: 2,
      reason: 'no response within 120 s',
    })
    setCost(102, 120_000)
    advance()
    expect(outbound(8001)).toMatchObject({ status: 'DONE', attempts: 1 })
    expect(outbound(8002)).toMatchObject({ status: 'NOT_EXECUTED', attempts: 1 })
  })

  test.each([30_001, 120_000])('a message that costs %d ms is delivered: it begins in time', async (cost) => {
    await client.post(`${TRACKER}/issuelinks/DRN-3`, [
      { applinkId, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' },
    ])
    setCost(101, cost)
    setCost(102, cost)
    advance('6m')
    expect(await waiting()).toEqual([])
    expect(outbound(8002)).toMatchObject({ status: 'DONE', attempts: 2 })
    expect(client.simulator.state('trackerMessage')).toMatchObject([{ status: 'DONE', attempts: 1 }])
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: ['DRN-3'] })
  })

  test('sent by hand, a message is carried out however long it takes; 15 seconds are for what begins', async () => {
    setCost(102, 15_001)
    const sent = await client.call('PUT', `${queue}/outbound/8001`, admin)
    expect(sent.body).toMatchObject({ status: 'DONE', attempts: 1 })
    await link('REQ-003', 'DRN-3')
    const flushed = await client.get(`${queue}/flush`, admin)
    expect(statuses(flushed.body.answers)).toEqual(['DONE', 'NOT_EXECUTED'])
    expect(outbound(8002)).toMatchObject({ status: 'DONE', attempts: 1 })
  })

  test('runs are aligned to the start of the world', async () => {
    advance('100s')
    expect(await synchronisations(client)).toMatchObject([{ due: '2026-01-05T09:03:00.000Z' }])
    advance('3h')
    expect(await synchronisations(client)).toMatchObject([{ due: '2026-01-05T12:03:00.000Z' }])
  })
})

describe('an outage', () => {
  const post = (key: string) =>
    client.post(`${TRACKER}/issuelinks/DRN-3`, [
      { applinkId, spaceKey: 'ENG', key, relationship: 'implements' },
    ])

  test.each<[name: string, begin: () => void, end: () => void]>([
    ['of the tracker', () => setStatus(102, 'DISABLED'), () => setStatus(102, 'ACTIVE')],
    ['of the wiki', () => setStatus(101, 'DISABLED'), () => setStatus(101, 'ACTIVE')],
    [
      'by mode DISABLED',
      () => tableOf(integrations).update('svc-0001-demo', { mode: 'DISABLED' }),
      () => tableOf(integrations).update('svc-0001-demo', { mode: 'MANUAL' }),
    ],
    [
      'by a descriptor that is DISABLED',
      () => tableOf(integrations).update('svc-0001-demo', { status: 'DISABLED' }),
      () => tableOf(integrations).update('svc-0001-demo', { status: 'ACTIVE' }),
    ],
  ])('%s stops both directions, and nothing is lost', async (_name, begin, end) => {
    await link('REQ-004', 'DRN-4')
    expect((await post('REQ-003')).status).toBe(200)
    begin()
    advance('30m')
    const pending = client.simulator.state('outboundMessage')
    expect(statuses(pending)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect(client.simulator.state('trackerMessage')).toMatchObject([{ status: 'PENDING', attempts: 0 }])
    end()
    advance()
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: ['DRN-3'] })
    expect(await shown('REQ-004')).toEqual({ wiki: ['DRN-4'], tracker: ['DRN-4'] })
  })

  test('keeps its reason when a message is sent manually', async () => {
    setStatus(102, 'DISABLED')
    const reply = await client.put(`${WIKI}/personal-queue/svc-0001-demo/8002`)
    expect(reply.body).toMatchObject({
      status: 'PENDING',
      attempts: 0,
      lastResponse: "no response from 'https://tracker.northwind.test'",
    })
  })
})

describe('the inbound queue', () => {
  const post = (messages: object[], query = '', options: CallOptions = {}) =>
    client.call('POST', `${queue}/inbound${query}`, { ...options, body: messages })
  const add = (key: string, issueKey = 'DRN-3') => ({ operation: 'ADD_LINK', spaceKey: 'ENG', key, issueKey })

  test('adds, removes and resets links of the wiki at once, with responses in order', async () => {
    const { body } = await post([
      add('REQ-003'),
      add('REQ-003'),
      add('REQ-404'),
      { ...add('REQ-004'), relationship: 'tests' },
      { ...add('REQ-005'), operation: 'REMOVE_LINK' },
      { operation: 'ADD_LINK', issueKey: 'DRN-3' },
    ])
    expect(body.map(({ status, message }: Record<string, string>) => [status, message])).toEqual([
      ['DONE', 'link added'],
      ['DONE', 'the link was there already'],
      ['FAILED', "requirement 'ENG/REQ-404' does not exist"],
      ['DONE', 'link added'],
      ['DONE', 'there was no such link'],
      ['FAILED', "ADD_LINK needs 'spaceKey' and 'key'"],
    ])
    expect((await client.get(`${queue}/inbound`)).body).toEqual(body)
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: [] })
    const { events } = (await client.get(`${WIKI}/misc/ENG/history?reqs=REQ-003`)).body[0]
    expect(events.at(-1)).toMatchObject({ event: 'LINKED', by: 'alice' })
    await post([{ operation: 'RESET_LINKS', issueKey: 'DRN-3', relationship: 'tests' }])
    expect([await shown('REQ-003'), await shown('REQ-004')]).toMatchObject([
      { wiki: ['DRN-3'] },
      { wiki: [] },
    ])
    await post([{ operation: 'RESET_LINKS', issueKey: 'DRN-3' }])
    expect((await shown('REQ-003')).wiki).toEqual([])
  })

  test('renames issues, also in messages that wait for the tracker', async () => {
    await link('REQ-003', 'DRN-1')
    await post([{ operation: 'ISSUE_MOVED', issueKey: 'DRN-1', newIssueKey: 'NEW-7' }])
    expect((await shown('REQ-001')).wiki).toEqual(['NEW-7', 'DRN-2'])
    expect((await waiting()).at(-1)).toMatchObject({ key: 'REQ-003', issueKey: 'NEW-7' })
  })

  test('does what the timeout reaches', async () => {
    const messages = ['REQ-003', 'REQ-004', 'REQ-005'].map((key) => add(key))
    expect(statuses((await post(messages, '?timeout=20')).body)).toEqual(['DONE', 'DONE', 'NOT_EXECUTED'])
    expect((await shown('REQ-005')).wiki).toEqual([])
    expect(statuses((await post([add('REQ-005')], '?timeout=0')).body)).toEqual(['NOT_EXECUTED'])
    setCost(101, 180_000)
    expect(statuses((await post([add('REQ-005')], '?timeout=180000')).body)).toEqual(['DONE'])
    setCost(101, 30_001)
    expect(statuses((await post([add('REQ-006')])).body)).toEqual(['NOT_EXECUTED'])
    expect((await post([], '?timeout=180001')).status).toBe(400)
  })

  test('is found by the address of the tracker when serviceId is null', async () => {
    const path = `${WIKI}/integration/null/queue/inbound`
    const at = (url: string) => `${path}?url=${encodeURIComponent(url)}`
    const address = 'https://tracker.northwind.test/'
    const reply = await client.post(at(address), [add('REQ-003')])
    expect(reply.body).toMatchObject([{ status: 'DONE' }])
    expect((await client.get(at(address))).body).toEqual(reply.body)
    expect((await client.get(path)).status).toBe(400)
    expect((await client.get(at('https://other.test'))).status).toBe(404)
  })

  test('refuses invalid messages, and writes nothing', async () => {
    for (const wrong of [
      [{ operation: 'EXPLODE' }],
      { operation: 'ADD_LINK' },
      [add('REQ-003'), { issueKey: 'X' }],
    ])
      expect((await client.post(`${queue}/inbound`, wrong)).status).toBe(400)
    expect((await post([add('REQ-003')], '', { token: null })).status).toBe(401)
    expect((await client.get(`${queue}/inbound`)).body).toEqual([])
    expect((await shown('REQ-003')).wiki).toEqual([])
  })

  test('keeps the last 1,000 responses', async () => {
    const one = await post([add('REQ-003')])
    await post(Array.from({ length: 1000 }, () => add('REQ-003')))
    const { body } = await client.get(`${queue}/inbound`)
    expect(body).toHaveLength(1000)
    expect(ids(body)).not.toContain(one.body[0].id)
  })
})

describe('messages of the tracker', () => {
  test('reach the wiki at the run, with a response', async () => {
    const body = [{ applinkId, spaceKey: 'ENG', key: 'REQ-003', relationship: 'implements' }]
    await client.post(`${TRACKER}/issuelinks/DRN-3`, body)
    expect(await shown('REQ-003')).toEqual({ wiki: [], tracker: ['DRN-3'] })
    expect((await client.get(`${queue}/inbound`)).body).toEqual([])
    advance()
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: ['DRN-3'] })
    expect((await client.get(`${queue}/inbound`)).body).toMatchObject([
      { operation: 'ADD_LINK', status: 'DONE', message: 'link added' },
    ])
    await client.call('DELETE', `${TRACKER}/issuelinks/DRN-3`, { body })
    expect(await shown('REQ-003')).toEqual({ wiki: ['DRN-3'], tracker: [] })
    advance()
    expect(await shown('REQ-003')).toEqual({ wiki: [], tracker: [] })
  })

  test('are superseded when the wiki changed the same link meanwhile', async () => {
    const relationship = 'implements'
    const body = [{ applinkId, spaceKey: 'ENG', key: 'REQ-001', relationship }]
    await client.delete(`${WIKI}/requirement2/ENG/REQ-001/link/issue/DRN-1`)
    await client.put(`${TRACKER}/issuelinks/DRN-1`, [])
    await client.post(`${TRACKER}/issuelinks/DRN-1`, body)
    advance('6m')
    expect(await shown('REQ-001')).toEqual({ wiki: ['DRN-2'], tracker: ['DRN-2'] })
    const [, added] = client.simulator.state('trackerMessage')
    expect(added).toMatchObject({
      operation: 'ADD_LINK',
      status: 'DONE',
      lastResponse: expect.stringContaining('superseded'),
    })
  })
})

describe('order by hand', () => {
  test('a message does not overtake one that renames its requirement', async () => {
    await client.put(`${WIKI}/requirement2/ENG/REQ-001`, { newKey: 'TOP-1' })
    await link('TOP-1', 'DRN-3')
    const [, , renaming, adding] = await waiting()
    const early = await client.call('PUT', `${queue}/outbound/${adding.id}`, admin)
    expect(early).toMatchObject(refused(409, `${renaming.id}`))
    for (const { id } of [renaming, adding])
      expect((await client.call('PUT', `${queue}/outbound/${id}`, admin)).body.status).toBe('DONE')
    expect(await shown('TOP-1')).toEqual({
      wiki: ['DRN-1', 'DRN-2', 'DRN-3'],
      tracker: ['DRN-1', 'DRN-2', 'DRN-3'],
    })
  })
})

describe('common and personal queue', () => {
  const personal = `${WIKI}/personal-queue`

  test('list what waits, of all and of oneself', async () => {
    expect(ids((await client.get(`${WIKI}/common-queue`, bob)).body)).toEqual([8001, 8002])
    expect(ids((await client.get(personal)).body)).toEqual([8002])
    expect((await client.get(personal, bob)).body).toEqual([])
    await link('REQ-003', 'DRN-3')
    expect((await client.get(personal)).body).toHaveLength(2)
    advance()
    expect((await client.get(personal)).body).toEqual([])
    expect((await client.get(`${WIKI}/common-queue`)).body).toEqual([])
  })

  test('are empty for another wiki', async () => {
    const headers = { 'x-api-key': 'tok-uma', 'x-base-url': 'https://wiki.fabrikam.test/wiki' }
    const hosted = { token: null, headers }
    expect((await client.get('/us/wiki/rest/reqs/1/common-queue', hosted)).body).toEqual([])
    expect((await client.get('/us/wiki/rest/reqs/1/personal-queue', hosted)).body).toEqual([])
    const path = '/us/wiki/rest/reqs/1/integration/svc-0001-demo/queue/outbound'
    expect((await client.get(path, hosted)).status).toBe(404)
  })

  test('only the owner touches a message', async () => {
    const path = `${personal}/svc-0001-demo`
    for (const method of ['PUT', 'DELETE']) {
      expect((await client.call(method, `${path}/8001`)).status).toBe(403)
      expect((await client.call(method, `${path}/8002`, admin)).status).toBe(403)
      expect((await client.call(method, `${path}/8009`)).status).toBe(404)
    }
    expect((await client.put(`${path}/8002`)).body).toMatchObject({ status: 'DONE', attempts: 1 })
    expect((await client.delete(`${path}/8001`, admin)).status).toBe(204)
    expect(await waiting()).toEqual([])
  })

  test('the common queue leaves out messages of users under A141', async () => {
    const config = { assumptions: { A141: 'unowned' } }
    await startDemo({ scenario: 'demo', config } as never)
    fill(1)
    expect((await client.get(`${WIKI}/common-queue`)).body).toMatchObject([{ key: 'REQ-003' }])
  })
})

describe('the job', () => {
  test('is independent in forks', async () => {
    advance('1m')
    const fork = clientOf(client.simulator.fork())
    await link('REQ-003', 'DRN-3')
    fork.simulator.clock.advance('2m')
    expect((await fork.get(`${queue}/outbound`)).body).toEqual([])
    expect(await waiting()).toHaveLength(3)
    advance('2m')
    expect(await waiting()).toEqual([])
    expect(await synchronisations(fork)).toMatchObject(await synchronisations(client))
  })

  test('is part of an export, which synchronises like the original', async () => {
    await link('REQ-003', 'DRN-77')
    advance('4m')
    const { body: document } = await client.get('/_sim/export')
    const other = await startClient({ scenario: 'empty' })
    const headers = { 'x-sim-control': '1' }
    const imported = await other.post('/_sim/import', document, { token: null, headers })
    expect(imported.status, imported.text).toBeLessThan(300)
    expect(await synchronisations(other)).toEqual(await synchronisations(client))
    advance('2m')
    other.simulator.clock.advance('2m')
    expect(other.simulator.state('outboundMessage')).toEqual(client.simulator.state('outboundMessage'))
    expect(other.simulator.state('outboundMessage').at(-1)).toMatchObject({ attempts: 2 })
  })

  test('ends with its integration', async () => {
    tableOf(integrations).remove('svc-0001-demo')
    advance()
    expect(await synchronisations(client)).toEqual([])
    expect(outbound(8001)).toMatchObject({ status: 'PENDING', attempts: 0 })
  })

  test('of two integrations: each sends its own', async () => {
    const first = tableOf(integrations).get('svc-0001-demo') as IntegrationRecord
    const applinks = { wikiApplinkId: 'wiki-2', trackerApplinkId: 'tracker-2' }
    tableOf(integrations).insert({ ...first, ...applinks, serviceId: 'svc-0002', mode: 'DISABLED' })
    enqueueOutbound(
      { world: client.simulator.world, store: region(), actor: undefined },
      {
        serviceId: 'svc-0002',
        operation: 'BASELINE_UPDATED',
        applinkId: 'wiki-2',
        spaceKey: 'ENG',
        baseline: 1,
      },
    )
    advance()
    const { body } = await client.get(`${WIKI}/integration/svc-0002/queue/outbound`)
    expect(body).toMatchObject([{ operation: 'BASELINE_UPDATED', status: 'PENDING' }])
    expect(await waiting()).toEqual([])
  })
})
