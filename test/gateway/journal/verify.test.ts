import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type Expectation, type Simulator } from '../../../src/index.ts'
import { type Client, startClient } from '../../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const LINK = `${WIKI}/requirement2/ENG/REQ-003/link/issue/DRN-4?jiraUrl=https%3A%2F%2Ftracker.northwind.test`
const LINKING = 'wiki.issueLink.add'

/** A client that made five calls. */
async function startCalls(): Promise<Client> {
  const client = await startClient()
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
  return client
}

let client: Client
beforeAll(async () => {
  client = await startCalls()
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
      'too many',
      { operation: LIST, atMost: 1 },
      `expected at most 1 call of ${LIST}; 2 matched: #1 GET /api/applications?organizationId=1&limit=20 (200), #2 GET /api/applications?organizationId=1 (200)`,
    ],
    [
      'a world that nobody used',
      { operation: LIST, world: 'w' },
      'in world w; 0 matched; no calls were made',
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
})

test('calls that a fault struck were made, and are marked', async () => {
  const client = await startCalls()
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
    "(503, affected by a fault) differs in body.relationship: 'tests' instead of 'implements'",
  )
  expect(missed.nearest[0]).toMatchObject({ faulted: true, status: 503 })
})

describe('expectations that nothing could meet', () => {
  // As JavaScript would write them.
  const refusals: readonly (readonly [object, RegExp])[] = [
    [{ operation: LIST, path: '/api' }, /give one of the two/],
    [
      { operation: 'standalone.aplication.list' },
      /operation: there is no 'standalone\.aplication\.list'; did you mean 'standalone\.application\.list'\?/,
    ],
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
    expect(() => client.simulator.verify(expectation as Expectation)).toThrow(message)
    const reply = await client.post('/_sim/verify', expectation, { headers: { 'x-sim-control': '1' } })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toMatch(message)
  })
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
  ])('%j is valid', async (expectation) => {
    expect(client.simulator.verify(expectation).ok).toBe(true)
    const reply = await client.post('/_sim/verify', expectation, { headers: { 'x-sim-control': '1' } })
    expect([reply.status, reply.body.ok]).toEqual([200, true])
  })

  test('users are those of worlds in use, and of calls in the journal', async () => {
    const client = await startCalls()
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
    ] as const) {
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

  test('leaves the prefix of the world out of addresses in the message, and names the world', async () => {
    await client.get('/_world/long/api/applications/102')
    const { body } = await verify({ operation: LIST }, { 'x-sim-world': 'long' })
    expect(body.message).toMatch(/ in world long; 0 matched; nearest: #\d+ GET \/api\/applications\/102 \(\d/)
    expect(body.nearest[0]?.url).toBe('/_world/long/api/applications/102')
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

const LISTED = '/api/applications?organizationId=1'
const ENG = '/wiki/rest/reqs/1/requirement2/ENG'

let sim: Simulator
const begin = async () => {
  sim = await createSimulator({ scenario: 'demo' })
}
beforeAll(begin)
beforeEach(() => sim.journal.clear())

interface Sent {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | undefined
  readonly token?: string | null
}

const send = (method: string, url: string, { headers = {}, body, token = 'tok-alice' }: Sent = {}) =>
  sim.exchange({
    method,
    url,
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    body,
  })

describe('the message', () => {
  beforeEach(async () => {
    await begin()
    await send('GET', LISTED)
    await send('GET', LISTED)
  })

  const FAR = { user: 'eve', times: 5 }

  test.each<[Expectation, string]>([
    [{ operation: LIST }, `at least 1 call of ${LIST}; 2 matched`],
    [{ operation: LIST, atLeast: 2 }, `at least 2 calls of ${LIST}; 2 matched`],
    [{ operation: LIST, times: 2 }, `2 calls of ${LIST}; 2 matched`],
    [{ operation: LIST, atLeast: 2, atMost: 2 }, `2 calls of ${LIST}; 2 matched`],
    [{ operation: LIST, atLeast: 1, atMost: 2 }, `1 to 2 calls of ${LIST}; 2 matched`],
    [{ operation: LIST, atLeast: 0, atMost: 2 }, `at most 2 calls of ${LIST}; 2 matched`],
    [{ operation: LIST, atMost: 1, user: 'eve' }, `at most 1 call of ${LIST} by eve; 0 matched`],
    [{ operation: LIST, times: 0, world: 'w' }, `0 calls of ${LIST} in world w; 0 matched`],
    [{ path: '/api/applications', method: 'get' }, 'at least 1 call of GET /api/applications; 2 matched'],
    [{ path: '/api/applications' }, 'at least 1 call of /api/applications; 2 matched'],
    [
      { operation: LIST, method: 'get', query: { organizationId: 1 }, status: 200 },
      `at least 1 call of ${LIST} with method GET, query {"organizationId":1}, status 200; 2 matched`,
    ],
    [
      { operation: LIST, times: 0, user: 'eve', world: 'w', body: { b: [1] }, headers: { h: 'x' } },
      `0 calls of ${LIST} by eve in world w with body {"b":[1]}, headers {"h":"x"}; 0 matched`,
    ],
    [{ operation: LIST, times: 0, status: '4xx' }, `0 calls of ${LIST} with status 4xx; 0 matched`],
  ])('of %j, which is met', (expectation, message) => {
    expect(sim.verify(expectation)).toMatchObject({ ok: true, message: `expected ${message}`, nearest: [] })
  })

  test('cuts what is long', async () => {
    const brief = (body: string) => sim.verify({ operation: LIST, ...FAR, body }).message
    expect(brief('x'.repeat(198))).toContain(` with body "${'x'.repeat(198)}"; 0 matched`)
    expect(brief('x'.repeat(199))).toContain(` with body "${'x'.repeat(199)}…; 0 matched`)
    sim.journal.clear()
    const url = (length: number) => `/api/${'x'.repeat(length - 5)}`
    for (const length of [100, 101, 500, 501]) await send('GET', url(length))
    const { message, nearest } = sim.verify({ operation: LIST })
    expect(message).toContain(`#3 GET ${url(100)} (404) differs in `)
    expect(message).toContain(`#4 GET ${url(100)}… (404) differs in `)
    expect(nearest.map(({ url: address }) => address)).toEqual([url(100), url(101), url(500)])
    expect(sim.verify({ path: url(501), method: 'PUT', status: 404 }).nearest[0]?.url).toBe(url(500))
  })

  test('names ten calls that were too many', async () => {
    const none = () => sim.verify({ operation: LIST, times: 0 })
    for (let count = 2; count < 10; count++) await send('GET', LISTED)
    const ten = Array.from({ length: 10 }, (_, index) => `#${index + 1} GET ${LISTED} (200)`).join(', ')
    expect(none()).toMatchObject({
      ok: false,
      count: 10,
      nearest: [],
      message: `expected 0 calls of ${LIST}; 10 matched: ${ten}`,
    })
    await send('GET', LISTED)
    expect(none().message).toBe(`expected 0 calls of ${LIST}; 11 matched: ${ten}, …`)
  })
})

test('calls that the journal evicted are mentioned', async () => {
  const small = await createSimulator({ scenario: 'demo', journal: { entries: 2 } })
  const verified = async () => {
    await small.fetch(LISTED)
    return small.verify({ operation: LIST }).message
  }
  const all = `expected at least 1 call of ${LIST}; `
  expect([await verified(), await verified()]).toEqual([`${all}1 matched`, `${all}2 matched`])
  expect(await verified()).toBe(`${all}2 matched (in the latest 2 exchanges; the journal dropped older ones)`)
})

test('a near call is reported with all that identifies it', async () => {
  await begin()
  await send('GET', '/api/aplications/101', { token: null })
  expect(sim.verify({ operation: 'standalone.application.read', user: 'eve' }).nearest).toEqual([
    {
      number: 1,
      id: '1',
      world: 'default',
      method: 'GET',
      url: '/api/aplications/101',
      operation: null,
      user: null,
      status: 404,
      faulted: false,
      differences: [
        'operation: none instead of standalone.application.read',
        "user: nobody instead of 'eve'",
      ],
    },
  ])
})

describe('in what the only call differs', () => {
  test.each<[string, Sent, Expectation, string[]]>([
    ['/nowhere/x', {}, { path: '/nowhere/x' }, []],
    ['/api/%zz', {}, { path: '/api/%zz' }, []],
    ['/api/applications', {}, { path: '/api/appl%69cations' }, []],
    ['/api/x', {}, { path: '/api/%zz' }, ["path: '/x' instead of '/%zz'"]],
    ['/api/%zz', {}, { path: '/api/%yy' }, ["path: '/%zz' instead of '/%yy'"]],
    ['/api/x/y', {}, { path: '/api/x/{id}' }, []],
    ['/api/x/y', {}, { path: '/api/x/{}' }, []],
    ['/api/x/', {}, { path: '/api/x/{id}' }, ["path: '/x/' instead of '/x/{id}'"]],
    ['/api/x/y', {}, { path: '/api/x/a{id}' }, ["path: '/x/y' instead of '/x/a{id}'"]],
    ['/api/x/y', {}, { path: '/api/x/{id}a' }, ["path: '/x/y' instead of '/x/{id}a'"]],
    ['/api/x/y', {}, { path: '/api/x' }, ["path: '/x/y' instead of '/x'"]],
    [
      '/nowhere',
      {},
      { path: '/us/api/x' },
      ['address: none instead of us standalone', "path: '/nowhere' instead of '/x'"],
    ],
    ['/eu/api/x', {}, { path: '/us/api/x' }, ['address: eu standalone instead of us standalone']],
    [
      '/tracker/rest/reqs/1/x',
      {},
      { path: '/wiki/rest/reqs/1/x' },
      ['address: eu tracker instead of eu wiki'],
    ],
    ['/api/x', {}, { path: '/api/x', method: 'put' }, ["method: 'GET' instead of PUT"]],
    ['/api/x', { token: null }, { path: '/api/x', user: 'alice' }, ["user: nobody instead of 'alice'"]],
    [
      '/api/applications/9',
      {},
      { path: '/api/applications/9', status: '2XX' },
      ["status: 404 instead of '2XX'"],
    ],
    ['/api/x', {}, { path: '/api/x', headers: { 'X-A': 'b' } }, ["header X-A: not sent instead of 'b'"]],
    ['/api/x', { headers: { 'x-a': ['b', 'c'] } }, { path: '/api/x', headers: { 'X-A': 'c' } }, []],
    [
      '/api/x',
      { headers: { 'x-a': ['b', 'c'] } },
      { path: '/api/x', headers: { 'x-a': 'd' } },
      ["header x-a: 'b, c' instead of 'd'"],
    ],
    ['/api/x?a=1&a=2', {}, { path: '/api/x', query: { a: ['1', '2'] } }, []],
    ['/api/x?a=1&a=2', {}, { path: '/api/x', query: { a: [1, 3] } }, ["query.a: '1, 2' instead of '1, 3'"]],
    ['/api/x?a=1&a=2', {}, { path: '/api/x', query: { a: [2, 1] } }, ["query.a: '1, 2' instead of '2, 1'"]],
    ['/api/x?a=1', {}, { path: '/api/x', query: { a: [1, 2] } }, ["query.a: '1' instead of '1, 2'"]],
    ['/api/x?a=1&a=2', {}, { path: '/api/x', query: { a: [1] } }, ["query.a: '1, 2' instead of '1'"]],
  ])('%s with %j, where %j was expected', async (url, sent, expectation, differences) => {
    await send('GET', url, sent)
    // No operation is at most of these paths: such calls are expected with the status that they get.
    const { count, nearest } = sim.verify({ status: '4xx', ...expectation })
    expect({ count, differences: nearest.map((near) => near.differences) }).toEqual(
      differences.length === 0 ? { count: 1, differences: [] } : { count: 0, differences: [differences] },
    )
  })

  test.each<[string | undefined, unknown, string?]>([
    ['plain', 'plain'],
    ['plain', 'other', "body: 'plain' instead of 'other'"],
    ['plain', { a: 1 }, "body: 'plain' instead of an object"],
    [undefined, 'other', "body: none instead of 'other'"],
    ['{"a":1}', '{"a":1}'],
    ['"text"', 'text'],
    ['{"a":null}', { a: null }],
    ['{"a":-0}', { a: 0 }],
    ['{"a":1,"b":2}', { a: 1, b: undefined }],
    ['{"a":1}', { a: null }, "body.a: '1' instead of 'null'"],
    ['{"a":1}', { b: 1 }, "body.b: not sent instead of '1'"],
    ['{"a":1}', { b: [] }, 'body.b: not sent instead of a list'],
    ['{"a":1}', { a: {} }, "body.a: '1' instead of an object"],
    ['{"a":null}', { a: {} }, "body.a: 'null' instead of an object"],
    ['{"a":[]}', { a: {} }, "body.a: '[]' instead of an object"],
    ['{"a":{}}', { a: [] }, "body.a: '{}' instead of a list"],
    ['{}', { toString: 1 }, "body.toString: not sent instead of '1'"],
    ['[1,2]', [1, 3], "body[1]: '2' instead of '3'"],
    ['[1]', [{}, {}], 'body: 1 item instead of 2'],
    ['{}', { ['n'.repeat(150)]: 1 }, `body.${'n'.repeat(100)}: not sent instead of '1'`],
  ])('body %j, where %j was expected', async (body, expected, difference) => {
    await send('GET', '/api/x', { body })
    const { count, nearest } = sim.verify({ path: '/api/x', status: 404, body: expected })
    expect({ count, differences: nearest.map((near) => near.differences) }).toEqual(
      difference === undefined ? { count: 1, differences: [] } : { count: 0, differences: [[difference]] },
    )
  })

  test('lists ten differences of a call, and counts all', async () => {
    await begin()
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`)
    await send('GET', '/api/x')
    await send('GET', '/api/x?p0=1')
    const query = Object.fromEntries(names.map((name) => [name, 1]))
    const { nearest } = sim.verify({ path: '/api/x', status: 404, query })
    expect(nearest.map(({ number, differences }) => [number, differences.length])).toEqual([
      [2, 10],
      [1, 10],
    ])
    expect(nearest[1]?.differences.at(-1)).toBe("query.p9: not sent instead of '1'")
  })
})

describe('the nearest of several calls', () => {
  const order = (expectation: Expectation) => sim.verify(expectation).nearest.map(({ url }) => url)

  test('are those of the same group, interface and method, after one that meant the operation', async () => {
    const far = '/api/applications/101'
    const other = '/wiki/rest/reqs/1/baseline?q=x'
    const same = '/wiki/rest/reqs/1/requirement2/ENG'
    const meant = '/wiki/rest/reqs/1/requiremen2/ENG/REQ-001'
    const expectation = { operation: 'wiki.requirement.read' } as const
    await send('GET', far)
    await send('GET', other)
    expect(order(expectation)).toEqual([other, far])
    await send('GET', same)
    expect(order(expectation)).toEqual([same, other, far])
    await send('GET', meant)
    expect(order(expectation)).toEqual([meant, same, other])
    sim.journal.clear()
    const put = '/wiki/rest/reqs/1/onboarding/x'
    await send('PUT', put)
    await send('GET', far)
    await send('GET', other)
    expect(order(expectation)).toEqual([other, put, far])
  })

  test('are those for which the operation was the nearest, others beside it', async () => {
    await send('GET', '/api/applications/101')
    await send('GET', '/api/applications/101/projecs/1001')
    expect(order({ operation: 'standalone.project.list' })[0]).toBe('/api/applications/101/projecs/1001')
  })

  test('have more of the path', async () => {
    await send('GET', '/api/x/y/z/d')
    await send('GET', '/api/a/b')
    expect(order({ path: '/api/a/b/c/d', status: 404 })).toEqual(['/api/a/b', '/api/x/y/z/d'])
  })

  test('differ in the address last, then in the path, then in the method', async () => {
    await send('GET', '/us/api/x')
    await send('PUT', '/api/y')
    await send('GET', '/api/x')
    expect(order({ path: '/api/x', method: 'PUT', status: 404 })).toEqual(['/api/x', '/api/y', '/us/api/x'])
  })

  test('differ in fewer values, and among equals came first', async () => {
    await send('PUT', ENG, { body: '{"a":1,"b":1}' })
    await send('PUT', `${ENG}?x=2`, { body: '{"a":1,"b":2}' })
    await send('PUT', `${ENG}?x=3`, { body: '{"a":1,"b":2}' })
    await send('PUT', `${ENG}?x=4`, { body: '{"a":2,"b":2}' })
    expect(order({ path: ENG, body: { a: 2, b: 2 }, method: 'PUT', times: 2 })).toEqual([
      `${ENG}?x=2`,
      `${ENG}?x=3`,
      ENG,
    ])
  })
})

describe('invalid expectations', () => {
  const number = 'of an expectation must be a whole number from 0 to 1000000, not'
  test.each<[unknown, string]>([
    [{ operation: 1 }, "operation of an expectation must be text, not '1'"],
    [{ path: '/x', method: null }, "method of an expectation must be text, not 'null'"],
    [
      { path: '/x', query: { a: {} } },
      `query of an expectation must be an object of texts, numbers and truth values, or lists of them, not '{"a":{}}'`,
    ],
    [{ path: '/x', query: { a: 'b', c: [{}] } }, 'query of an expectation must be'],
    [{ path: '/x', query: [1] }, 'query of an expectation must be'],
    [{ path: '/x', query: null }, 'query of an expectation must be'],
    [{ path: '/x', query: 'a' }, "or lists of them, not 'a'"],
    [{ path: '/x', headers: { a: 'b', c: 1 } }, 'headers of an expectation must be an object of texts, not'],
    [{ path: '/x', headers: ['b'] }, 'headers of an expectation must be'],
    [
      { path: '/x', body: () => 1 },
      "body of an expectation must be JSON data, or the text of a body, not '() => 1'",
    ],
    [{ path: '/x', body: 1n }, "the text of a body, not '1'"],
    ...['2x', '40x', '1xx', '9xx', 'xx', '4xxx', '40a', 'a404', '4040', 4040, 199, '-1', '', 1.5, null].map(
      (status): [unknown, string] => [
        { path: '/x', status },
        `status of an expectation must be a status from 200 to 599, or a class of them such as '4xx', not '${String(status)}'`,
      ],
    ),
    [{ path: '/x', status: ['404'] }, 'status of an expectation must be a status from 200 to 599, or'],
    [{ path: '/x', times: 1_000_001 }, `times ${number} '1000001'`],
    [{ path: '/x', atLeast: -1 }, `atLeast ${number} '-1'`],
    [{ path: '/x', times: 1.5 }, `times ${number} '1.5'`],
    [{ path: '/x', times: Number.NaN }, 'times of an expectation must be a whole number'],
    [{ path: '/x', times: 1, atMost: 1 }, 'times says exactly how many calls: leave out atLeast and atMost'],
    [{ path: '/x', times: 1, atLeast: 1 }, 'times says exactly how many calls: leave out atLeast and atMost'],
    [{ path: '/x', atLeast: 2, atMost: 1 }, 'atLeast 2 is more than atMost 1'],
    [{ operation: 'x' }, "operation: there is no 'x'; reqsim list operations lists them"],
    [{}, 'an expectation names an operation, or else a path: give one of the two'],
  ])('%o', (expectation, message) => {
    expect(() => sim.verify(expectation as Expectation)).toThrow(message)
  })

  test.each<Expectation>([
    { path: '/x', times: 0, status: 404, query: { a: true, b: 1, c: ['d', 2, false] } },
    { path: '/x', times: 0, status: '404' },
    { path: '/x', times: 0, status: '4XX' },
    { path: '/x', status: 404, atLeast: 0, atMost: 1_000_000 },
    { operation: LIST, times: 0, body: null },
  ])('%j is valid', (expectation) => {
    expect(sim.verify(expectation).ok).toBe(true)
  })
})
