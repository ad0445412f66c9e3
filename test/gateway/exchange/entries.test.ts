// What the journal holds of each kind of exchange, headers of the answer included: nothing is missing, and nothing besides.

import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, startClient } from '../../support/client.ts'

const WIKI = '/wiki/rest/reqs/1'
const WIKI_SITE = 'https://wiki.northwind.test/wiki'
const ALICE = { authorization: 'Bearer tok-alice' }
const ADMIN = { authorization: 'Bearer tok-admin' }
const COOKIE = { cookie: 'JSESSIONID=sess-alice' }
const HOSTED = { 'x-api-key': 'tok-alice', 'x-base-url': WIKI_SITE }

let common: Client
beforeAll(async () => {
  common = await startClient()
})

/** Headers that each answer has, and that are tested where numbers and limits are. */
const ON_EACH = /^X-(?:Request-Id|Rate-Limit-\w+)$/

/** The latest entry without what says nothing: empty lists, and `false`. */
async function latestEntry(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
  client: Client = common,
) {
  await client.simulator.exchange({ method, url, headers, body })
  const entry = client.simulator.journal.entries().at(-1)
  if (entry === undefined) throw new Error('nothing was recorded')
  const { number: _number, id, at: _at, world, request, answer, ...others } = entry
  expect([id, world, request.method, request.url]).toEqual([
    answer.headers['X-Request-Id'],
    'default',
    method,
    url,
  ])
  return {
    status: answer.status,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ON_EACH.test(name))),
    ...Object.fromEntries(
      Object.entries(others).filter(([, value]) => JSON.stringify(value) !== '[]' && value !== false),
    ),
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }
const UTF8 = { 'Content-Type': 'application/json; charset=UTF-8' }
const STANDALONE = { interface: 'standalone', region: 'eu' }
const EMBEDDED = { interface: 'wiki', region: 'eu' }
const READ = { ...STANDALONE, operation: 'standalone.application.read' }
const UNDECIDED = { status: 200, headers: JSON_TYPE, ...READ, user: 'alice' }
const READ_WELL = { ...UNDECIDED, permission: 'allowed' }
const BEARER = { 'WWW-Authenticate': 'Bearer realm="reqsim"' }

