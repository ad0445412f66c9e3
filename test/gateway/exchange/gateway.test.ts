// What the gateway adds to an exchange: assumptions, transitions, ignored names, limits, and the record of a defect.

import { beforeEach, describe, expect, test } from 'vitest'
import { indexed } from '../../../src/api/operation-index.ts'
import { applicationOperations } from '../../../src/api/standalone/applications/applications.ts'
import { createGateway } from '../../../src/gateway/gateway.ts'
import { locate } from '../../../src/gateway/addresses/locate.ts'
import { takeTransitions } from '../../../src/gateway/exchange/transitions.ts'
import { applyEvent } from '../../../src/model/records/state-machine.ts'
import { rateWindows } from '../../../src/model/records/world/rate-windows.ts'
import { requirementMachine } from '../../../src/model/records/machines/requirement-machine.ts'
import { answering, descriptionOf } from '../../openapi-import/support.ts'
import { requirementsOf, startBulk } from '../../support/bulk-jobs.ts'
import { type Client, startClient } from '../../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const READ = '/api/applications/101'
const HOSTED = { 'x-api-key': 'tok-alice', 'x-base-url': 'https://wiki.northwind.test/wiki' }

const latest = ({ simulator }: Client) => simulator.journal.entries().at(-1)
const leansOf = (client: Client) => latest(client)?.assumptions ?? []

let client: Client
beforeEach(async () => {
  client = await startClient()
})

describe('the journal lists what an operation wrote and moved', () => {
  test('without ignored names when it was refused before anything was read', async () => {
    expect((await client.call('GET', `${READ}?odd=1`, { token: 'nobody' })).status).toBe(401)
    expect(latest(client)).toMatchObject({ unknownParameters: [], unknownFields: [] })
  })

  test('once for equal transitions of many records', async () => {
    const flush = `${WIKI}/integration/svc-0001-demo/queue/flush`
    const reply = await client.get(flush, { token: 'tok-admin' })
    expect(reply.status).toBe(200)
    const sent = client.simulator.state('outboundMessage').filter(({ status }) => status === 'DONE')
    expect(sent.length).toBeGreaterThan(1)
    expect(latest(client)?.transitions).toEqual([
      { machine: 'queue-message', from: 'PENDING', event: 'SUCCEED', to: 'DONE' },
    ])
  })

  test('in the order in which it happened', () => {
    const { world } = client.simulator
    expect(takeTransitions(world)).toEqual([])
    for (const event of ['WRITTEN', 'LINKED', 'WRITTEN', 'DELETED'] as const)
      applyEvent(world.region('eu'), requirementMachine, 'ACTIVE', event)
    const machine = 'requirement'
    expect(takeTransitions(world)).toEqual([
      { machine, from: 'ACTIVE', event: 'WRITTEN', to: 'ACTIVE' },
      { machine, from: 'ACTIVE', event: 'LINKED', to: 'ACTIVE' },
      { machine, from: 'ACTIVE', event: 'DELETED', to: 'DELETED' },
    ])
  })
})

describe('the assumptions behind an exchange', () => {
  test('include that embedded operations are disabled when one would match', async () => {
    const client = await startClient({ scenario: 'demo', config: { assumptions: { A48: 'off' } } })
    const get = (path: string) => client.get(`/eu/wiki${path}`, { token: null, headers: HOSTED })
    expect((await get('/rest/reqs/1/misc/ENG/extended-mode')).status).toBe(404)
    expect(leansOf(client)).toContain('A48')
    expect((await get('/rest/reqs/1/nowhere')).status).toBe(404)
    expect(leansOf(client)).not.toContain('A48')
    expect((await get('/rest/search')).status).toBe(200)
    expect(leansOf(client)).not.toContain('A48')
  })
})

