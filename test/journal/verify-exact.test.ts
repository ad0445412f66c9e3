// What exactly a verification says, which calls it takes for the nearest, and what it refuses to look for.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSimulator, type Expectation, type Simulator } from '../../src/index.ts'

const LIST = 'standalone.application.list'
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
    expect(nearest.map(({ url: told }) => told)).toEqual([url(100), url(101), url(500)])
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

test('calls that the journal does not keep any more are told of', async () => {
  const small = await createSimulator({ scenario: 'demo', journal: { entries: 2 } })
  const verified = async () => {
    await small.fetch(LISTED)
    return small.verify({ operation: LIST }).message
  }
  const all = `expected at least 1 call of ${LIST}; `
  expect([await verified(), await verified()]).toEqual([`${all}1 matched`, `${all}2 matched`])
  expect(await verified()).toBe(`${all}2 matched (of the latest 2 exchanges: the journal keeps no more)`)
})

test('a near call is told with all that identifies it', async () => {
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
    ['/api/x', { body: 'plain' }, { path: '/api/x', body: 'plain' }, []],
    ['/api/x', { body: 'plain' }, { path: '/api/x', body: 'other' }, ["body: 'plain' instead of 'other'"]],
    ['/api/x', { body: 'plain' }, { path: '/api/x', body: { a: 1 } }, ["body: 'plain' instead of an object"]],
    ['/api/x', {}, { path: '/api/x', body: 'other' }, ["body: none instead of 'other'"]],
    ['/api/x', { body: '{"a":1}' }, { path: '/api/x', body: '{"a":1}' }, []],
    ['/api/x', { body: '"text"' }, { path: '/api/x', body: 'text' }, []],
    ['/api/x', { body: '{"a":null}' }, { path: '/api/x', body: { a: null } }, []],
    ['/api/x', { body: '{"a":-0}' }, { path: '/api/x', body: { a: 0 } }, []],
    ['/api/x', { body: '{"a":1,"b":2}' }, { path: '/api/x', body: { a: 1, b: undefined } }, []],
    ['/api/x', { body: '{"a":1}' }, { path: '/api/x', body: { a: null } }, ["body.a: '1' instead of 'null'"]],
    ['/api/x', { body: '{"a":1}' }, { path: '/api/x', body: { b: 1 } }, ["body.b: not sent instead of '1'"]],
    [
      '/api/x',
      { body: '{"a":1}' },
      { path: '/api/x', body: { b: [] } },
      ['body.b: not sent instead of a list'],
    ],
    [
      '/api/x',
      { body: '{"a":1}' },
      { path: '/api/x', body: { a: {} } },
      ["body.a: '1' instead of an object"],
    ],
    [
      '/api/x',
      { body: '{"a":null}' },
      { path: '/api/x', body: { a: {} } },
      ["body.a: 'null' instead of an object"],
    ],
    [
      '/api/x',
      { body: '{"a":[]}' },
      { path: '/api/x', body: { a: {} } },
      ["body.a: '[]' instead of an object"],
    ],
    ['/api/x', { body: '{"a":{}}' }, { path: '/api/x', body: { a: [] } }, ["body.a: '{}' instead of a list"]],
    [
      '/api/x',
      { body: '{}' },
      { path: '/api/x', body: { toString: 1 } },
      ["body.toString: not sent instead of '1'"],
    ],
    ['/api/x', { body: '[1,2]' }, { path: '/api/x', body: [1, 3] }, ["body[1]: '2' instead of '3'"]],
    [
      '/api/x',
      { body: '{}' },
      { path: '/api/x', body: { ['n'.repeat(150)]: 1 } },
      [`body.${'n'.repeat(100)}: not sent instead of '1'`],
    ],
  ])('%s with %j, where %j was expected', async (url, sent, expectation, differences) => {
    await send('GET', url, sent)
    // No operation is at most of these paths: such calls are expected with the status that they get.
    const { count, nearest } = sim.verify({ status: '4xx', ...expectation })
    expect({ count, told: nearest.map((near) => near.differences) }).toEqual(
      differences.length === 0 ? { count: 1, told: [] } : { count: 0, told: [differences] },
    )
  })

  test('ten differences of a call are told, and all are counted', async () => {
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
    const expectation = { operation: 'wiki.requirement.read' }
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

describe('expectations that are none', () => {
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
    [
      { path: '/x', times: 1_000_001 },
      "times of an expectation must be a whole number from 0 to 1000000, not '1000001'",
    ],
    [
      { path: '/x', atLeast: -1 },
      "atLeast of an expectation must be a whole number from 0 to 1000000, not '-1'",
    ],
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
  ])('but %j is one', (expectation) => {
    expect(sim.verify(expectation).ok).toBe(true)
  })
})
