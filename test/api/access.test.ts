import { describe, expect, test } from 'vitest'
import { type Operation, operation } from '../../src/api/framework/operation.ts'
import type { InterfaceName } from '../../src/api/framework/surface.ts'
import { type Call, createGateway } from '../../src/gateway/gateway.ts'
import { indexed } from '../../src/api/operation-index.ts'
import { locate } from '../../src/gateway/exchange/locate.ts'
import type { World } from '../../src/world/world.ts'
import { startClient } from '../support/client.ts'

const projects = '/api/applications/101/projects'

describe('tokens of the standalone interface', () => {
  test.each([
    [null, 401, 'no credential'],
    ['', 401, 'no such token'],
    ['nonsense', 401, 'no such token'],
    ['tok-old', 401, 'expired at'],
    ['tok-uma', 401, 'no such token in region eu: it is one of region us'],
    ['tok-alice', 200, ''],
  ])('%j is answered with %i', async (token, status, message) => {
    const client = await startClient()
    const reply = await client.get(projects, { token })
    expect(reply.status).toBe(status)
    if (status === 401) {
      expect(reply.body).toMatchObject({
        statusCode: 'UNAUTHORIZED',
        message: expect.stringContaining(message),
      })
      expect(reply.headers['WWW-Authenticate']).toContain('Bearer')
    }
  })

  test('expire on the virtual clock', async () => {
    const client = await startClient()
    client.simulator.clock.advanceTo('2027-01-05T08:59:59.999Z')
    expect((await client.get(projects)).status).toBe(200)
    client.simulator.clock.advanceTo('2027-01-05T09:00:00Z')
    expect((await client.get(projects)).status).toBe(401)
  })

  test('other schemes are refused', async () => {
    const client = await startClient()
    const reply = await client.get(projects, {
      token: null,
      headers: { authorization: 'Basic YWxpY2U6YWxpY2U=' },
    })
    expect(reply).toMatchObject({ status: 401, body: { message: expect.stringContaining('takes Bearer') } })
  })

  test('never appear in the journal', async () => {
    const client = await startClient()
    await client.get(projects)
    expect(JSON.stringify(client.simulator.journal.entries())).not.toContain('tok-alice')
    expect(JSON.stringify(client.simulator.state('token'))).not.toContain('tok-alice')
  })
})

describe('regions share nothing', () => {
  test('neither tokens nor records', async () => {
    const client = await startClient()
    expect(
      (await client.get('/us/api/applications?organizationId=9', { token: 'tok-uma' })).body.items,
    ).toMatchObject([{ id: 901 }])
    expect((await client.get('/us/api/applications?organizationId=9')).status).toBe(401)
    expect((await client.get('/us/api/applications/101', { token: 'tok-uma' })).status).toBe(404)
    expect((await client.get('/api/applications/901')).status).toBe(404)
    const other = await client.get('/us/api/applications/901/projects', { token: 'tok-uma' })
    expect(other.status).toBe(200)
  })

  test('every address of a region is the same interface', async () => {
    const { simulator } = await startClient()
    const headers = { authorization: 'Bearer tok-alice' }
    const texts = await Promise.all(
      ['/api', '/eu/api', 'http://api.sim/api', 'http://127.0.0.1:4010/api', '/_world/default/api'].map(
        async (base) =>
          String(
            (await simulator.fork().exchange({ method: 'GET', url: `${base}/applications/101`, headers }))
              .body,
          ),
      ),
    )
    expect(new Set(texts).size).toBe(1)
  })
})

