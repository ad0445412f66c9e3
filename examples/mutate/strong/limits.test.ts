import { describe, expect } from 'vitest'
import type { Simulator } from 'reqsim/vitest'
import { apiRefusal, API, hostedKey, refusal, type Reply, SEARCH, test, TRACKER, WIKI } from './service.ts'

interface Limited {
  readonly status: number
  readonly body: unknown
  /** Limit, remaining requests and seconds until the window ends. */
  readonly rate: readonly (string | null)[]
}

interface Class {
  readonly name: string
  readonly limit: number
  readonly refusal: (status: number, message: string) => Reply
  readonly address: string
  readonly init: RequestInit
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const alice = { headers: bearer('tok-alice') }
const one = JSON.stringify([{ spaceKey: 'ENG', key: 'REQ-777' }])
const json = { 'Content-Type': 'application/json' }

const CLASSES: readonly Class[] = [
  { name: 'the wiki', limit: 200, refusal, address: `${WIKI}/baseline/ENG/1`, init: alice },
  { name: 'the tracker', limit: 200, refusal, address: `${TRACKER}/issuelinks/DRN-1`, init: alice },
  {
    name: 'the standalone interface',
    limit: 200,
    refusal: apiRefusal,
    address: `${API}/users/me`,
    init: alice,
  },
  {
    name: 'reading much in the wiki',
    limit: 2000,
    refusal,
    address: `${WIKI}/requirement3/request`,
    init: { method: 'PUT', headers: { ...bearer('tok-alice'), ...json }, body: one },
  },
  {
    name: 'the hosted search',
    limit: 2000,
    refusal: apiRefusal,
    address: `${SEARCH}?query=${encodeURIComponent("key = 'REQ-777'")}`,
    init: { headers: hostedKey('tok-alice') },
  },
]

async function call(sim: Simulator, address: string, init: RequestInit): Promise<Limited> {
  const response = await sim.fetch(address, init)
  const rate = ['Limit', 'Remaining', 'Reset'].map((name) => response.headers.get(`X-Rate-Limit-${name}`))
  return { status: response.status, body: await response.json(), rate }
}

describe('a rate limit', () => {
  test.override({ simulatorOptions: { config: { rateLimit: 'enforce' } } })

  test.for(CLASSES)(
    'of $name refuses one request more than its limit, until its window ends',
    async (each, { sim }) => {
      const next = () => call(sim, each.address, each.init)
      const replies: unknown[] = []
      for (let sent = 1; sent <= each.limit; sent++) {
        const { status, rate } = await next()
        replies.push([status, ...rate])
      }
      const counted = replies.map((_, sent) => [200, `${each.limit}`, `${each.limit - sent - 1}`, '60'])
      expect(replies).toEqual(counted)
      const refused = (seconds: number) => ({
        ...each.refusal(429, `rate limit of ${each.limit} requests per minute reached: wait ${seconds} s`),
        rate: [`${each.limit}`, '0', `${seconds}`],
      })
      expect(await next()).toEqual(refused(60))
      sim.clock.advance('59999ms')
      expect(await next()).toEqual(refused(1))
      sim.clock.advance('1ms')
      expect(await next()).toMatchObject({ status: 200, rate: [`${each.limit}`, `${each.limit - 1}`, '60'] })
    },
  )

  test('of one user and interface leaves the others alone', async ({ sim }) => {
    const baseline = `${WIKI}/baseline/ENG/1`
    for (let sent = 1; sent <= 200; sent++) await call(sim, baseline, alice)
    expect(await call(sim, baseline, alice)).toMatchObject({ status: 429 })
    const first = { status: 200, rate: ['200', '199', '60'] }
    expect(await call(sim, baseline, { headers: bearer('tok-bob') })).toMatchObject(first)
    expect(await call(sim, `${TRACKER}/issuelinks/DRN-1`, alice)).toMatchObject(first)
    expect(await call(sim, `${API}/users/me`, alice)).toMatchObject(first)
    expect(await call(sim, `${WIKI}/requirement2/ENG/REQ-001`, alice)).toMatchObject({ status: 200 })
  })

  test('makes the client wait until it ends, and then call once', async ({ connect, calls, sim }) => {
    const client = connect()
    for (let sent = 1; sent <= 200; sent++) expect(await client.whoAmI()).toMatchObject({ id: 2 })
    expect(calls).toHaveLength(200)
    sim.clock.advance('20s')
    expect(await client.whoAmI()).toMatchObject({ id: 2 })
    expect(sim.clock.now()).toBe('2026-01-05T09:01:00.000Z')
    expect(calls.slice(199)).toEqual([
      'GET /api/users/me 200',
      'GET /api/users/me 429',
      'GET /api/users/me 200',
    ])
  })
})

test('without enforcement the headers count down, and nothing is refused', async ({ sim }) => {
  const baseline = `${WIKI}/baseline/ENG/1`
  for (let left = 199; left >= 0; left--)
    expect((await call(sim, baseline, alice)).rate).toEqual(['200', `${left}`, '60'])
  expect(await call(sim, baseline, alice)).toMatchObject({ status: 200, rate: ['200', '0', '60'] })
})