describe('exchanges that an operation answers', () => {
  const READ_101 = '/api/applications/101'
  const READS = ['A12', 'A23', 'A26']
  const APP_101 = { authorization: 'Bearer tok-app101', 'x-sim-explain': '1' }
  const UMA = { authorization: 'Bearer tok-uma' }
  const BOB = { authorization: 'Bearer tok-bob' }
  const REQ_012 = `${WIKI}/requirement2/ENG/REQ-012`
  const MODE = { operation: 'wiki.setting.extendedMode' }
  const HOSTED_MODE = { headers: JSON_TYPE, interface: 'hosted-wiki', region: 'eu', ...MODE }
  const DELETION = { ...EMBEDDED, operation: 'wiki.requirement.delete' }
  const BAD_LIST = { ...UNDECIDED, status: 400, operation: 'standalone.application.list' }
  const transitions = [{ machine: 'requirement', from: 'ACTIVE', event: 'DELETED', to: 'DELETED' }]

  test.each<[string, string, Record<string, string>, object]>([
    ['GET', READ_101, ALICE, { ...READ_WELL, assumptions: READS }],
    ['GET', `${READ_101}/`, ALICE, { ...READ_WELL, assumptions: ['A09', ...READS] }],
    [
      'GET',
      `${READ_101}?b=1&a=2`,
      ALICE,
      {
        ...READ_WELL,
        headers: { ...JSON_TYPE, 'X-Sim-Ignored': 'query b, query a' },
        assumptions: ['A05', ...READS],
        unknownParameters: ['b', 'a'],
      },
    ],
    [
      'HEAD',
      READ_101,
      ALICE,
      {
        ...READ_WELL,
        headers: { ...READ_WELL.headers, 'Content-Length': '136' },
        assumptions: ['A08', ...READS],
      },
    ],
    [
      'GET',
      READ_101,
      APP_101,
      {
        ...READ_WELL,
        headers: { ...JSON_TYPE, 'X-Sim-Assumptions': 'A12,A23,A26' },
        assumptions: READS,
        application: 101,
      },
    ],
    ['GET', READ_101, { ...ALICE, 'x-sim-explain': '0' }, { ...READ_WELL, assumptions: READS }],
    ['GET', '/us/api/applications/901', UMA, { ...READ_WELL, region: 'us', user: 'uma', assumptions: READS }],
    [
      'GET',
      READ_101,
      {},
      {
        status: 401,
        headers: { ...BEARER, ...JSON_TYPE },
        ...READ,
        permission: 'refused',
        assumptions: ['A01', 'A02', 'A16', 'A50'],
      },
    ],
    [
      'GET',
      `${WIKI}/misc/ENG/extended-mode`,
      {},
      {
        status: 401,
        headers: { ...BEARER, ...UTF8 },
        ...EMBEDDED,
        ...MODE,
        permission: 'refused',
        assumptions: ['A01', 'A07', 'A16', 'A50'],
      },
    ],
    [
      'GET',
      '/eu/wiki/rest/reqs/1/misc/ENG/extended-mode',
      {},
      { status: 401, ...HOSTED_MODE, permission: 'refused', assumptions: ['A01', 'A02', 'A14', 'A48'] },
    ],
    [
      'GET',
      '/eu/wiki/rest/reqs/1/misc/ENG/extended-mode',
      { ...HOSTED, 'x-base-url': 'https://elsewhere.test' },
      {
        status: 403,
        ...HOSTED_MODE,
        permission: 'refused',
        user: 'alice',
        assumptions: ['A01', 'A02', 'A14', 'A48'],
      },
    ],
    [
      'DELETE',
      REQ_012,
      BOB,
      {
        status: 403,
        headers: UTF8,
        ...DELETION,
        permission: 'refused',
        user: 'bob',
        assumptions: ['A01', 'A07', 'A13', 'A51'],
      },
    ],
    [
      'DELETE',
      REQ_012,
      ADMIN,
      {
        status: 204,
        headers: {},
        ...DELETION,
        user: 'admin',
        permission: 'allowed',
        assumptions: ['A13', 'A51', 'A61', 'A67'],
        stateful: true,
        transitions,
      },
    ],
    [
      'GET',
      '/api/applications?organizationId=1&limit=999',
      ALICE,
      { ...BAD_LIST, assumptions: ['A01', 'A02', 'A04', 'A12'] },
    ],
    [
      'GET',
      '/api/applications?organizationId=1&limit=1&limit=2',
      ALICE,
      { ...BAD_LIST, assumptions: ['A01', 'A02', 'A06', 'A12'] },
    ],
  ])('%s %s with %j', async (method, url, headers, entry) => {
    expect(await latestEntry(method, url, headers)).toStrictEqual(entry)
  })

  test('what a body holds that nothing reads is listed', async () => {
    const headers = { ...ADMIN, 'content-type': 'application/json' }
    const body = '[{"key":"REQ-002","htmlExcerpt":"Hold.","colour":"red","properties":[]}]'
    expect(await latestEntry('PUT', `${WIKI}/requirement2/ENG`, headers, body)).toMatchObject({
      status: 200,
      headers: { ...UTF8, 'X-Sim-Ignored': 'body [0].colour' },
      assumptions: expect.arrayContaining(['A05']),
      unknownFields: ['[0].colour'],
      stateful: true,
    })
  })

  test('the hosted address answers as the embedded one does, and says that it does', async () => {
    const embedded = await latestEntry('GET', `${WIKI}/misc/ENG/extended-mode`, COOKIE)
    expect(embedded).toMatchObject({ status: 200, headers: UTF8, ...EMBEDDED, user: 'alice' })
    const leans = (embedded as { assumptions?: string[] }).assumptions ?? []
    expect(await latestEntry('GET', '/eu/wiki/rest/reqs/1/misc/ENG/extended-mode', HOSTED)).toStrictEqual({
      ...embedded,
      headers: JSON_TYPE,
      interface: 'hosted-wiki',
      assumptions: ['A14', 'A48', ...leans.filter((id) => id !== 'A03' && id !== 'A13')],
    })
  })

  test('assumptions of a response are listed once each, by number', async () => {
    const entry = await latestEntry('GET', `${WIKI}/requirement2/ENG/REQ-001`, COOKIE)
    const { assumptions = [] } = entry as { assumptions?: string[] }
    const numbers = assumptions.map((id) => Number(id.slice(1)))
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    expect(numbers.some((number) => number > 99)).toBe(true)
  })

  test('a deprecated operation says so, unless the world leaves it out', async () => {
    const deprecated = `${WIKI}/requirement/REQ-001?spaceKey=ENG`
    const entry = await latestEntry('GET', deprecated, COOKIE)
    expect(entry).toMatchObject({ headers: { ...UTF8, Deprecation: 'true' } })
    expect(entry).toMatchObject({ assumptions: expect.arrayContaining(['A54']) })
    const silent = await startClient({ scenario: 'demo', config: { assumptions: { A54: 'omit' } } })
    const reply = await silent.get(deprecated, { headers: { 'x-sim-explain': '1' } })
    expect(reply.headers['Deprecation']).toBeUndefined()
    expect(reply.headers['X-Sim-Assumptions']?.split(',')).toContain('A54')
  })
})

