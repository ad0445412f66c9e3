// A hundred clients on one server, each in a world of its own, all doing different things to the same keys and ids with
// the same tokens at the same time. What each of them sees is exactly what it would see on a server of its own.

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve, type Served } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { WRITE_HEADERS } from '../control/client.ts'

const CLIENTS = 100
const ROUNDS = 5
const WIKI = '/wiki/rest/reqs/1'

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly token?: string
}

/** What comes back: status and body, and how often the client may still ask. */
type Seen = readonly [status: number, remaining: string | null, body: string]
type Send = (sent: Sent) => Promise<Seen>

interface Step {
  readonly kind: string
  readonly make: (client: number, round: number) => readonly Sent[]
}

const control = (method: string, path: string, body?: unknown): Sent => ({
  method,
  path: `/_sim${path}`,
  body,
})
const write = (method: string, path: string, body?: unknown): Sent => ({
  method,
  path: `${WIKI}${path}`,
  body,
  token: 'tok-alice',
})
const get = (path: string, token = 'tok-alice'): Sent => ({ method: 'GET', path, token })

/** Everything that one client may do to another by mistake: same keys, same ids, same tokens, same moments. */
const STEPS: readonly Step[] = [
  {
    kind: 'write a requirement that all have',
    make: (client, round) => [
      write('PUT', '/requirement2/ENG/REQ-001', {
        htmlExcerpt: `<p>Text ${client} of round ${round}.</p>`,
      }),
      get(`${WIKI}/requirement2/ENG/REQ-001`),
      get(`${WIKI}/requirement2/ENG?q=${encodeURIComponent("text ~ '%Text%'")}`),
    ],
  },
  {
    kind: 'reserve the next key',
    make: () => [
      write('POST', '/key-suggestions/ENG/suggestAtInitialization', ['REQ-']),
      get('/api/applications/101/projects/1001/variants/current/requirements'),
    ],
  },
  {
    kind: 'edit a page by hand',
    make: (client, round) => [
      control('PUT', '/pages/4001', {
        title: `Page ${client}`,
        define: [{ key: `NEW-${round}`, html: `by ${client}` }],
      }),
      control('GET', '/state/page?id=4001'),
    ],
  },
  {
    kind: 'move the clock',
    make: (client) => [control('POST', '/clock/advance', { by: `${client + 1}m` }), control('GET', '/clock')],
  },
  {
    kind: 'freeze a baseline and let it finish',
    make: () => [
      write('POST', '/baseline-actions/ENG/freeze/2'),
      control('POST', '/clock/advance', { jobs: 1 }),
      get(`${WIKI}/baseline/ENG/2`),
    ],
  },
  {
    kind: 'rename an issue',
    make: (client) => [
      control('PUT', '/issues/30001', { key: `DRN-${100 + client}` }),
      control('GET', '/queues'),
      control('GET', '/machines/queue-message'),
    ],
  },
  {
    kind: 'issue the same token to different users',
    make: (client) => [
      control('POST', '/tokens', { user: client % 2 === 0 ? 'alice' : 'eve', value: 'shared-token-of-all' }),
      get('/api/applications?organizationId=1', 'shared-token-of-all'),
    ],
  },
  {
    kind: 'use up the rate limit',
    make: (client) =>
      Array.from({ length: (client % 7) + 1 }, () => get('/api/applications?organizationId=1', 'tok-bob')),
  },
  { kind: 'reset', make: () => [control('POST', '/reset', {})] },
  {
    kind: 'export and import',
    make: () => [control('GET', '/state'), control('GET', '/state/sequence?limit=1000')],
  },
  {
    kind: 'let an integration rest',
    make: (client) => [
      control('PATCH', '/sites/102', { status: client % 2 === 0 ? 'DISABLED' : 'ACTIVE' }),
      control('POST', '/clock/advance', { by: '3m' }),
      control('GET', '/queues'),
    ],
  },
  {
    kind: 'strike with faults',
    make: (client) => [
      control('POST', '/faults', { operation: 'wiki.baseline.list', status: 500 + (client % 5), times: 1 }),
      get(`${WIKI}/baseline/ENG`),
      get(`${WIKI}/baseline/ENG`),
    ],
  },
]

/** Steps that ask the simulator rather than the world; worlds and snapshots are named after the client. */
function ownSteps(client: number, world: string): readonly Step[] {
  const name = `kept-${client}`
  return [
    {
      kind: 'keep, change and restore',
      make: (_client, round) => [
        control('POST', '/snapshots', { name: `${name}-${round}` }),
        control('PUT', '/pages/4002', { title: `Gone again ${client}` }),
        control('GET', `/snapshots/${name}-${round}/diff/now?table=page`),
        control('POST', `/snapshots/${name}-${round}/restore`, {}),
        control('GET', '/state/page?id=4002'),
        control('DELETE', `/snapshots/${name}-${round}`),
      ],
    },
    { kind: 'drop the world', make: () => [control('DELETE', `/worlds/${world}`), control('GET', '/clock')] },
  ]
}

/** The same for the same client, and another for each. */
function stepsOf(client: number, world: string): Sent[] {
  const all = [...STEPS, ...ownSteps(client, world)]
  const choices = fc.sample(fc.nat({ max: all.length - 1 }), { numRuns: ROUNDS, seed: client })
  return choices.flatMap((choice, round) => [...(all[choice] as Step).make(client, round)])
}

