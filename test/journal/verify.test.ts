import { beforeEach, describe, expect, test } from 'vitest'
import type { Expectation } from '../../src/index.ts'
import { type Client, startClient } from '../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const LINK = `${WIKI}/requirement2/ENG/REQ-003/link/issue/DRN-4?jiraUrl=https%3A%2F%2Ftracker.northwind.test`
const LINKING = 'wiki.issueLink.add'

let client: Client
beforeEach(async () => {
  client = await startClient()
  await client.get('/api/applications?organizationId=1&limit=20')
  await client.get('/api/applications?organizationId=1', {
    token: 'tok-bob',
    headers: { 'x-client': 'tool' },
  })
  await client.call('PUT', `${WIKI}/requirement2/ENG`, {
    token: 'tok-admin',
    body: [{ key: 'REQ-002', htmlExcerpt: 'Hold.', properties: [] }],
  })
  await client.get(
    '/api/applications/101/projects/1001/variants/current/requirements?sort=key&sort=name,desc',
  )
  await client.get('/api/aplications/101')
})

const LIST = 'standalone.application.list'

describe('calls that were made', () => {
  test.each<[Expectation, number]>([
    [{ operation: LIST }, 2],
    [{ operation: LIST, atLeast: 2, atMost: 2 }, 2],
    [{ operation: LIST, times: 1, user: 'bob' }, 1],
    [{ operation: LIST, query: { limit: 20 } }, 1],
    [{ operation: LIST, query: { limit: '20', organizationId: 1 }, method: 'get' }, 1],
    [{ operation: LIST, headers: { 'X-Client': 'tool' } }, 1],
    [{ operation: LIST, status: '2xx' }, 2],
    [{ operation: LIST, status: 200, world: 'default' }, 2],
    [{ path: '/api/applications' }, 2],
    [{ path: 'http://api.sim/api/applications', method: 'GET' }, 2],
    [{ path: '/eu/api/applications' }, 2],
    [{ path: '/applications' }, 2],
    [{ path: '/api/{anything}/101' }, 1],
    [{ path: '/api/aplications/101', status: 404 }, 1],
    [{ path: '/api/applications/{applicationId}/projects/1001/variants/current/requirements' }, 1],
    [
      {
        path: '/api/applications/101/projects/1001/variants/{v}/requirements',
        query: { sort: ['key', 'name,desc'] },
      },
      1,
    ],
    [{ path: `${WIKI}/requirement2/ENG`, body: [{ key: 'REQ-002' }] }, 1],
    [{ path: `${WIKI}/requirement2/ENG`, body: [{ properties: [] }] }, 1],
    [{ operation: 'standalone.application.read', times: 0 }, 0],
    [{ operation: 'standalone.application.read', atMost: 3 }, 0],
    [{ operation: LIST, world: 'other', atMost: 0 }, 0],
  ])('%j', (expectation, count) => {
    const result = client.simulator.verify(expectation)
    expect(result).toMatchObject({ ok: true, count, faulted: 0 })
    expect(result.nearest).toEqual([])
  })
})

