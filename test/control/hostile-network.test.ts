// Who may drive a served simulator, from the side of those who may not: pages of other sites, programs of other machines,
// and callers with bad intentions. Real sockets; each rule has a test of its name.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Served, type ServeOptions } from '../../src/adapters/node.ts'
import type { ControlRoute } from '../../src/control/route.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { exportWorld } from '../../src/world/transfer.ts'
import { sendRaw } from '../doors/support/raw-http.ts'
import { WRITE_HEADERS } from './client.ts'

interface Target {
  readonly simulator: Simulator
  readonly served: Served
}

const servers: Served[] = []

let demo: Simulator
beforeAll(async () => {
  demo = await createSimulator({ scenario: 'demo' })
})

async function start(options: ServeOptions = {}): Promise<Target> {
  const simulator = demo.fork()
  const served = await serve(simulator, options)
  servers.push(served)
  return { simulator, served }
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((served) => served.close()))
})

interface RequestParts {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

interface Answer {
  readonly status: number
  /** Head and body as they came. */
  readonly text: string
}

/** One request as bytes, so that any header can be sent; Host is a loopback name unless it is given. */
async function ask(
  { served }: Target,
  { method = 'GET', path, headers = {}, body }: RequestParts,
): Promise<Answer> {
  const all = {
    Host: `127.0.0.1:${served.port}`,
    Connection: 'close',
    ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = await sendRaw(served.port, `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
  return { status: Number(text.slice(9, 12)), text }
}

/** A path of a route with something in the place of its parameters. */
function pathOf({ path }: ControlRoute, value = '1'): string {
  return `/_sim${path.replaceAll(/\{[^}]+\}/g, value)}`
}

/** The example of a route's body, as a write sends it. */
function exampleOf({ method, body }: ControlRoute): string | undefined {
  return method === 'GET' ? undefined : JSON.stringify(body?.example ?? {})
}

/** Calls a route with its example, unless told otherwise. */
function callRoute(
  target: Target,
  route: ControlRoute,
  changes: Partial<RequestParts> = {},
): Promise<Answer> {
  const { method } = route
  return ask(target, { method, path: pathOf(route), headers: GOOD_WRITE, body: exampleOf(route), ...changes })
}

const title = (route: ControlRoute) => `${route.method} ${route.path}`
const byTitle = controlRoutes.map((route) => [title(route), route] as const)
const writes = byTitle.filter(([, { method }]) => method !== 'GET')
const GOOD_WRITE = { 'Content-Type': 'application/json', 'X-Sim-Control': '1' }

/** Runs `attack` and holds the world, the worlds and the snapshots to be as before. */
async function changesNothing({ simulator }: Target, attack: () => Promise<unknown>): Promise<void> {
  const state = async () => {
    const lists = ['/_sim/worlds', '/_sim/snapshots', '/_sim/health'].map(
      async (url) => (await simulator.exchange({ method: 'GET', url, headers: {} })).body,
    )
    return JSON.stringify([exportWorld(simulator.world), await Promise.all(lists)])
  }
  const before = await state()
  await attack()
  expect(await state()).toBe(before)
}

describe('listens on loopback by default', () => {
  test('without a host it is 127.0.0.1', async () => {
    const { served } = await start()
    expect([served.host, served.loopback]).toEqual(['127.0.0.1', true])
  })
})

describe('the Host is a loopback name or one of --allow-host', () => {
  test.each(byTitle)('%s under the name of another site (DNS rebinding)', async (_title, route) => {
    const target = await start()
    await changesNothing(target, async () => {
      const headers = { ...GOOD_WRITE, Host: 'rebound.example', Origin: 'http://rebound.example' }
      const { status, text } = await callRoute(target, route, { headers })
      expect([status, text]).toEqual([403, expect.stringContaining('--allow-host')])
    })
  })

  test('through the path of a world as well', async () => {
    const target = await start()
    const headers = { Host: 'rebound.example' }
    expect((await ask(target, { path: '/_world/a/_sim/clock', headers })).status).toBe(403)
  })

  test('an absolute address in the request line under a good Host', async () => {
    const target = await start()
    expect((await ask(target, { path: 'http://evil.example/_sim/health' })).status).not.toBe(200)
  })

  test('a name that was allowed is let in, with its own origin', async () => {
    const target = await start({ allowHost: ['sim.example'] })
    const headers = { ...GOOD_WRITE, Host: 'sim.example', Origin: 'http://sim.example' }
    const request = { method: 'POST', path: '/_sim/reset', headers, body: '{}' }
    expect((await ask(target, request)).status).toBe(200)
    expect(
      (await ask(target, { ...request, headers: { ...headers, Origin: 'http://evil.example' } })).status,
    ).toBe(403)
  })
})

describe('a page of another site cannot write', () => {
  const attacks: [string, Record<string, string>, number][] = [
    ['a form of another site', { 'Content-Type': 'application/x-www-form-urlencoded' }, 403],
    ['a form as plain text', { 'Content-Type': 'text/plain', Origin: 'http://evil.example' }, 403],
    ['a form with files', { 'Content-Type': 'multipart/form-data; boundary=x' }, 403],
    ['a script without leave to send headers', { 'Content-Type': 'application/json' }, 403],
    ['a beacon', { 'Content-Type': 'text/plain;charset=UTF-8', Origin: 'null' }, 403],
    ['everything but the origin', { ...GOOD_WRITE, Origin: 'http://evil.example' }, 403],
    ['a sandboxed frame', { ...GOOD_WRITE, Origin: 'null' }, 403],
    ['a page of another port', { ...GOOD_WRITE, Origin: 'http://127.0.0.1:1' }, 403],
    ['everything but the type', { 'X-Sim-Control': '1', 'Content-Type': 'text/plain' }, 415],
    ['everything but the type, which is not said', { 'X-Sim-Control': '1' }, 415],
  ]
  describe.each(attacks)('%s', (_name, headers, status) => {
    test('is refused by every write, and changes nothing', async () => {
      const target = await start()
      await changesNothing(target, async () => {
        for (const [name, route] of writes) {
          const answer = await callRoute(target, route, { headers })
          expect([name, answer.status]).toEqual([name, status])
        }
      })
    })
  })
})

describe('no answer carries CORS headers', () => {
  test('to a preflight, a read, a write, a refusal or a stream of any route', async () => {
    // Even where the simulated interfaces have them.
    const target = await start({ corsOrigin: ['*'] })
    const Origin = 'http://evil.example'
    for (const [name, route] of byTitle) {
      const preflight = await ask(target, {
        method: 'OPTIONS',
        path: pathOf(route),
        headers: {
          Origin,
          'Access-Control-Request-Method': route.method,
          'Access-Control-Request-Headers': 'content-type,x-sim-control',
        },
      })
      const response = await callRoute(target, route, { headers: { Origin }, body: undefined })
      for (const { text } of [preflight, response])
        expect([name, text.toLowerCase()]).toEqual([name, expect.not.stringContaining('access-control-')])
    }
  })

  test('the simulated interfaces have them for --cors-origin alone', async () => {
    const request = { path: '/wiki/rest/reqs/1/baseline/ENG', headers: { Origin: 'http://app.example' } }
    expect((await ask(await start(), request)).text.toLowerCase()).not.toContain('access-control-')
    const allowed = await start({ corsOrigin: ['http://app.example'] })
    expect((await ask(allowed, request)).text).toContain('Access-Control-Allow-Origin: http://app.example')
    const other = { ...request, headers: { Origin: 'http://evil.example' } }
    expect((await ask(allowed, other)).text.toLowerCase()).not.toContain('access-control-')
  })
})

describe('off loopback the control token is compulsory', () => {
  const token = 'control-secret-of-this-test'
  const guarded = byTitle.filter(([, { anonymous }]) => anonymous !== true)

  test('for every route but the health check', () => {
    expect(byTitle.filter((entry) => !guarded.includes(entry)).map(([name]) => name)).toEqual(['GET /health'])
  })

  test.each([
    ['no token', {}],
    ['a wrong token', { Authorization: 'Bearer control-secret-of-another' }],
    ['a part of the token', { Authorization: `Bearer ${token.slice(0, -1)}` }],
    ['the token as a password', { Authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }],
    ['the token of a user', { Authorization: 'Bearer tok-admin' }],
    ['the token as a cookie', { Cookie: `control=${token}` }],
    ['an empty token', { Authorization: 'Bearer ' }],
  ])('%s: every route answers 401 and does nothing', async (_name, headers) => {
    const target = await start({ host: '0.0.0.0', controlToken: token })
    expect(target.served.loopback).toBe(false)
    await changesNothing(target, async () => {
      for (const [name, route] of guarded) {
        const { status, text } = await callRoute(target, route, { headers: { ...GOOD_WRITE, ...headers } })
        expect([name, status]).toEqual([name, 401])
        expect(text).not.toContain(token)
      }
      for (const path of [
        `/_sim?token=${token}`,
        '/_sim/nowhere',
        '/_world/fresh/_sim/clock',
        '/_sim/health/',
      ])
        expect([path, (await ask(target, { path, headers })).status]).toEqual([
          path,
          path === '/_sim/health/' ? 200 : 401,
        ])
    })
  })

  test('without a token nobody gets in', async () => {
    const target = await start({ host: '0.0.0.0' })
    for (const [name, route] of guarded) {
      const { status } = await callRoute(target, route, { body: undefined })
      expect([name, status]).toEqual([name, 401])
    }
  })

  test('the token grants access, and the health check shows strangers no other world', async () => {
    const target = await start({ host: '0.0.0.0', controlToken: token })
    const headers = { Authorization: `Bearer ${token}` }
    expect((await ask(target, { path: '/_sim/clock', headers })).status).toBe(200)
    expect((await ask(target, { path: '/_world/fresh/_sim/health' })).status).toBe(404)
    expect((await ask(target, { path: '/_sim/health' })).status).toBe(200)
  })
})

describe('a page of another site takes nothing that costs', () => {
  test.each([
    ['an EventSource of another origin', { Origin: 'http://evil.example' }],
    ['an EventSource of a sandboxed frame', { Origin: 'null' }],
    ['an image of another site', { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }],
    ['an image of another port', { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }],
  ])('no stream of events: %s', async (_name, headers) => {
    const target = await start()
    for (let count = 0; count < 40; count++)
      expect((await ask(target, { path: '/_sim/events', headers })).status).toBe(403)
    const own = await fetch(`${target.served.url}/_sim/events`, { headers: { Origin: target.served.url } })
    expect(own.status).toBe(200)
    await own.body?.cancel()
  })

  test('no saved scenario: by an image', async () => {
    const target = await start()
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }
    const refused = await ask(target, { path: '/_sim/export/scenario', headers })
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('may not ask for this')
  })

  test('no world: by the path of an image', async () => {
    const target = await start()
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' }
    const worlds = async () => {
      const { body } = await target.simulator.exchange({ method: 'GET', url: '/_sim/worlds', headers: {} })
      return JSON.parse(body as string).total
    }
    for (const path of ['/_sim/clock', '/wiki/rest/reqs/1/baseline/ENG', '/api/applications'])
      expect([path, (await ask(target, { path: `/_world/evil${path}`, headers })).status]).toEqual([
        path,
        403,
      ])
    expect(await worlds()).toBe(1)
    expect((await ask(target, { path: '/_sim/clock', headers })).status).toBe(200)
  })

  test('a page that --cors-origin allows works in a world of its own', async () => {
    const target = await start({ corsOrigin: ['http://app.example'] })
    const headers = { Origin: 'http://app.example', 'Sec-Fetch-Site': 'cross-site' }
    const path = '/_world/own/wiki/rest/reqs/1/baseline/ENG'
    expect((await ask(target, { path, headers })).status).toBe(401)
    const other = { ...headers, Origin: 'http://evil.example' }
    expect((await ask(target, { path: path.replace('own', 'evil'), headers: other })).status).toBe(403)
    const { body } = await target.simulator.exchange({ method: 'GET', url: '/_sim/worlds', headers: {} })
    expect(JSON.parse(body as string).total).toBe(2)
  })
})

describe('nobody makes the server hold much memory', () => {
  test('a body that is refused by its head is not read', async () => {
    const target = await start()
    const body = 'x'.repeat(4_000_000)
    const answer = await ask(target, { method: 'POST', path: '/_sim/import', headers: {}, body })
    expect(answer.status).toBe(403)
  })

  test.each(writes.filter(([, { body }]) => body !== undefined && body.maximumBytes === undefined))(
    '%s refuses a body of more than 5 MiB',
    async (_name, route) => {
      const target = await start()
      await changesNothing(target, async () => {
        const body = `{"x":"${'x'.repeat(5 * 1024 * 1024)}"}`
        expect((await callRoute(target, route, { body })).status).toBe(413)
      })
    },
  )

  test('the thousand and first world is refused, in every way of making one, and the others go on', async () => {
    const target = await start()
    const { simulator } = target
    for (let index = 1; index < 1000; index++) simulator.worldOf(`w${index}`)
    const make = JSON.stringify({ name: 'more' })
    const requests: RequestParts[] = [
      { path: '/_sim/clock', headers: { 'X-Sim-World': 'more' } },
      { path: '/_world/more/_sim/clock' },
      { path: '/_world/more/wiki/rest/reqs/1/baseline/ENG' },
      { path: '/api/applications', headers: { 'X-Sim-World': 'more', Authorization: 'Bearer tok-alice' } },
      { method: 'POST', path: '/_sim/worlds', headers: GOOD_WRITE, body: make },
      { method: 'POST', path: '/_world/more/_sim/reset', headers: GOOD_WRITE, body: '{}' },
    ]
    for (const request of requests) {
      const { status } = await ask(target, request)
      expect([request.path, [401, 409].includes(status)]).toEqual([request.path, true])
    }
    const { body } = await simulator.exchange({ method: 'GET', url: '/_sim/worlds?limit=1', headers: {} })
    expect(JSON.parse(body as string).total).toBe(1000)
    expect((await ask(target, { path: '/_world/w999/_sim/clock' })).status).toBe(200)
  })
})

describe('names are names', () => {
  const NAMES = [
    '..',
    '../..',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    '__proto__',
    'constructor',
    'a%00b',
    '%',
    'x'.repeat(300),
  ]

  test.each(byTitle.filter(([, { path }]) => path.includes('{')))('%s', async (_title, route) => {
    const target = await start()
    for (const name of NAMES) {
      const body = route.body === undefined ? undefined : JSON.stringify(route.body.example)
      const { status, text } = await callRoute(target, route, { path: pathOf(route, name), body })
      expect([name, status >= 400 && status < 500, text.includes('root:')]).toEqual([name, true, false])
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  // A constructor is a name like any other to a Map.
  test.each(NAMES.filter((name) => name !== 'constructor'))('the world %s is none', async (name) => {
    const target = await start()
    await changesNothing(target, async () => {
      const { status } = await ask(target, { path: `/_world/${name}/_sim/clock` })
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    })
  })
})

describe('no body reaches a prototype', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

  test.each(writes.filter(([, { body }]) => body !== undefined))('%s', async (_title, route) => {
    const target = await start()
    const example = JSON.stringify(route.body?.example)
    for (const name of names) {
      for (const value of ['{"polluted":1}', '[]', '"polluted"']) {
        const inside = example.replace('{', `{"${name}":${value}${example === '{}' ? '' : ','}`)
        for (const body of [
          inside,
          `{"${name}":${value}}`,
          `{"name":{"${name}":${value}}}`,
          `[{"${name}":1}]`,
        ]) {
          const { status } = await callRoute(target, route, { body })
          expect([body, status < 500]).toEqual([body, true])
        }
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Object.getOwnPropertyNames(Object.prototype).filter((name) => name.startsWith('pollut'))).toEqual(
      [],
    )
  })
})

describe('no value of a request is ever fetched', () => {
  test('addresses in bodies, headers and queries are data', async () => {
    const called: unknown[] = []
    const trap = createServer((request, response) => {
      called.push(request.url)
      response.end()
    })
    trap.on('connection', (socket) => called.push(socket.remotePort))
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/trap`
    const target = await start()
    const bearer = { Authorization: 'Bearer tok-admin', 'Content-Type': 'application/json' }
    const wiki = '/wiki/rest/reqs/1'
    const write = (path: string, body: object): RequestParts => ({
      method: 'POST',
      path: `/_sim${path}`,
      headers: { ...GOOD_WRITE, Referer: url },
      body: JSON.stringify(body),
    })
    const requests: RequestParts[] = [
      { path: '/eu/wiki/rest/search?q=x', headers: { 'X-Api-Key': 'tok-alice', 'X-Base-Url': url } },
      { path: `/_sim/clock?url=${encodeURIComponent(url)}` },
      { path: `/_sim/events?world=${encodeURIComponent(url)}`, headers: { 'Last-Event-ID': url } },
      write('/scenario', { name: url }),
      write('/scenario', { name: 'x', extends: [url] }),
      write('/snapshots', { name: url }),
      {
        method: 'POST',
        path: `${wiki}/integration`,
        headers: bearer,
        body: JSON.stringify({ label: 'x', displayUrl: url, rpcUrl: url, endpoint: url }),
      },
    ]
    for (const request of requests) expect((await ask(target, request)).status).toBeLessThan(500)
    await ask(target, write('/clock/advance', { by: '10m' }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(called).toEqual([])
    await new Promise((resolve) => trap.close(resolve))
  })
})

test('a write with the right headers and origin is accepted', async () => {
  const target = await start()
  const { status } = await ask(target, {
    method: 'POST',
    path: '/_sim/clock/advance',
    headers: { ...GOOD_WRITE, Origin: target.served.url },
    body: '{"by":"1m"}',
  })
  expect([status, WRITE_HEADERS]).toEqual([200, { 'content-type': 'application/json', 'x-sim-control': '1' }])
  expect(target.simulator.clock.now()).toBe('2026-01-05T09:01:00.000Z')
})