describe('rate limits', () => {
  test('are enforced where the scenario says so, with the three headers on every answer', async () => {
    const client = await startClient({ scenario: 'demo', config: { rateLimit: 'enforce' } })
    for (let request = 1; request <= 200; request++) {
      const reply = await client.get(projects)
      expect(reply).toMatchObject({
        status: 200,
        headers: { 'X-Rate-Limit-Remaining': String(200 - request) },
      })
    }
    const refused = await client.get(projects)
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'X-Rate-Limit-Limit': '200', 'X-Rate-Limit-Remaining': '0', 'X-Rate-Limit-Reset': '60' },
      body: { statusCode: 'TOO_MANY_REQUESTS' },
    })
    expect(refused.headers['Retry-After']).toBeUndefined()
    expect((await client.get(projects, { token: 'tok-bob' })).status).toBe(200)
    client.simulator.clock.advance('59s')
    expect((await client.get(projects)).headers['X-Rate-Limit-Reset']).toBe('1')
    client.simulator.clock.advance('1s')
    expect((await client.get(projects)).status).toBe(200)
    expect(client.simulator.report().rateLimited).toBe(2)
  })

  test('are only observed on a clock moved by hand', async () => {
    const client = await startClient()
    for (let request = 1; request <= 201; request++) expect((await client.get(projects)).status).toBe(200)
    expect(client.simulator.report().rateLimited).toBe(1)
  })

  test('constant when switched off', async () => {
    const client = await startClient({ scenario: 'demo', config: { rateLimit: 'off' } })
    await client.get(projects)
    expect((await client.get(projects)).headers).toMatchObject({
      'X-Rate-Limit-Remaining': '200',
      'X-Rate-Limit-Reset': '60',
    })
  })

  test('Retry-After where the ledger’s alternative says so', async () => {
    const config = { rateLimit: 'enforce', assumptions: { A18: 'send' } } as const
    const client = await startClient({ scenario: 'demo', config })
    for (let request = 1; request <= 200; request++) await client.get(projects)
    expect((await client.get(projects)).headers['Retry-After']).toBe('60')
  })
})

describe('out of range is clamped where the ledger’s alternative says so', () => {
  test.each([
    ['limit=0', { limit: 1 }],
    ['limit=201', { limit: 200 }],
    ['offset=-5', { offset: 0 }],
  ])('%s', async (query, expected) => {
    const client = await startClient({ scenario: 'demo', config: { assumptions: { A04: 'clamp' } } })
    expect(await client.get(`${projects}?${query}`)).toMatchObject({ status: 200, body: expected })
  })
})

describe('explaining', () => {
  test('an exchange that asks for it is told which assumptions shaped its answer', async () => {
    const client = await startClient()
    const reply = await client.get(projects, { headers: { 'x-sim-explain': '1' } })
    expect(reply.headers['X-Sim-Assumptions']?.split(',')).toEqual(expect.arrayContaining(['A22', 'A28']))
    expect((await client.get(projects)).headers['X-Sim-Assumptions']).toBeUndefined()
  })

  test('the report sums them up', async () => {
    const client = await startClient()
    await client.get(`${projects}?colour=red`)
    await client.get('/api/nowhere')
    const report = client.simulator.report()
    expect(report).toMatchObject({
      exchanges: 2,
      unmatched: 1,
      unknown: [{ operation: 'standalone.project.list', name: 'colour', times: 1 }],
    })
    expect(report.assumptions.map(({ id }) => id)).toContain('A05')
    expect(report.operations.find(({ operation: id }) => id === 'standalone.project.list')).toMatchObject({
      exercised: 1,
      statuses: { 200: 1 },
    })
  })
})

describe('what matches no operation', () => {
  test('is 404 with the nearest operations', async () => {
    const client = await startClient()
    const reply = await client.get('/api/aplications/101')
    expect(reply.status).toBe(404)
    expect(reply.headers['X-Sim-Near-Miss']).toContain('GET /applications/{applicationId}')
    expect(client.simulator.journal.entries().at(-1)?.diagnosis?.nearest).toEqual([
      'GET /applications/{applicationId}',
    ])
  })

  test('outside every address too', async () => {
    const client = await startClient()
    const reply = await client.get('http://elsewhere.example/x')
    expect(reply.status).toBe(404)
    expect(reply.headers['X-Rate-Limit-Limit']).toBe('200')
  })
})

function asked(world: World, url: string, headers: Record<string, string>, as?: string): Call {
  return {
    world,
    worldName: 'default',
    location: locate(url),
    request: { method: 'GET', url, headers },
    resolution: { match: undefined },
    caller: { as },
  }
}