describe('calls that were not made', () => {
  test.each<[string, Expectation, string]>([
    [
      'another value of a field',
      { path: `${WIKI}/requirement2/ENG`, body: [{ key: 'REQ-002', htmlExcerpt: 'Rise.' }] },
      `expected at least 1 call of ${WIKI}/requirement2/ENG with body [{"key":"REQ-002","htmlExcerpt":"Rise."}]; 0 matched; nearest: #3 PUT ${WIKI}/requirement2/ENG (200) differs in body[0].htmlExcerpt: 'Hold.' instead of 'Rise.'`,
    ],
    [
      'another user',
      { operation: LIST, user: 'eve', times: 1 },
      `expected 1 call of ${LIST} by eve; 0 matched; nearest: #1 GET /api/applications?organizationId=1&limit=20 (200) differs in user: 'alice' instead of 'eve'; #2 GET`,
    ],
    [
      'a parameter that was not sent',
      { operation: LIST, query: { limit: 20, offset: 5 } },
      "#1 GET /api/applications?organizationId=1&limit=20 (200) differs in query.offset: not sent instead of '5'; #2",
    ],
    [
      'a list of another length',
      { path: `${WIKI}/requirement2/ENG`, body: [{}, {}] },
      'differs in body: 1 item instead of 2',
    ],
    [
      'a body of another kind',
      { path: `${WIKI}/requirement2/ENG`, body: { key: 'REQ-002' } },
      'instead of an object',
    ],
    ['no body at all', { operation: LIST, body: { a: 1 } }, `body: none instead of '{"a":1}'`],
    [
      'a header',
      { operation: LIST, headers: { 'x-client': 'app' } },
      "#2 GET /api/applications?organizationId=1 (200) differs in header x-client: 'tool' instead of 'app'",
    ],
    ['another status', { operation: LIST, status: '4xx' }, "status: 200 instead of '4xx'"],
    [
      'a misspelt address',
      { operation: 'standalone.application.read' },
      'nearest: #5 GET /api/aplications/101 (404) differs in operation: none instead of standalone.application.read',
    ],
    [
      'another method',
      { path: '/api/applications', method: 'POST', status: 405 },
      "differs in method: 'GET' instead of POST",
    ],
    [
      'another interface',
      { path: '/us/api/applications' },
      'differs in address: eu standalone instead of us standalone',
    ],
    ['too few', { operation: LIST, times: 3 }, `expected 3 calls of ${LIST}; 2 matched; nearest: `],
    [
      'too many',
      { operation: LIST, atMost: 1 },
      `expected at most 1 call of ${LIST}; 2 matched: #1 GET /api/applications?organizationId=1&limit=20 (200), #2 GET /api/applications?organizationId=1 (200)`,
    ],
    ['none expected', { operation: LIST, times: 0 }, `expected 0 calls of ${LIST}; 2 matched: #1`],
    ['a range', { operation: LIST, atLeast: 3, atMost: 5 }, `expected 3 to 5 calls of ${LIST}; 2 matched`],
    [
      'a world that nobody used',
      { operation: LIST, world: 'w' },
      'in world w; 0 matched; no other call was made',
    ],
  ])('%s', (_name, expectation, message) => {
    const result = client.simulator.verify(expectation)
    expect(result.ok).toBe(false)
    expect(result.message).toContain(message)
  })

  test('nearest come first, with all that differs', () => {
    const { nearest } = client.simulator.verify({ operation: LIST, user: 'bob', query: { limit: 21 } })
    expect(nearest.map(({ number, differences }) => [number, differences])).toEqual([
      [2, ["query.limit: not sent instead of '21'"]],
      [1, ["user: 'alice' instead of 'bob'", "query.limit: '20' instead of '21'"]],
      expect.anything(),
    ])
  })

  test('an empty journal says so', () => {
    client.simulator.journal.clear()
    expect(client.simulator.verify({ operation: LIST })).toMatchObject({
      message: `expected at least 1 call of ${LIST}; 0 matched; no other call was made`,
    })
  })

  test('entries that left are told', async () => {
    const small = await startClient({ scenario: 'demo', journal: { entries: 2 } })
    for (let count = 0; count < 4; count++) await small.get('/api/applications/101')
    expect(small.simulator.verify({ operation: LIST }).message).toContain(
      '0 matched (of the latest 2 exchanges: the journal keeps no more)',
    )
  })
})

test('calls that a fault struck were made, and are marked', async () => {
  client.simulator.faults.add({ operation: LINKING, status: 503 })
  const send = () =>
    client.simulator.exchange({
      method: 'PUT',
      url: LINK,
      headers: { authorization: 'Bearer tok-admin', 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'x', relationship: 'tests' }),
    })
  await send()
  expect(client.simulator.verify({ operation: LINKING, body: { relationship: 'tests' } })).toMatchObject({
    ok: true,
    count: 1,
    faulted: 1,
  })
  const missed = client.simulator.verify({ operation: LINKING, body: { relationship: 'implements' } })
  expect(missed.message).toContain(
    "(503, struck by a fault) differs in body.relationship: 'tests' instead of 'implements'",
  )
  expect(missed.nearest[0]).toMatchObject({ faulted: true, status: 503 })
})

