// Faults of freezings, of messages and of sites, as the interfaces show what becomes of them.

import { beforeEach, describe, expect, test } from 'vitest'
import { baselines } from '../../../src/model/records/wiki/baselines.ts'
import { tasks } from '../../../src/model/records/wiki/tasks.ts'
import type { FaultInput } from '../../../src/index.ts'
import { type Client, startClient } from '../../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const queue = `${WIKI}/integration/svc-0001-demo/queue`
const admin = { token: 'tok-admin' }

let client: Client
beforeEach(async () => {
  client = await startClient()
})

const strike = (fault: FaultInput) => client.simulator.faults.add(fault)
const counters = () => client.simulator.faults.list().map(({ matched, struck }) => [matched, struck])
const advance = (by = '3m') => client.simulator.clock.advance(by)

describe('a freezing', () => {
  const freeze = async (): Promise<string> =>
    (await client.post(`${WIKI}/baseline-actions/ENG/freeze/2`)).body.taskId
  const outcome = async (task: string) => {
    const { status, message } = (await client.get(`${WIKI}/tasks/status/${task}`)).body
    const { body } = await client.get(`${WIKI}/baseline/ENG/2`)
    return { task: status, said: message, baseline: body.status, message: body.message }
  }

  test('fails with the message of the fault, and can be tried again', async () => {
    strike({ freeze: 'ENG', message: 'the disk is full', times: 1 })
    const task = await freeze()
    advance()
    expect(await outcome(task)).toEqual({
      task: 'ERROR',
      said: 'the disk is full',
      baseline: 'ERROR',
      message: 'the disk is full',
    })
    const copies = await client.get(`${WIKI}/requirement2/ENG?baselineCondition=ENG-2`)
    expect(copies.body.results).toEqual([])
    const reset = { spaceKey: 'ENG', baseline: 2, status: 'PREVIEW' }
    const reply = await client.call('PUT', `${WIKI}/baseline/ENG/2?fields=STATUS`, { body: reset })
    expect(reply.status).toBeLessThan(300)
    const again = await freeze()
    advance()
    expect(await outcome(again)).toMatchObject({ task: 'DONE', baseline: 'DONE' })
    expect(counters()).toEqual([[2, 1]])
  })

  test.each([
    ['*', true],
    ['101/ENG', true],
    ['wiki/ENG', true],
    ['OPS', false],
  ])('of %s: %s', async (place, fails) => {
    strike({ freeze: place })
    const task = await freeze()
    advance()
    expect((await outcome(task)).task).toBe(fails ? 'ERROR' : 'DONE')
  })

  test('fails at a percentage: progress is seen until then', async () => {
    const generate = [{ requirements: 1000, space: 'OPS', prefix: 'OPS-' }]
    client = await startClient({ scenario: { extends: ['demo'], generate } })
    await client.post(`${WIKI}/baseline/OPS`, { baseline: { name: 'Big' } })
    strike({ freeze: 'OPS', at: 55 })
    const { taskId } = (await client.post(`${WIKI}/baseline-actions/OPS/freeze/1`)).body
    const seen: [string, number][] = []
    for (let step = 0; step < 7; step++) {
      advance('1s')
      const { status, percentage } = (await client.get(`${WIKI}/tasks/status/${taskId}`)).body
      seen.push([status, percentage])
    }
    expect(seen).toEqual([
      ['RUNNING', 10],
      ['RUNNING', 20],
      ['RUNNING', 30],
      ['RUNNING', 40],
      ['RUNNING', 50],
      // Progress never runs backwards.
      ['ERROR', 55],
      ['ERROR', 55],
    ])
    expect(counters()).toEqual([[1, 1]])
  })

  test.each([0, 25, 30])(
    'fails at %i percent of 12 requirements, and progress never runs backwards',
    async (at) => {
      strike({ freeze: 'ENG', at })
      const taskId = await freeze()
      const seen: number[] = []
      for (let step = 0; step < 20; step++) {
        seen.push((await client.get(`${WIKI}/tasks/status/${taskId}`)).body.percentage)
        advance('55ms')
      }
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      expect(seen.at(-1)).toBe(at)
    },
  )

  test('is no evidence of the machine of baselines', async () => {
    const failures = () =>
      client.simulator
        .report()
        .machines.find(({ machine }) => machine === 'baseline')
        ?.transitions.filter(({ event, times }) => event === 'FAIL' && times > 0)
    strike({ freeze: 'ENG', times: 1 })
    await freeze()
    advance()
    expect(failures()).toEqual([])
    expect(client.simulator.state('baseline', { number: 2 })).toMatchObject([{ status: 'ERROR' }])
  })

  test('each freezing is one match, however many steps it takes', async () => {
    strike({ freeze: '*', after: 1 })
    const task = await freeze()
    advance()
    expect((await outcome(task)).task).toBe('DONE')
    expect(counters()).toEqual([[1, 0]])
  })

  test('that a fault stops at its last step ends its task', async () => {
    const task = await freeze()
    const table = client.simulator.world.region('eu').table(tasks)
    table.update(task, { newPage: { title: '' } })
    advance()
    expect(await outcome(task)).toMatchObject({ task: 'ERROR', baseline: 'ERROR' })
    expect(client.simulator.state('container', { name: '' })).toEqual([])
  })

  test('whose baseline has left IN_CREATION ends its task too', async () => {
    const task = await freeze()
    const table = client.simulator.world.region('eu').table(baselines)
    const { id } = client.simulator.state('baseline', { number: 2 })[0] as { id: number }
    table.update(id, { status: 'DONE' })
    advance()
    expect((await client.get(`${WIKI}/tasks/status/${task}`)).body.status).toBe('ERROR')
  })
})