describe('ignored names are listed in a header', () => {
  const ignored = async (count: number, body: object = { feature: 'x' }) => {
    const query = Array.from({ length: count }, (_, index) => `p${index}=1`).join('&')
    return (await client.post(`/api/telemetry?${query}`, body)).headers['X-Sim-Ignored']
  }
  const names = (count: number) => Array.from({ length: count }, (_, index) => `query p${index}`).join(', ')

  test('from the query and the body together', async () => {
    expect(await ignored(1, { feature: 'x', a: 1 })).toBe('query p0, body a')
  })

  test('ten of them, with the number of others', async () => {
    expect(await ignored(10)).toBe(names(10))
    expect(await ignored(11)).toBe(`${names(10)}, and 1 more`)
    expect(await ignored(10, { feature: 'x', a: 1, b: 2 })).toBe(`${names(10)}, and 2 more`)
  })

  test('with fifty characters of each', async () => {
    const ignoredOf = (length: number) => ignored(0, { feature: 'x', ['ä'.repeat(length)]: 1 })
    expect(await ignoredOf(50)).toBe(`body ${'%C3%A4'.repeat(50)}`)
    expect(await ignoredOf(51)).toBe(`body ${'%C3%A4'.repeat(50)}`)
  })
})

describe('fields that a body repeats', () => {
  const repeating = '{"key":"Cost","value":"1","value":"2","colour":1,"colour":2,"valu\\u0065":"3"}'
  const set = (client: Client, body: string) =>
    client.call('PUT', '/wiki/rest/reqs/1/external-properties/ENG/REQ-001', {
      body,
      headers: { 'content-type': 'application/json', 'x-sim-explain': '1' },
    })

  test('have their last value, and are reported as ignored', async () => {
    const client = await startClient({ scenario: 'demo' })
    const { status, headers } = await set(client, repeating)
    expect([status, headers['X-Sim-Ignored']]).toEqual([200, 'body colour, body value'])
    expect(headers['X-Sim-Assumptions']?.split(',')).toContain('A256')
    expect(client.simulator.state('requirement', { id: 6001 })[0]?.externalProperties).toMatchObject([
      { value: 3 },
    ])
  })

  test('are not reported where another object or a text has them', async () => {
    const client = await startClient({ scenario: 'demo' })
    const { headers } = await set(client, '{"key":"Cost","value":"1","indexation":{"value": ":1"}}')
    expect(headers['X-Sim-Assumptions']?.split(',')).not.toContain('A256')
  })

  test('are refused by a strict world', async () => {
    const client = await startClient({ scenario: 'demo', config: { strict: true } })
    const { status, body } = await set(client, '{"key":"Cost","value":"1","value":"2"}')
    expect([status, body.message]).toEqual([
      400,
      "body field 'value' is sent more than once: send each field of an object once",
    ])
  })
})

describe('a strict world', () => {
  test('refuses fields of a body that nothing reads', async () => {
    const client = await startClient({ scenario: 'demo', config: { strict: true } })
    const reply = await client.post('/api/telemetry', { feature: 'x', colour: 1 })
    expect([reply.status, reply.body.errors]).toEqual([
      400,
      ["body field 'colour' is not declared: leave it out"],
    ])
  })

  test('lists fifty problems of a request, with their number', async () => {
    const client = await startClient({ scenario: 'demo', config: { strict: true } })
    const unknown = Array.from({ length: 60 }, (_, index) => `p${index}=1`)
    const query = [...unknown, ...Array.from({ length: 60 }, () => 'organizationId=1')].join('&')
    const { body } = await client.get(`/api/applications?${query}`)
    expect(body.errors).toHaveLength(50)
    expect(body.message).toMatch(/ \(and 97 more\)$/)
  })
})

