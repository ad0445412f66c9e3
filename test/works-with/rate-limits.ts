/** The table of what clients that retry do against a rate limit: its cells, and how one is measured. */
import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { serve } from '../../src/adapters/node.ts'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { addressesOf, outputOf, startProgram } from './program.ts'

export const CLIENTS = [
  'ky',
  'got',
  'axios-retry',
  'p-retry',
  'fetch-retry',
  'undici',
  'urllib3',
  'tenacity',
] as const
export type RetryingClient = (typeof CLIENTS)[number]

/** The seconds that the headers ask a client to wait. */
const WAIT = '2'
const BY_FAULT = {
  reset: { 'X-Rate-Limit-Reset': WAIT },
  'retry-after': { 'X-Rate-Limit-Reset': WAIT, 'Retry-After': WAIT },
  zero: { 'X-Rate-Limit-Reset': '0', 'Retry-After': '0' },
  fast: { 'X-Rate-Limit-Reset': WAIT, 'Retry-After': WAIT },
} as const
/** By a fault that refuses one call, or by the limit itself, two seconds before the next window. */
export const SITUATIONS = ['reset', 'retry-after', 'zero', 'fast', 'manual', 'live'] as const
export type Situation = (typeof SITUATIONS)[number]

export interface Cell {
  readonly requests: number
  /** Seconds of the wall and of the simulated clock. */
  readonly real: number
  readonly virtual: number
  /** The status that the caller sees. */
  readonly status: number
}

const APPLICATION = 'http://api.sim/api/applications/101'
/** What a minute allows (service §8). */
const LIMIT = 200

/** How often a cell is measured: the quickest counts, since a busy machine adds to the time of a call. */
const ROUNDS = 3

/** Lets one client run into one situation. */
export async function measure(
  client: RetryingClient,
  situation: Situation,
  rounds: number = ROUNDS,
): Promise<Cell> {
  const simulator = await createSimulator({ scenario: 'demo', config: { rateLimit: 'enforce' } })
  const served = await serve(simulator)
  const program = client === 'urllib3' || client === 'tenacity' ? 'python/retries.py' : 'http/retries.mjs'
  const parameters = situation === 'fast' ? [client, 'fast'] : [client]
  const child = startProgram(program, parameters, addressesOf(served))
  const ended = outputOf(child)
  const lines = createInterface({ input: child.stdout as Readable })[Symbol.asyncIterator]()
  try {
    assert.equal((await lines.next()).value, 'ready')
    const cells: Cell[] = []
    for (let round = 0; round < rounds; round++) {
      await prepare(simulator, situation)
      const before = { count: simulator.journal.entries().length, at: Date.parse(simulator.clock.now()) }
      child.stdin?.write('\n')
      const line = await lines.next()
      assert.ok(line.done !== true, `${client} ended in the situation ${situation}`)
      const { status, seconds } = JSON.parse(line.value) as { status: number; seconds: number }
      cells.push({
        requests: simulator.journal.entries().length - before.count,
        real: halves(seconds),
        virtual: halves((Date.parse(simulator.clock.now()) - before.at) / 1000),
        status,
      })
    }
    return cells.reduce((quickest, cell) => (cell.real < quickest.real ? cell : quickest))
  } finally {
    child.stdin?.end()
    await ended
    await served.close()
  }
}

/** All cells of a client, one after the other. */
export async function measureAll(client: RetryingClient): Promise<Record<Situation, Cell>> {
  const cells: [Situation, Cell][] = []
  for (const situation of SITUATIONS) cells.push([situation, await measure(client, situation)])
  return Object.fromEntries(cells) as Record<Situation, Cell>
}

/** Half seconds, rounded down: what is over is the time that the calls take. A timer may be a moment early. */
function halves(seconds: number): number {
  return Math.floor(2 * (seconds + 0.01)) / 2
}

const MINUTE = 60_000
/** Of the simulated clock: two seconds before the next window. */
const LATE = 58_000

async function prepare(simulator: Simulator, situation: Situation): Promise<void> {
  if (situation !== 'manual' && situation !== 'live') {
    simulator.faults.clear()
    simulator.faults.add({ status: 429, times: 1, headers: BY_FAULT[situation] })
    return
  }
  simulator.clock.set({ mode: 'manual' })
  const now = Date.parse(simulator.clock.now())
  simulator.clock.advanceTo(new Date((Math.floor(now / MINUTE) + 1) * MINUTE + LATE).toISOString())
  const headers = { Authorization: 'Bearer tok-alice' }
  for (let call = 0; call < LIMIT; call++) await simulator.fetch(APPLICATION, { headers })
  if (situation === 'live') simulator.clock.set({ mode: 'live' })
}