describe('a message', () => {
  const waiting = () =>
    client.simulator
      .state('outboundMessage')
      .filter(({ status }) => status !== 'DONE')
      .map(({ id, status, lastResponse }) => [id, status, lastResponse])

  test('fails with the message of the fault, and is sent again', async () => {
    strike({ queue: 'outbound', service: 'svc-0001-demo', times: 1, message: 'no more disk' })
    advance()
    expect(waiting()).toEqual([[8001, 'FAILED', 'no more disk']])
    advance()
    expect(waiting()).toEqual([])
    expect(counters()).toEqual([[3, 1]])
  })

  test.each([
    [{ service: 'svc-0001-demo', messageOperation: 'LINK_ADDED' }, 'FAILED'],
    [{ service: 'svc-0001-demo', messageOperation: 'LINK_REMOVED' }, 'DONE'],
  ])('that is posted to the tracker fails as one of the queue does: %j', async (which, status) => {
    strike({ queue: 'outbound', ...which })
    const link = { spaceKey: 'ENG', key: 'REQ-003', issueKey: 'DRN-3', relationship: 'tests' }
    const body = [{ applinkId: '99999999-8888-4777-8666-555555555555', operation: 'LINK_ADDED', ...link }]
    const reply = await client.post('/tracker/rest/reqs/1/api', body, { token: 'tok-admin' })
    expect([reply.status, reply.body[0].status]).toEqual([200, status])
  })

  test('is not executed', async () => {
    strike({ queue: '*', answer: 'NOT_EXECUTED' })
    advance()
    expect(waiting()).toEqual([
      [8001, 'NOT_EXECUTED', 'the message was not executed (fault 1)'],
      [8002, 'NOT_EXECUTED', 'the message was not executed (fault 1)'],
    ])
  })

  test('is not answered: the whole run gets no response, and every message keeps waiting', async () => {
    const before = client.simulator.state('outboundMessage')
    strike({ queue: 'outbound', answer: 'NONE', times: 1 })
    advance()
    expect(client.simulator.state('outboundMessage')).toEqual(before)
    advance()
    expect(waiting()).toEqual([])
  })

  test('of another operation, queue or integration is let through', async () => {
    strike({ queue: 'inbound' })
    strike({ queue: 'outbound', messageOperation: 'REQUIREMENT_RENAMED' })
    advance()
    expect(waiting()).toEqual([])
    expect(counters()).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  test('of the tracker fails on its way to the wiki', async () => {
    strike({ queue: 'inbound', messageOperation: 'ADD_LINK', message: 'the wiki choked' })
    const message = { operation: 'ADD_LINK', spaceKey: 'ENG', key: 'REQ-005', issueKey: 'DRN-3' }
    const reply = await client.call('POST', `${queue}/inbound`, {
      ...admin,
      body: [{ ...message, relationship: 'implements' }],
    })
    expect(reply.status).toBe(200)
    expect(JSON.stringify(reply.body)).toContain('the wiki choked')
    expect(counters()).toEqual([[1, 1]])
    const { issues } = (await client.get(`${WIKI}/requirement2/ENG/REQ-005`)).body
    expect(issues ?? []).toEqual([])
  })

  test('sent by hand fails all the same', async () => {
    strike({ queue: 'outbound', message: 'not today' })
    const sent = await client.call('PUT', `${queue}/outbound/8001`, admin)
    expect([sent.status, JSON.stringify(sent.body)]).toEqual([200, expect.stringContaining('not today')])
    expect(sent.headers['X-Sim-Fault']).toBe('1')
    const next = await client.get(`${queue}/outbound`)
    expect(next.headers).not.toHaveProperty('X-Sim-Fault')
  })

  test.each([
    ['FAILED', 'the message failed (fault 1)'],
    ['NOT_EXECUTED', 'the message was not executed (fault 1)'],
  ] as const)('that fails with %s stores the message of the fault', (answer, message) => {
    strike({ queue: 'outbound', answer })
    advance()
    const responses = client.simulator
      .state('outboundMessage')
      .map(({ status, lastResponse }) => [status, lastResponse])
    expect(responses[0]).toEqual([answer, message])
  })
})

describe('a site', () => {
  const status = (path: string) =>
    client.simulator
      .exchange({ method: 'GET', url: path, headers: { authorization: 'Bearer tok-alice' } })
      .then((answer) => answer.status)
  const TRACKER = '/tracker/rest/reqs/1/api/ENG'
  const wikiStatus = () => status(`${WIKI}/requirement2/ENG/REQ-001`)

  test.each([['tracker'], [102]])(
    '%s is out: requests return 503, and messages are not sent',
    async (outage) => {
      const up = await status(TRACKER)
      strike({ outage, for: '10m' })
      expect([await status(TRACKER), await wikiStatus()]).toEqual([503, 200])
      advance('9m')
      expect(client.simulator.state('outboundMessage').map((message) => message.status)).toEqual([
        'PENDING',
        'PENDING',
      ])
      const by = await client.call('PUT', `${queue}/outbound/8001`, admin)
      expect(by.body).toMatchObject({ status: 'PENDING' })
      advance('1m')
      expect(await status(TRACKER)).toBe(up)
      advance()
      expect(client.simulator.state('outboundMessage').map((message) => message.status)).toEqual([
        'DONE',
        'DONE',
      ])
    },
  )

  test.each(['fabrikam-wiki', 'Fabrikam Wiki', 901])('goes by its handle, name and id: %s', (outage) => {
    expect(strike({ outage }).outage).toBe(901)
  })

  test('is out from an instant on, until the fault is removed', async () => {
    const { id } = strike({ outage: 'wiki', from: '2026-01-05T10:00:00Z' })
    advance('59m')
    expect(await wikiStatus()).toBe(200)
    advance('1m')
    expect(await wikiStatus()).toBe(503)
    client.simulator.clock.advance('300d')
    expect(await wikiStatus()).toBe(503)
    client.simulator.faults.remove(id)
    expect(await wikiStatus()).toBe(200)
  })

  test('is out after a while, and on again when the fault is switched off', async () => {
    const { id } = strike({ outage: 'wiki', from: '5m', for: '5m', message: 'the roof leaks' })
    advance('5m')
    const answer = await client.simulator.exchange({ method: 'GET', url: `${WIKI}/nothing`, headers: {} })
    expect(JSON.parse(answer.body as string)).toEqual({
      'status-code': 503,
      message: 'the roof leaks',
      'sub-code': -1,
    })
    client.simulator.faults.enable(id, false)
    expect(await wikiStatus()).toBe(200)
    client.simulator.faults.enable(id, true)
    expect(await wikiStatus()).toBe(503)
    advance('5m')
    expect(await wikiStatus()).toBe(200)
  })

  test('that is hosted is out by its own address only', async () => {
    strike({ outage: 101 })
    const search = (site: string) =>
      client.simulator.exchange({
        method: 'GET',
        url: '/eu/wiki/rest/search',
        headers: { 'x-api-key': 'tok-dana', 'x-base-url': site },
      })
    expect((await search('https://wiki.contoso.test/wiki')).status).not.toBe(503)
    const alice = await client.simulator.exchange({
      method: 'GET',
      url: '/eu/wiki/rest/search',
      headers: { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' },
    })
    expect([alice.status, JSON.parse(alice.body as string).statusCode]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  })

  test('that is a wiki is not notified of a new version of the tracker', async () => {
    strike({ outage: 'wiki' })
    const path = '/tracker/rest/reqs/1/api/99999999-8888-4777-8666-555555555555/version'
    const response = await client.call('PUT', path, { ...admin, body: 9 })
    expect(response.body).toMatchObject({
      notified: false,
      message: expect.stringContaining('no response from'),
    })
  })
})