describe('callers', () => {
  test('with a token of another site get no WWW-Authenticate header', async () => {
    const reply = await client.get('/tracker/rest/reqs/1/relationships', { token: 'tok-app101' })
    expect(reply.status).toBe(403)
    expect(reply.headers).not.toHaveProperty('WWW-Authenticate')
    expect(leansOf(client)).not.toContain('A50')
  })

  test('can use a token until the instant at which it expires', async () => {
    const headers = { 'x-sim-control': '1', 'content-type': 'application/json' }
    const body = { user: 'alice', name: 'short', value: 'tok-short', expiresIn: '1m' }
    await client.call('POST', '/_sim/tokens', { token: null, headers, body })
    client.simulator.clock.advance('59999ms')
    expect((await client.get(READ, { token: 'tok-short' })).status).toBe(200)
    client.simulator.clock.advance('1ms')
    const reply = await client.get(READ, { token: 'tok-short' })
    expect([reply.status, reply.body.message]).toEqual([
      401,
      "Authorization: the token 'short' expired at 2026-01-05T09:01:00.000Z",
    ])
  })
})

describe('rate limits', () => {
  test('apply by default on a live clock', async () => {
    client.simulator.clock.set({ mode: 'live' })
    for (let count = 0; count < 200; count++) await client.get(READ)
    expect((await client.get(READ)).status).toBe(429)
  })

  test('appear in OPTIONS responses, which do not count', async () => {
    for (let count = 0; count < 3; count++) await client.get(READ, { token: null })
    const reply = await client.call('OPTIONS', READ, { token: null })
    expect(reply.headers['X-Rate-Limit-Remaining']).toBe('197')
  })

  test('count the requests over the limit', async () => {
    for (let count = 0; count < 203; count++) await client.get(READ)
    const windows = [...client.simulator.world.system.table(rateWindows).scan()]
    expect(windows.map(({ used, over }) => [used, over])).toEqual([[200, 3]])
  })
})

test('an automatic clock advances to the first of several jobs in the response', async () => {
  const bulk = await startBulk()
  const { clock } = bulk.client.simulator
  await bulk.create({ requirements: requirementsOf('REQ-001') })
  bulk.advance('400ms')
  await bulk.create({ requirements: requirementsOf('REQ-002') })
  clock.set({ mode: 'auto' })
  expect((await bulk.wiki('GET', '/tasks/jobs')).body).toHaveLength(2)
  expect(clock.now()).toBe('2026-01-05T09:00:01.000Z')
})

test('a path without a base address gets the addresses of its interface', async () => {
  const reply = await client.get('/rest/reqs/1/baseline/ENG')
  expect(reply.headers['X-Sim-Near-Miss']).toContain('GET /wiki/rest/reqs/1/baseline/{spaceKey}')
})

test('a response without a declared shape is unchanged when absent fields are null', async () => {
  const document = descriptionOf({
    '/widgets': { get: answering({ type: 'object', properties: {} }) },
  })
  const client = await startClient({
    scenario: 'demo',
    config: { assumptions: { A21: 'null' } },
    openapi: [{ surface: 'standalone', document }],
  })
  expect(await client.get('/api/widgets')).toMatchObject({ status: 200, text: '{}' })
})

test('a defect is logged with its place, returned as an error without details, and rolled back', async () => {
  const { simulator } = await startClient()
  const [list] = applicationOperations
  if (list === undefined) throw new Error('there is none')
  const broken: typeof list = {
    ...list,
    handle(_input, context) {
      context.store.next('spoiled')
      return expect.unreachable('the handle broke')
    },
  }
  const gateway = createGateway([indexed(broken)])
  const request = {
    method: 'GET',
    url: '/api/applications?organizationId=1',
    headers: { authorization: 'Bearer tok-alice' },
  }
  const location = locate(request.url)
  const resolution = gateway.resolve(request, location, false)
  const call = { world: simulator.world, worldName: 'default', location, request, resolution }
  const { answer, defect } = gateway.handle({ ...call, caller: { as: undefined } })
  expect(answer.status).toBe(500)
  expect(JSON.parse(answer.body as string)).toMatchObject({
    message: expect.stringContaining('defect of the simulator'),
    errors: [expect.stringContaining('defect of the simulator')],
  })
  expect(defect).toMatch(/the handle broke[^]*\n\s+at .*gateway\.test\.ts/)
  expect(simulator.world.region('eu').last('spoiled')).toBe(0)
})
