/**
 * A simulator over the small world, and a caller of its control API as the console or a test suite would be one. Every
 * response is compared with its OpenAPI description.
 */
import { expect } from 'vitest'
import { decompress } from '../../src/platform/decompress.ts'
import { createFetch } from '../../src/platform/fetch.ts'
import type { ExchangeResponse, RequestHeaders } from '../../src/api/framework/exchange.ts'
import { controlPart } from '../../src/control/loading.ts'
import { tracePart } from '../../src/trace/loading.ts'
import type { ControlConnection } from '../../src/simulator/control-host.ts'
import { worldSchema } from '../../src/model/schema.ts'
import { Simulator } from '../../src/simulator/simulator.ts'
import { Refusal } from '../../src/model/input/refusal.ts'
import { schedule } from '../../src/world/time/jobs.ts'
import type { WorldSchema } from '../../src/world/world.ts'
import { controlComplaints } from '../support/control-problems.ts'
import { createSmallWorld } from '../model/world-fixture.ts'

/** `tick` runs once; `every-minute` schedules itself again. */
export const testSchema: WorldSchema = {
  ...worldSchema,
  jobs: {
    tick: () => {},
    'every-minute': (world, job) => void schedule(world, { kind: 'every-minute', due: job.due + 60_000 }),
  },
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // What a test reads of an answer it states itself.
  readonly body: Record<string, never> & { message: string; items: Record<string, never>[]; total: number }
  readonly raw: ExchangeResponse
}

export interface ControlClient {
  readonly simulator: Simulator
  readonly wall: { now: number }
  get(path: string, headers?: RequestHeaders): Promise<Reply>
  /** Sends a write with all that a write must carry; `body` as JSON, or as it is when it is text. */
  write(method: string, path: string, body?: unknown, headers?: RequestHeaders): Promise<Reply>
  /** The answer to a read as it is, for those that are no JSON. */
  simulatorAnswer(path: string, headers?: RequestHeaders): Promise<{ readonly raw: ExchangeResponse }>
  /** Sends exactly this. */
  send(method: string, url: string, headers?: RequestHeaders, body?: string | Uint8Array): Promise<Reply>
}

export const WRITE_HEADERS = { 'content-type': 'application/json', 'x-sim-control': '1' } as const

export function createControlClient(
  connection?: ControlConnection,
  makeWorld = () => createSmallWorld(testSchema),
): ControlClient {
  const wall = { now: 0 }
  const simulator = new Simulator({
    base: { world: makeWorld(), loaded: { name: 'small', seed: '1', hash: 'f'.repeat(64) } },
    createFetch,
    decompress,
    control: controlPart,
    trace: tracePart,
    mutations: tracePart,
    wallClock: () => wall.now,
    build: (scenario) => {
      const name = typeof scenario === 'string' ? scenario : (scenario as { name?: unknown }).name
      if (name !== 'other') return Promise.reject(new Refusal('INVALID', 'no such scenario'))
      return Promise.resolve({
        world: createSmallWorld(testSchema),
        loaded: { name, seed: '2', hash: 'e'.repeat(64) },
      })
    },
  })
  const send: ControlClient['send'] = async (method, url, headers = {}, body = undefined) => {
    const raw = await simulator.exchange(
      { method, url, headers, body },
      connection === undefined ? {} : { control: connection },
    )
    const text = raw.body as string
    expect(controlComplaints(method, url, { ...raw, text })).toEqual([])
    return {
      status: raw.status,
      headers: raw.headers,
      body: text === '' ? {} : JSON.parse(text),
      raw,
    } as Reply
  }
  return {
    simulator,
    wall,
    send,
    simulatorAnswer: async (path, headers = {}) => ({
      raw: await simulator.exchange(
        { method: 'GET', url: `/_sim${path}`, headers },
        connection === undefined ? {} : { control: connection },
      ),
    }),
    get: (path, headers) => send('GET', `/_sim${path}`, headers),
    write: (method, path, body, headers) =>
      send(
        method,
        `/_sim${path}`,
        { ...WRITE_HEADERS, ...headers },
        body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      ),
  }
}