describe('exchanges that match no operation', () => {
  const ROOT = { interface: undefined, region: undefined }
  const FAR = 'GET /api/applications/{applicationId}/projects/{projectId}/variants/{variantId}'
  const NEAR = 'GET /applications/{applicationId}'
  const nowhere = (path: string, method = 'GET') => `no operation at '${method} ${path}'`
  const mistyped = `${nowhere('/applications/x')}: applicationId must be a whole number (int64), not 'x'`
  const wrongMethod = "'/applications/101' does not take 'POST': it takes GET, HEAD"
  const byAlice = { user: 'alice', caller: 'A12' }
  const byNobody = { user: undefined, caller: 'A16' }
  const notAllowed = { ...byNobody, status: 405, Allow: 'GET, HEAD, OPTIONS' }
  const hosted = { ...byNobody, caller: 'A14', interface: 'hosted-wiki' }

  test.each<[string, string, object, string, string?]>([
    ['GET', '/api/nowhere', byAlice, nowhere('/nowhere')],
    ['GET', '/nowhere', { ...byAlice, ...ROOT }, nowhere('/nowhere')],
    [
      'GET',
      '/applications/101/projects/1001/variants/5001',
      { ...byAlice, ...ROOT },
      nowhere('/applications/101/projects/1001/variants/5001'),
      FAR,
    ],
    ['GET', '/api/applications/x', byAlice, mistyped, NEAR],
    ['POST', '/api/applications/101', notAllowed, wrongMethod, NEAR],
    ['OPTIONS', '/api/nowhere', byNobody, nowhere('/nowhere', 'OPTIONS')],
    ['GET', '/eu/wiki/nowhere', hosted, nowhere('/nowhere')],
  ])('%s %s with %j', async (method, url, place, reason, nearest) => {
    const { status, Allow, caller, user, ...where } = { status: 404, ...STANDALONE, ...place } as Record<
      string,
      unknown
    >
    const entry = await latestEntry(method, url, user === undefined ? {} : ALICE)
    expect(entry).toEqual({
      status,
      headers: {
        ...JSON_TYPE,
        ...(nearest === undefined ? {} : { 'X-Sim-Near-Miss': nearest }),
        ...(Allow === undefined ? {} : { Allow }),
      },
      ...where,
      user,
      assumptions: ['A01', 'A02', 'A09', 'A11', caller],
      diagnosis: { reason, nearest: nearest === undefined ? [] : [nearest] },
    })
    const message = nearest === undefined ? reason : `${reason}; nearest: ${nearest}`
    const body = JSON.parse(String(common.simulator.journal.entries().at(-1)?.answer.body))
    expect(body).toMatchObject({ message, errors: [message] })
  })

  test('a path with broken percent-encoding', async () => {
    expect(await latestEntry('GET', '/api/%zz', ALICE)).toStrictEqual({
      status: 400,
      headers: JSON_TYPE,
      ...STANDALONE,
      user: 'alice',
      assumptions: ['A01', 'A02', 'A12'],
    })
    const body = JSON.parse(String(common.simulator.journal.entries().at(-1)?.answer.body))
    expect(body).toMatchObject({ message: "path segment '%zz': broken percent-encoding" })
  })

  test.each([
    ['/api/applications/101', { ...STANDALONE }, 'GET, HEAD, OPTIONS', ['A08']],
    [`${WIKI}/baseline/ENG`, { ...EMBEDDED }, 'GET, HEAD, POST, OPTIONS', ['A08']],
    [
      '/eu/wiki/rest/reqs/1/requirement2/ENG/REQ-001',
      { interface: 'hosted-wiki', region: 'eu' },
      'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      ['A08', 'A48'],
    ],
  ])('OPTIONS %s lists the methods of the path', async (url, place, allow, assumptions) => {
    expect(await latestEntry('OPTIONS', url)).toStrictEqual({
      status: 204,
      headers: { Allow: allow },
      ...place,
      assumptions,
    })
  })
})