/** A client over HTTP that names its world by header or by path, as it likes. */
function overHttp(url: string, world: string, client: number): Send {
  let count = client
  return async ({ method, path, body, token }) => {
    const byPath = count++ % 2 === 0
    const response = await fetch(`${url}${byPath ? `/_world/${world}` : ''}${path}`, {
      method,
      headers: {
        ...(token === undefined ? WRITE_HEADERS : { authorization: `Bearer ${token}` }),
        'content-type': 'application/json',
        ...(byPath ? {} : { 'x-sim-world': world }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return [response.status, response.headers.get('x-rate-limit-remaining'), await response.text()]
  }
}

/** One after the other: what a client sees depends on nothing but what it did. */
async function run(send: Send, steps: readonly Sent[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const step of steps) seen.push(await send(step))
  return seen
}

/** The client alone: a simulator that nobody else uses, without a network. */
function alone(base: Simulator, world: string, steps: readonly Sent[]): Promise<Seen[]> {
  const simulator = base.fork()
  return run(async ({ method, path, body, token }) => {
    const credential = token === undefined ? WRITE_HEADERS : { authorization: `Bearer ${token}` }
    const answer = await simulator.exchange({
      method,
      url: path,
      headers: { ...credential, 'content-type': 'application/json', 'x-sim-world': world },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return [answer.status, answer.headers['X-Rate-Limit-Remaining'] ?? null, answer.body as string]
  }, steps)
}

describe('a hundred clients on one server', () => {
  let shared: Simulator
  let served: Served
  beforeAll(async () => {
    shared = await createSimulator({ scenario: 'demo' })
    served = await serve(shared)
  })
  afterAll(() => served.close())

  test('never see each other', async () => {
    const base = await createSimulator({ scenario: 'demo' })
    const clients = Array.from({ length: CLIENTS }, (_, client) => {
      // One of them works in the world that all others must not begin from as it is now.
      const world = client === 0 ? 'default' : `client-${client}`
      return { client, world, steps: stepsOf(client, world) }
    })
    const together = await Promise.all(
      clients.map(({ client, world, steps }) => run(overHttp(served.url, world, client), steps)),
    )
    for (const { client, world, steps } of clients) {
      const own = await alone(base, world, steps)
      for (const [position, seen] of (together[client] as Seen[]).entries())
        expect([client, steps[position], seen]).toEqual([client, steps[position], own[position]])
    }
    // The test would prove nothing if its steps failed.
    const statuses = together.flat().map(([status]) => status)
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(statuses.length * 0.8)
    expect(statuses.length).toBeGreaterThan(800)
  }, 120_000)

  test('and each event belongs to the world that it happened in', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const received = new Map<string, string[]>()
    for (let client = 0; client < 20; client++) {
      const world = `client-${client}`
      received.set(world, [])
      simulator.events.subscribe(
        ({ data }) => received.get(world)?.push('path' in data ? String(data.path) : ''),
        { world, types: ['exchange'] },
      )
    }
    await Promise.all(
      Array.from({ length: 200 }, (_, count) =>
        simulator.exchange({
          method: 'GET',
          url: `/wiki/${count}`,
          headers: { 'x-sim-world': `client-${count % 20}` },
        }),
      ),
    )
    for (let client = 0; client < 20; client++) {
      const own = Array.from({ length: 10 }, (_, round) => `/wiki/${client + 20 * round}`)
      expect(received.get(`client-${client}`)).toEqual(own)
    }
  })
})

describe('what one client does to all', () => {
  test('reset of one world, restore in one and drop of one leave the neighbours as they are', async () => {
    const simulator = await createSimulator({ scenario: 'demo' })
    const served = await serve(simulator)
    const title = async (world: string, to?: string) => {
      const send = overHttp(served.url, world, 0)
      if (to !== undefined) await send({ method: 'PUT', path: '/_sim/pages/4001', body: { title: to } })
      const [, , text] = await send({ method: 'GET', path: '/_sim/state/container?limit=1000' })
      return text
    }
    const write = (world: string, method: string, path: string) =>
      overHttp(served.url, world, 0)({ method, path: `/_sim${path}`, body: {} })
    const [a, b, c] = [await title('a', 'Of a'), await title('b', 'Of b'), await title('c', 'Of c')]
    const fresh = await title('d')
    expect(new Set([a, b, c, fresh]).size).toBe(4)
    await overHttp(served.url, 'a', 0)({ method: 'POST', path: '/_sim/snapshots', body: { name: 'of-a' } })

    await write('b', 'POST', '/reset')
    expect([await title('a'), await title('b'), await title('c')]).toEqual([a, fresh, c])
    await write('c', 'POST', '/snapshots/of-a/restore')
    expect([await title('a'), await title('b'), await title('c')]).toEqual([a, fresh, a])
    await title('c', 'Another')
    expect(await title('a')).toBe(a)
    await write('b', 'DELETE', '/worlds/a')
    expect([await title('a'), await title('b')]).toEqual([fresh, fresh])
    await write('a', 'POST', '/snapshots/of-a/restore')
    expect(await title('a')).toBe(a)
    await served.close()
  })
})