describe('expectations that nothing could meet', () => {
  const refusals: readonly (readonly [Expectation, RegExp])[] = [
    [{}, /names an operation, or else a path: give one of the two/],
    [{ operation: LIST, path: '/api' }, /give one of the two/],
    [
      { operation: 'standalone.aplication.list' },
      /operation: there is no 'standalone\.aplication\.list'; did you mean 'standalone\.application\.list'\?/,
    ],
    [{ operation: LIST, times: 1, atLeast: 1 }, /leave out atLeast and atMost/],
    [{ operation: LIST, atLeast: 3, atMost: 2 }, /atLeast 3 is more than atMost 2/],
    [
      { operation: LIST, headers: { Authorization: 'x' } },
      /does not keep 'Authorization'; say whose call it was with user/,
    ],
    [{ operation: LIST, user: 'Alice', times: 0 }, /^user: there is no 'Alice'; did you mean 'alice'\?$/],
    [{ operation: LIST, method: 'GTE', times: 0 }, /^method: there is no 'GTE'; did you mean 'GET'\?$/],
    [
      { operation: LIST, method: 'PUT', times: 0 },
      /^method: standalone\.application\.list does not take 'PUT'; it takes GET$/,
    ],
    [{ operation: LIST, status: 4040, times: 0 }, /^status of .* from 200 to 599, .* not '4040'$/],
    [{ operation: LIST, status: '1xx', times: 0 }, /^status of .* not '1xx'$/],
    [{ operation: LIST, world: 'no world', times: 0 }, /^world 'no world': a name is 1 to 64 letters/],
    [
      { path: '/api/aplications/101', times: 0 },
      /^path: no operation is at '\/api\/aplications\/101'; nearest: 'GET \/api\/applications\/\{applicationId\}'.*; give that, or expect its status, such as 404$/,
    ],
    [{ path: '/wkii/rest/reqs/1/requirement2/ENG', times: 0 }, /^path: no operation is at '\/wkii/],
    [{ path: '/api/applications/abc', times: 0 }, /^path: no operation is at '\/api\/applications\/abc'/],
    [{ path: '/api//applications', times: 0 }, /^path: no operation is at '\/api\/\/applications'/],
    [{ path: '/tracker/rest/reqs/1/baseline/ENG', times: 0 }, /^path: no operation is at '\/tracker/],
    [
      { path: '/api/applications?organizationId=1', method: 'DELETE', times: 0 },
      /^method: '.*' does not take 'DELETE'; give one that it takes: GET, HEAD, OPTIONS, or expect its status/,
    ],
    [{ path: '/_sim/journal', times: 0 }, /^path: '\/_sim\/journal' is of the control API, whose requests/],
  ]
  test.each(refusals)('%j', async (expectation, message) => {
    expect(() => client.simulator.verify(expectation)).toThrow(message)
    const reply = await client.post('/_sim/verify', expectation, { headers: { 'x-sim-control': '1' } })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(message)
  })

  test.each([{ times: -1 }, { times: 1.5 }, { atLeast: Number.NaN }])('%j', (count) =>
    expect(() => client.simulator.verify({ operation: LIST, ...count })).toThrow(
      /must be a whole number from 0 to 1000000, not/,
    ),
  )
})

describe('expectations of what only some calls could meet', () => {
  test.each<Expectation>([
    { path: '/api/{anything}/102', times: 0 },
    { path: '/api/applications/{id}/projects/{id}/variants/current/requirements', method: 'head', times: 0 },
    { path: '/applications/7', times: 0 },
    { path: '/eu/wiki/rest/reqs/1/requirement2/ENG', times: 0 },
    { path: '/nowhere', status: 404, times: 0 },
    { path: '/api/applications', method: 'DELETE', status: '4xx', times: 0 },
    { operation: LIST, method: 'HEAD', times: 0 },
    { operation: LIST, status: 599, times: 0 },
    { operation: LIST, world: 'not-used-yet', times: 0 },
  ])('%j is one', async (expectation) => {
    expect(client.simulator.verify(expectation).ok).toBe(true)
    const reply = await client.post('/_sim/verify', expectation, { headers: { 'x-sim-control': '1' } })
    expect([reply.status, reply.body.ok]).toEqual([200, true])
  })

  test('users are those of worlds in use, and of calls in the journal', async () => {
    await client.simulator.load({
      extends: ['empty'],
      name: 'one',
      world: { users: [{ name: 'zoe' }] },
    })
    expect(client.simulator.verify({ operation: LIST, user: 'zoe', times: 0 }).ok).toBe(true)
    expect(() => client.simulator.verify({ operation: LIST, user: 'alice', times: 0 })).toThrow(/user: /)
  })
})

describe('over HTTP', () => {
  const verify = (body: unknown, headers = {}) =>
    client.post('/_sim/verify', body, { headers: { 'x-sim-control': '1', ...headers } })

  test('answers as the library, 200 either way', async () => {
    for (const expectation of [
      { operation: LIST, times: 2 },
      { operation: LIST, times: 3 },
    ]) {
      const reply = await verify(expectation)
      expect([reply.status, reply.body]).toEqual([200, client.simulator.verify(expectation)])
    }
  })

  test('looks at the world of the request', async () => {
    await client.get('/api/applications/101', { headers: { 'x-sim-world': 'mine' } })
    const expectation = { operation: 'standalone.application.read', times: 1 }
    expect((await verify(expectation)).body.ok).toBe(true)
    expect((await verify(expectation, { 'x-sim-world': 'mine' })).body.ok).toBe(true)
    expect((await verify(expectation, { 'x-sim-world': 'other' })).body).toMatchObject({
      ok: false,
      count: 0,
    })
  })

  test.each([
    [{ operation: LIST, tims: 1 }, /tims/],
    [{ operation: LIST, times: 'many' }, /times/],
    [{ operation: LIST, query: { a: {} } }, /query/],
    [{ operation: LIST, status: '2x' }, /status/],
    ['{"operation":"a","__proto__":{"ok":true}}', /__proto__|no 'a'/],
  ])('%j is refused', async (body, message) => {
    const reply = await verify(body)
    expect(reply.status).toBe(400)
    expect(reply.text).toMatch(message)
  })
})