/** The credentials of the embedded and hosted interfaces, shown with an operation that says who calls. */
describe('the other interfaces', () => {
  const whoAmI = (name: InterfaceName, anonymous = false): Operation =>
    operation({
      id: `${name}.test.whoAmI`,
      interface: name,
      group: 'Test',
      summary: 'Says who calls.',
      method: 'GET',
      path: anonymous ? '/open' : '/me',
      stability: 'internal',
      provenance: 'assumed',
      permission: { words: 'signed-in' },
      anonymous,
      section: '5',
      success: { description: 'The caller.' },
      assumptions: [],
      authorise() {},
      handle: (_input, context) => ({
        user: context.user?.name ?? null,
        site: context.site ?? null,
      }),
    })
  const names = ['wiki', 'tracker', 'hosted-wiki', 'hosted-tracker'] as const
  const gateway = createGateway(names.flatMap((name) => [whoAmI(name), whoAmI(name, true)].map(indexed)))

  async function ask(url: string, headers: Record<string, string>, config = {}, as?: string) {
    const { simulator } = await startClient({ scenario: 'demo', config })
    const { answer } = gateway.handle(asked(simulator.world, url, headers, as))
    return { status: answer.status, body: JSON.parse(String(answer.body)) }
  }

  const me = '/wiki/rest/reqs/1/me'
  test.each([
    ['a session cookie', { cookie: 'a=b; JSESSIONID=sess-alice' }, 'alice'],
    ['HTTP Basic', { authorization: `Basic ${btoa('bob:bob')}` }, 'bob'],
    ['a bearer token', { authorization: 'Bearer tok-admin' }, 'admin'],
  ])('embedded: %s', async (_name, headers, user) => {
    expect(await ask(me, headers as Record<string, string>)).toEqual({
      status: 200,
      body: { user, site: 101 },
    })
    expect((await ask('/tracker/rest/reqs/1/me', headers as Record<string, string>)).body).toEqual({
      user,
      site: 102,
    })
  })

  test.each([
    ['nothing', {}],
    ['an unknown session', { cookie: 'JSESSIONID=x' }],
    ['a wrong password', { authorization: `Basic ${btoa('bob:wrong')}` }],
    ['broken Basic', { authorization: 'Basic %%%' }],
    ['an expired token', { authorization: 'Bearer tok-old' }],
  ])('embedded: %s is refused in the platform’s shape', async (_name, headers) => {
    const reply = await ask(me, headers as Record<string, string>)
    expect(reply).toEqual({
      status: 401,
      body: { 'status-code': 401, message: expect.any(String), 'sub-code': -1 },
    })
    expect((await ask('/wiki/rest/reqs/1/open', headers as Record<string, string>)).body).toEqual({
      user: null,
      site: 101,
    })
  })

  test('embedded: someone may stand for calls without a credential', async () => {
    expect((await ask(me, {}, { auth: { anonymousAs: 'bob' } })).body.user).toBe('bob')
    expect((await ask(me, {}, {}, 'alice')).body.user).toBe('alice')
    expect((await ask(me, { cookie: 'JSESSIONID=sess-bob' }, {}, 'alice')).body.user).toBe('bob')
    expect((await ask(me, {}, { auth: { anonymousAs: 'nobody' } })).status).toBe(401)
  })

  const wikiSite = 'https://wiki.northwind.test/wiki'
  const trackerSite = 'https://tracker.northwind.test'
  test.each([
    ['/eu/wiki/me', 'tok-alice', wikiSite, 200, 101],
    ['/eu/wiki/me', 'tok-alice', `${wikiSite}/`, 200, 101],
    ['/eu/tracker/me', 'tok-bob', trackerSite, 200, 102],
    ['/eu/wiki/rest/reqs/1/me', 'tok-alice', wikiSite, 200, 101],
    ['/eu/wiki/me', 'tok-app101', wikiSite, 200, 101],
    ['/us/wiki/me', 'tok-uma', 'https://wiki.fabrikam.test/wiki', 200, 901],
    ['/eu/wiki/me', 'tok-alice', trackerSite, 403, 'no wiki of this region'],
    ['/eu/wiki/me', 'tok-alice', 'https://wiki.northwind.test', 403, 'no wiki of this region'],
    ['/eu/tracker/me', 'tok-alice', wikiSite, 403, 'no tracker of this region'],
    ['/us/wiki/me', 'tok-uma', wikiSite, 403, 'no wiki of this region'],
    ['/eu/wiki/me', 'tok-eve', wikiSite, 403, 'is not linked'],
    ['/eu/tracker/me', 'tok-app101', trackerSite, 403, 'scoped to application 101'],
    ['/eu/wiki/me', 'tok-old', wikiSite, 401, 'expired'],
    ['/eu/wiki/me', 'nonsense', wikiSite, 401, 'no such token'],
  ])('hosted: %s with %s at %s is %i', async (url, key, site, status, expected) => {
    const reply = await ask(url, { 'x-api-key': key, 'x-base-url': site })
    expect(reply.status).toBe(status)
    if (status === 200) expect(reply.body.site).toBe(expected)
    else expect(reply.body.message).toContain(expected)
  })

  test('embedded: a scoped token opens its own site only', async () => {
    const headers = { authorization: 'Bearer tok-app101' }
    expect((await ask(me, headers)).body).toEqual({ user: 'alice', site: 101 })
    expect(await ask('/tracker/rest/reqs/1/me', headers)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('scoped to application 101') },
    })
  })

  test('embedded: errors have the body that the ledger’s alternative names', async () => {
    const { simulator } = await startClient({
      scenario: 'demo',
      config: { assumptions: { A07: 'plain-text' } },
    })
    const { answer } = gateway.handle(asked(simulator.world, me, {}))
    expect(answer).toMatchObject({ status: 401, headers: { 'Content-Type': 'text/plain; charset=UTF-8' } })
    expect(String(answer.body)).toMatch(/^no credential: /)
    expect(await ask(me, {}, { assumptions: { A07: 'standalone' } })).toMatchObject({
      body: { statusCode: 'UNAUTHORIZED' },
    })
  })

  test('hosted: both headers are needed', async () => {
    expect(await ask('/eu/wiki/me', {})).toMatchObject({
      status: 401,
      body: { statusCode: 'UNAUTHORIZED', message: expect.stringContaining('X-Api-Key') },
    })
    expect(await ask('/eu/wiki/me', { 'x-api-key': 'tok-alice' })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('X-Base-Url') },
    })
  })

  test('hosted: embedded operations can be switched off', async () => {
    const headers = { 'x-api-key': 'tok-alice', 'x-base-url': wikiSite }
    expect((await ask('/eu/wiki/rest/reqs/1/me', headers, { assumptions: { A48: 'off' } })).status).toBe(404)
    expect((await ask('/eu/wiki/me', headers, { assumptions: { A48: 'off' } })).status).toBe(200)
    const { simulator } = await startClient({ scenario: 'demo', config: { assumptions: { A48: 'off' } } })
    const { answer } = gateway.handle(asked(simulator.world, '/eu/wiki/rest/reqs/1/me', headers))
    expect(answer.headers['X-Sim-Near-Miss'] ?? '').not.toContain('/rest/reqs/1')
  })

  test('a defect is answered with 500, told to the journal, and leaves the world as it was', async () => {
    const broken = operation({
      ...(whoAmI('wiki') as unknown as Parameters<typeof operation>[0]),
      handle(_input, context) {
        context.store.next('spoiled')
        throw new Error('deliberate')
      },
    })
    const { simulator } = await startClient()
    const url = '/wiki/rest/reqs/1/me'
    const headers = { cookie: 'JSESSIONID=sess-alice' }
    const entry = createGateway([indexed(broken)]).handle(asked(simulator.world, url, headers))
    expect(entry.answer.status).toBe(500)
    expect(entry.defect).toContain('deliberate')
    expect(String(entry.answer.body)).not.toContain('deliberate')
    expect(simulator.world.region('eu').last('spoiled')).toBe(0)
  })

  test('an automatic clock moves to what an answer waits for', async () => {
    const waiting = operation({
      ...(whoAmI('wiki') as unknown as Parameters<typeof operation>[0]),
      handle(_input, context) {
        context.waitsFor(context.world.now + 5000)
        return {}
      },
    })
    const url = '/wiki/rest/reqs/1/me'
    const headers = { cookie: 'JSESSIONID=sess-alice' }
    for (const [mode, moved] of [
      ['auto', 5000],
      ['manual', 0],
    ] as const) {
      const { simulator } = await startClient({ scenario: 'demo', clock: { mode } })
      const before = simulator.world.now
      createGateway([indexed(waiting)]).handle(asked(simulator.world, url, headers))
      expect(simulator.world.now - before).toBe(moved)
    }
  })
})
