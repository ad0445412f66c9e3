// Nobody makes a simulator hold ever more, or keeps others from it.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Served } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'
import { compileCache } from '../support/compile-cache.ts'
import { serveForTest } from '../support/serve.ts'
import type { ManyWorlds } from './many-worlds.ts'

const WRITE = { 'content-type': 'application/json', 'x-sim-control': '1' }
const ALICE = { authorization: 'Bearer tok-alice' }
const PAGE = '/wiki/rest/reqs/1/baseline/ENG'

async function start(options: SimulatorOptions = {}): Promise<{ simulator: Simulator; served: Served }> {
  const simulator = await createSimulator({ scenario: 'demo', ...options })
  return { simulator, served: await serveForTest(simulator) }
}

test(
  'a thousand worlds fit, no name beyond costs anything, and idle ones are swept',
  { timeout: 120_000 },
  async () => {
    const run = promisify(execFile)(process.execPath, ['--expose-gc', 'test/security/many-worlds.ts'], {
      env: { ...process.env, ...compileCache },
    })
    const result = JSON.parse((await run).stdout) as ManyWorlds
    expect([result.made, result.statuses, result.refused, result.left]).toEqual([1000, [200], 12_000, 1])
    // Each has records and an exchange of its own.
    expect(result.full).toBeLessThan(40 * 1024)
    // The journal keeps the latest ten thousand, of whatever world.
    expect(result.afterRefusals).toBeLessThan(result.full + 40 * 1024)
    expect(result.afterSweep).toBeLessThan(10 * 1024)
    expect(result.afterMany).toBeLessThan(result.afterSweep + 2 * 1024)
  },
)

describe('a journal that is full', () => {
  test('keeps the latest within its bounds, while exchanges go on as before', async () => {
    const bounds = { entries: 50, bytes: 100_000 }
    const { simulator, served } = await start({ journal: bounds, config: { rateLimit: 'off' } })
    const first = await (await fetch(served.url + PAGE, { headers: ALICE })).text()
    const long = 'x'.repeat(5000)
    for (let count = 0; count < 200; count++)
      await fetch(`${served.url}/nowhere/${long}`, { headers: { 'x-long': long } })
    const last = await fetch(served.url + PAGE, { headers: ALICE })
    expect(await last.text()).toBe(first)
    const entries = simulator.journal.entries()
    expect(entries.length).toBeGreaterThan(2)
    expect(entries.length).toBeLessThanOrEqual(bounds.entries)
    expect(JSON.stringify(entries).length).toBeLessThan(2 * bounds.bytes)
    expect(entries.at(-1)?.operation).toBe('wiki.baseline.list')
    const { total } = (await (await fetch(`${served.url}/_sim/journal?limit=0`)).json()) as { total: number }
    expect(total).toBe(entries.length)
    const { exchanges } = (await (await fetch(`${served.url}/_sim/report`)).json()) as { exchanges: number }
    expect(exchanges).toBe(202)
  })

  test('one exchange that is larger than all of it is answered', async () => {
    const { simulator, served } = await start({ journal: { bytes: 1000 } })
    const answer = await fetch(`${served.url}${PAGE}`, { headers: { ...ALICE, 'x-long': 'x'.repeat(5000) } })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(simulator.journal.entries()).length).toBeLessThan(10_000)
  })
})

describe('a clock that is moved from many sides at a time', () => {
  test('moves by all of it, one after the other, and runs each job once', async () => {
    const { simulator, served } = await start({ config: { rateLimit: 'off' } })
    const begin = Date.parse(simulator.clock.now())
    interface Moved {
      readonly now: string
      readonly fired: readonly { readonly id: number; readonly at: string }[]
      readonly firedTotal: number
    }
    const advance = async (): Promise<Moved> => {
      const answer = await fetch(`${served.url}/_sim/clock/advance`, {
        method: 'POST',
        headers: WRITE,
        body: '{"by":"7m"}',
      })
      return (await answer.json()) as Moved
    }
    const read = async () => {
      const answer = await fetch(`${served.url}/wiki/rest/reqs/1/baseline-actions/ENG/freeze/2`, {
        method: 'POST',
        headers: { authorization: 'Bearer tok-admin' },
      })
      return answer.status
    }
    const [moves, reads] = await Promise.all([
      Promise.all(Array.from({ length: 40 }, advance)),
      Promise.all(Array.from({ length: 40 }, read)),
    ])

    expect(Date.parse(simulator.clock.now()) - begin).toBe(40 * 7 * 60_000)
    const instants = moves.map(({ now }) => (Date.parse(now) - begin) / 60_000).toSorted((a, b) => a - b)
    expect(instants).toEqual(Array.from({ length: 40 }, (_, index) => 7 * (index + 1)))
    const fired = moves.flatMap((move) => move.fired.map(({ id }) => id))
    expect(new Set(fired).size).toBe(fired.length)
    expect(fired.length).toBe(moves.reduce((sum, { firedTotal }) => sum + firedTotal, 0))
    for (const { now, fired: own } of moves) {
      const from = Date.parse(now) - 7 * 60_000
      for (const { at } of own)
        expect([at, Date.parse(at) > from && Date.parse(at) <= Date.parse(now)]).toEqual([at, true])
    }
    // One of them froze the baseline, and all others were told that it is done or under way.
    expect(reads.filter((status) => status === 200)).toHaveLength(1)
    expect(reads.every((status) => [200, 409, 400].includes(status))).toBe(true)
  })

  test('loading, resetting and moving at a time leave one world, of one scenario', async () => {
    const { simulator, served } = await start({ config: { rateLimit: 'off' } })
    const post = async (path: string, body: unknown) => {
      const answer = await fetch(`${served.url}/_sim${path}`, {
        method: 'POST',
        headers: WRITE,
        body: JSON.stringify(body),
      })
      return answer.status
    }
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => [
        post('/scenario', { name: 'empty' }),
        post('/clock/advance', { by: '1h' }),
        post('/scenario', { name: 'demo' }),
        post('/reset', { worlds: 'all' }),
        post('/worlds', { name: 'beside' }),
      ]).flat(),
    )
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([])
    const loaded = simulator.scenario.name
    expect(['demo', 'empty']).toContain(loaded)
    simulator.reset()
    expect(simulator.state('organization').length > 0).toBe(loaded === 'demo')
  })
})
