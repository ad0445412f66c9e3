/** What broke once, each under the name of what broke. */
import { beforeEach, describe, expect, test } from 'vitest'
import { serialise } from '../../../src/gateway/exchange/serialise.ts'
import { type Client, startClient } from '../../support/client.ts'

const list = '/api/applications/101/projects/1001/variants/current/requirements'

let client: Client
beforeEach(async () => {
  client = await startClient()
})

test('headers and unknown names escaped the bound of the journal', async () => {
  const padding = 'x'.repeat(2_000_000)
  for (let count = 0; count < 20; count++) await client.get(list, { headers: { padding } })
  const entries = client.simulator.journal.entries()
  expect(entries.length).toBeGreaterThan(10)
  expect(entries.length).toBeLessThan(17)
  expect(entries.every(({ request }) => request.headers['padding']?.length === 2_000_000)).toBe(true)
})

test('the name of an unknown parameter was kept whole', async () => {
  await client.get(`${list}?${'n'.repeat(100_000)}=1`)
  expect(client.simulator.journal.entries().at(-1)?.unknownParameters[0]).toHaveLength(100)
})

test('an ignored parameter without a name ended its header with a blank, which doors lose', async () => {
  const reply = await client.get(`${list}?=1&colour=red`)
  expect(reply.headers['X-Sim-Ignored']).toBe("query '', query colour")
})

test('credentials in headers of another letter case were neither read nor hidden', async () => {
  const { simulator } = await startClient()
  const headers = { Authorization: 'Bearer tok-alice' }
  expect((await simulator.exchange({ method: 'GET', url: list, headers })).status).toBe(200)
  expect(JSON.stringify(simulator.journal.entries())).not.toContain('tok-alice')
})

describe('texts that look like the markers of exact numbers spoiled the JSON', () => {
  const texts = ['\u00001', '\u0000', '\u0000\u00001', '\u0000int64:0', '"\u00001"', '\\"\u00005', ':']
  test.each(texts)('%j', (text) => {
    const value = { [text]: text, list: [text, { [text]: undefined }], exact: 9223372036854775807n }
    const written = serialise(value, 'null')
    expect(written).toContain('"exact":9223372036854775807')
    const { exact: _exact, ...rest } = JSON.parse(written) as Record<string, unknown>
    expect(rest).toEqual({ [text]: text, list: [text, { [text]: null }] })
  })
})

describe('a world name that is refused was answered beside the gateway', () => {
  test.each([
    ['/api/applications/101', { statusCode: 'BAD_REQUEST' }],
    ['/wiki/rest/reqs/1/openapi', { 'status-code': 400, 'sub-code': -1 }],
  ])('%s', async (path, body) => {
    const reply = await client.get(path, { headers: { 'x-sim-world': '!' } })
    expect(reply).toMatchObject({ status: 400, body })
    expect(reply.body.message).toContain("world '!'")
    expect(client.simulator.journal.entries()).toHaveLength(1)
  })
})

test('asking what a path takes spent the anonymous callers’ window', async () => {
  const client = await startClient({ scenario: 'demo', config: { rateLimit: 'enforce' } })
  for (let count = 0; count < 250; count++) {
    expect((await client.call('OPTIONS', list, { token: null })).status).toBe(204)
  }
  expect((await client.get(list, { token: null })).headers['X-Rate-Limit-Remaining']).toBe('199')
  for (let count = 0; count < 250; count++) await client.get('/api/nowhere', { token: null })
  expect((await client.call('OPTIONS', list, { token: null })).status).toBe(204)
})

test('a parameter of the wrong type returned the methods of its path', async () => {
  expect((await client.call('PUT', '/api/applications/abc')).status).toBe(404)
  expect((await client.call('PUT', '/api/applications/101')).status).toBe(405)
})

describe('a path with a parameter of the wrong type was treated as unknown', () => {
  test.each([
    ['GET', '/api/requirements/abc', "requirementId must be a whole number (int64), not 'abc'"],
    ['HEAD', '/api/requirements/abc', ''],
    ['DELETE', '/api/requirements/a%2Fb', "requirementId must be a whole number (int64), not 'a/b'"],
    ['GET', '/wiki/rest/reqs/1/baseline/ENG/one', "version must be a whole number (int32), not 'one'"],
    ['GET', '/api/applications/101/projects/x/variants/current', 'projectId must be a whole number'],
  ])('%s %s', async (method, path, problem) => {
    const reply = await client.call(method, path)
    expect(reply.status).toBe(404)
    if (method !== 'HEAD') expect(reply.body.message).toContain(`': ${problem}`)
    expect(client.simulator.journal.entries().at(-1)?.diagnosis?.reason).toContain(problem)
  })

  test.each(['/requirements/%E0', '/nowhere/%E0/abc', '/api//requirements/abc'])(
    '%s is no such path',
    async (path) => {
      expect((await client.get(path)).status).toBeLessThan(500)
      expect(client.simulator.journal.entries().at(-1)?.diagnosis?.reason ?? '').not.toContain('must be')
    },
  )
})

test('the group of which nothing but its name is known was answered with operations of files', async () => {
  for (const path of ['/api/rules', '/us/api/Rules/1']) {
    const { status, body, headers } = await client.get(path)
    expect([status, headers['X-Sim-Near-Miss']]).toEqual([404, undefined])
    expect(body.message).toMatch(/: of the group Rules nothing but its name is known: .*\/_sim\/rules/)
  }
})

test('readers without membership could not reach the containers they were granted', async () => {
  const client = await startClient({ scenario: 'permissions' })
  const guest = { token: 'tok-guest' }
  expect((await client.get('/api/applications/101', guest)).status).toBe(403)
  const projects = await client.get('/api/applications/101/projects', guest)
  expect(projects.status).toBe(200)
  const [first] = projects.body.items
  expect((await client.get(`/api/applications/101/containers/${first.id}`, guest)).status).toBe(200)
  const requirements = `/api/applications/101/projects/${first.id}/variants/current/requirements`
  expect((await client.get(requirements, guest)).body.total).toBeGreaterThan(0)
})

test('the current application asked for a permission that the service does not name', async () => {
  const control = { 'x-sim-control': '1', 'content-type': 'application/json' }
  const body = { user: 'dana', name: 'scoped', value: 'tok-dana-101', applicationId: 101, expiresIn: '1d' }
  expect((await client.call('POST', '/_sim/tokens', { token: null, headers: control, body })).status).toBe(
    201,
  )
  expect((await client.get('/api/applications/current', { token: 'tok-dana-101' })).status).toBe(200)
  expect((await client.get('/api/applications/101', { token: 'tok-dana-101' })).status).toBe(403)
})

test('what is no request at all rejects with TypeError', async () => {
  const { simulator } = await startClient()
  await expect(simulator.exchange({ method: 'GET', url: undefined as never, headers: {} })).rejects.toThrow(
    TypeError,
  )
})

test('the clock took any speed and mode', async () => {
  const { simulator } = await startClient()
  for (const speed of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e7]) {
    expect(() => simulator.clock.set({ speed })).toThrow('speed of a clock')
  }
  expect(() => simulator.clock.set({ mode: 'sideways' as never })).toThrow('mode of a clock')
  simulator.clock.set({ mode: 'auto' })
  expect(simulator.clock.mode()).toBe('auto')
})

test('the address that a path lacked was missing from the suggestions too', async () => {
  const reply = await client.get('/applications')
  expect(reply.status).toBe(404)
  expect(reply.body.message).toContain('nearest: GET /api/applications')
})