describe('exchanges that are struck or limited', () => {
  const LIST = '/api/applications?organizationId=1'
  const NONE_LEFT = { 'X-Rate-Limit-Limit': '200', 'X-Rate-Limit-Remaining': '0', 'X-Rate-Limit-Reset': '60' }

  test.each([
    [{}, {}],
    [{ assumptions: { A18: 'send' } }, { 'Retry-After': '60' }],
  ] as const)(
    'the one above the limit, and one that a fault answers so, where the world is %j',
    async (config, headers) => {
      const client = await startClient({ scenario: 'demo', config: { rateLimit: 'enforce', ...config } })
      const get = (url: string, token: string) =>
        latestEntry('GET', url, { authorization: `Bearer ${token}` }, undefined, client)
      const latest = () => client.simulator.journal.entries().at(-1)?.answer
      for (let request = 1; request <= 200; request++) await client.get('/api/applications/101')
      expect(await get('/api/applications/101', 'tok-alice')).toStrictEqual({
        ...UNDECIDED,
        status: 429,
        headers: { ...JSON_TYPE, ...headers },
        assumptions: ['A02', 'A12', 'A17', 'A18', 'A19', 'A20'],
        rateLimitExceeded: true,
      })
      expect(latest()?.headers).toMatchObject(NONE_LEFT)
      client.simulator.faults.add({ operation: 'standalone.application.list', status: 429, times: 1 })
      expect(await get(LIST, 'tok-bob')).toStrictEqual({
        ...UNDECIDED,
        operation: 'standalone.application.list',
        user: 'bob',
        status: 429,
        headers: { ...JSON_TYPE, ...headers, 'X-Sim-Fault': '1' },
        assumptions: ['A02', 'A12', 'A18'],
        fault: 1,
      })
      expect(latest()).toMatchObject({
        headers: NONE_LEFT,
        body: JSON.stringify({
          message: 'returned 429 (fault 1)',
          statusCode: 'TOO_MANY_REQUESTS',
          errors: ['returned 429 (fault 1)'],
        }),
      })
      expect(await get(LIST, 'tok-bob')).toMatchObject({ status: 200 })
      expect(latest()?.headers['X-Rate-Limit-Remaining']).toBe('198')
    },
  )

  test('a fault changes no exchange but those that it is about', async () => {
    const client = await startClient()
    const get = (url: string, headers: Record<string, string>) =>
      latestEntry('GET', url, headers, undefined, client)
    const calls: readonly [string, Record<string, string>][] = [
      ['/api/applications/101', ALICE],
      ['/api/applications/x', ALICE],
      ['/us/api/applications/901', { authorization: 'Bearer tok-uma' }],
      ['/eu/wiki/rest/reqs/1/misc/ENG/extended-mode', HOSTED],
      ['/nowhere', ALICE],
    ]
    const all = async () => {
      const entries = []
      for (const call of calls) entries.push(await get(...call))
      return entries
    }
    const before = await all()
    const { faults } = client.simulator
    faults.add({ operation: 'standalone.application.read', user: 'bob', status: 500 })
    faults.add({ interface: 'wiki', status: 501 })
    faults.add({ interface: 'standalone', region: 'us', method: 'PUT', status: 502 })
    expect(await all()).toEqual(before)
    faults.clear()
    faults.add({ interface: 'standalone', region: 'us', status: 503 })
    expect((await all()).map(({ status }) => status)).toEqual([200, 404, 503, 200, 404])
    faults.clear()
    faults.add({ interface: 'hosted-wiki', user: 'alice', status: 503 })
    expect((await all()).map(({ status }) => status)).toEqual([200, 404, 200, 503, 404])
    faults.clear()
    faults.add({ interface: 'standalone', status: 503 })
    const struck = await all()
    expect(struck.map(({ status }) => status)).toEqual([503, 503, 503, 200, 404])
    // What was said of the answer that is lost is lost with it.
    expect(struck[1]?.headers).toEqual({ ...JSON_TYPE, 'X-Sim-Fault': expect.any(String) })
  })
})
