/** What the MSW door does whatever version of MSW it is used with; each version's test file runs this. */
import nodeHttp from 'node:http'
import { http, type HttpHandler } from 'msw'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { handlers } from '../../../src/adapters/msw.ts'
import { createSimulator } from '../../../src/index.ts'
import { type Echo, servable } from './echo.ts'

/** What the cases need of `setupServer`, by either version's names. */
export interface MswServer {
  listen(options: { onUnhandledRequest: 'error'; onUnhandledFrame: 'error' }): void
  use(...handlers: HttpHandler[]): void
  resetHandlers(): void
  close(): void
}

/** Runs the cases over `setupServer` of one version. */
export function mswCases(setupServer: () => MswServer): void {
  const server = setupServer()
  beforeAll(() => server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())

  const use = (...args: Parameters<typeof handlers>): void => server.use(...handlers(...args))
  const ask = async (url: string, init?: RequestInit): Promise<Echo> =>
    (await (await fetch(url, init)).json()) as Echo

  describe('requests', () => {
    test.each([
      'http://wiki.sim/rest/reqs/1/baseline/ENG?a=1&a=%C3%A9',
      'http://api.us.sim/_world/w/api/variants',
      'http://sim.sim/_sim/health',
      'http://wiki.sim/',
      'http://wiki.sim/broken/%E0%A4%A/x%2Fy*(z)',
    ])('%s reaches the core as it is', async (url) => {
      use(servable())
      expect((await ask(url)).url).toBe(url)
    })

    test('every method, with headers and body', async () => {
      use(servable())
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const got = await ask('http://wiki.sim/a', { method, headers: { 'X-A': '1' }, body: 'é' })
        expect(got).toMatchObject({ method, text: 'é', bytes: 2 })
        expect(got.headers['x-a']).toBe('1')
      }
    })

    test('a binary body stays what it is', async () => {
      const simulator = servable()
      const exchange = vi.spyOn(simulator, 'exchange')
      use(simulator)
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      await ask('http://wiki.sim/a', { method: 'POST', body: bytes })
      expect(exchange.mock.calls[0]?.[0].body).toEqual(bytes)
    })

    test('requests of node:http come without the host, which names no network', async () => {
      use(servable(), { base: { control: 'http://app.example/_sim' } })
      const text = await new Promise<string>((resolve, reject) => {
        nodeHttp
          .get('http://app.example/_sim/health', (response) =>
            response.on('data', (data) => resolve(String(data))),
          )
          .on('error', reject)
      })
      expect(JSON.parse(text)).toMatchObject({ method: 'GET', url: '/_sim/health' })
      expect((JSON.parse(text) as Echo).headers).not.toHaveProperty('host')
    })

    test('the signed-in user is passed to the core', async () => {
      const simulator = servable()
      const exchange = vi.spyOn(simulator, 'exchange')
      use(simulator, { as: 'alice' })
      await ask('http://wiki.sim/a')
      expect(exchange.mock.calls[0]?.[1]).toEqual({ as: 'alice' })
    })
  })

  describe('answers', () => {
    test('without body', async () => {
      use(servable(({ url }) => ({ status: Number(url.slice(-3)), headers: { 'X-A': '1' }, body: '' })))
      for (const status of [204, 304]) {
        const response = await fetch(`http://wiki.sim/${status}`)
        expect([response.status, await response.text(), response.headers.get('x-a')]).toEqual([
          status,
          '',
          '1',
        ])
      }
    })

    test('HEAD', async () => {
      use(servable())
      const response = await fetch('http://wiki.sim/a', { method: 'HEAD' })
      expect([response.status, await response.text()]).toEqual([200, ''])
      expect(response.headers.get('content-type')).toBe('application/json')
    })

    test('HEAD has the length of its GET, for clients of both kinds', async () => {
      use(await createSimulator({ scenario: 'demo' }))
      for (const url of ['http://api.sim/api/applications/101', 'http://api.sim/api/nowhere']) {
        const { length } = await (await fetch(url)).text()
        const head = await fetch(url, { method: 'HEAD' })
        const overNode = await new Promise((resolve, reject) => {
          nodeHttp
            .request(url, { method: 'HEAD' }, (response) => {
              response.on('end', () => resolve(response.headers['content-length'])).resume()
            })
            .on('error', reject)
            .end()
        })
        expect([head.headers.get('content-length'), overNode]).toEqual([String(length), String(length)])
      }
    })

    test('a defect is 500 without a stack', async () => {
      use(
        servable(() => {
          throw new Error('broken')
        }),
      )
      const response = await fetch('http://wiki.sim/a')
      expect([response.status, await response.json()]).toEqual([
        500,
        {
          message: 'defect of the simulator, not of the request: broken',
          statusCode: 'INTERNAL_SERVER_ERROR',
          errors: ['defect of the simulator, not of the request: broken'],
        },
      ])
    })
  })

  describe('base addresses', () => {
    test('one address with the one-port layout below it', async () => {
      server.use(http.all('http://localhost:3000/*', () => new Response('elsewhere')))
      use(servable(), { base: 'http://localhost:3000/sim/' })
      const url = 'http://localhost:3000/sim'
      expect((await ask(`${url}/wiki/rest?q=a%20b`)).url).toBe('/wiki/rest?q=a%20b')
      expect((await ask(`${url}/_world/w/wiki/rest`)).url).toBe('/_world/w/wiki/rest')
      expect((await ask(url)).url).toBe('/')
      expect(await (await fetch('http://localhost:3000/simple')).text()).toBe('elsewhere')
    })

    test('an address for each interface', async () => {
      use(servable(), {
        base: {
          standalone: { eu: 'https://app.example/api', us: 'https://us.app.example' },
          wiki: 'https://app.example',
          'hosted-tracker': { us: 'https://tracker.example/x' },
          control: 'https://app.example/_sim',
        },
      })
      const expected = {
        'https://app.example/api/variants?a=1': '/api/variants?a=1',
        'https://app.example/_world/w/api/variants': '/_world/w/api/variants',
        'https://us.app.example/variants': '/us/api/variants',
        'https://app.example/rest/reqs/1/a': '/wiki/rest/reqs/1/a',
        'https://app.example/_world/w/rest/a': '/_world/w/wiki/rest/a',
        'https://app.example/apis': '/wiki/apis',
        'https://tracker.example/x': '/us/tracker',
        'https://app.example/_sim/health': '/_sim/health',
      }
      for (const [url, core] of Object.entries(expected)) expect((await ask(url)).url).toBe(core)
    })

    test('a call below the base but beside the interfaces gets an error that names both', async () => {
      use(await createSimulator({ scenario: 'demo' }), { base: 'http://localhost:3000/sim' })
      const response = await fetch('http://localhost:3000/sim/rest/reqs/1/baseline/ENG')
      expect(response.status).toBe(404)
      expect(((await response.json()) as { message: string }).message).toContain(
        "the base is 'http://localhost:3000/sim', and the wiki interface is at 'http://localhost:3000/sim/wiki'",
      )
    })

    test('what is no address is refused, with its mend', () => {
      const simulator = servable()
      expect(() => handlers(simulator, { base: '/sim' })).toThrow("base: '/sim' has no host")
      expect(() => handlers(simulator, { base: 'nowhere' })).toThrow(
        "base: 'nowhere' is not a valid address: write http://",
      )
      expect(() => handlers(simulator, { base: 'ftp://a' })).toThrow("base: 'ftp://a' is not a valid address")
      expect(() => handlers(simulator, { base: 'http://a/?b' })).toThrow('without a query')
      expect(() => handlers(simulator, { base: { wiki: 'x' } })).toThrow(
        "base.wiki: 'x' is not a valid address",
      )
      expect(() => handlers(simulator, { base: { wiki: { us: 'http://a' } } })).toThrow(
        "base.wiki: no region 'us'",
      )
      const wrong = { wikki: 'http://a' } as object
      expect(() => handlers(simulator, { base: wrong })).toThrow(
        "base: no interface 'wikki': name standalone, wiki",
      )
    })
  })
}
