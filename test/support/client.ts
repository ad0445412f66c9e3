/** A client of a simulator for tests: calls, reads JSON, and holds every answer against its declaration. */
import { expect } from 'vitest'
import type { ExchangeResponse } from '../../src/api/framework/exchange.ts'
import { readConfig } from '../../src/model/records/world/config.ts'
import {
  createSimulator,
  type ScenarioObject,
  type Simulator,
  type SimulatorOptions,
} from '../../src/index.ts'
import { controlComplaints } from './control-problems.ts'
import { answerComplaints } from './declared-responses.ts'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The parsed JSON; undefined where there is none. */
  readonly body: ReturnType<typeof JSON.parse>
  readonly text: string
}

export interface CallOptions {
  /** The value of a bearer token; `null` sends none. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** JSON data, or the raw text of a body. */
  readonly body?: unknown
}

export interface Client {
  readonly simulator: Simulator
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  get(path: string, options?: CallOptions): Promise<Reply>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Reply>
  delete(path: string, options?: CallOptions): Promise<Reply>
}

const loaded = new Map<string, Promise<Simulator>>()

/** A client of the demo world, or of what the options say; calls are made as `alice` unless told otherwise. */
export async function startClient(options: SimulatorOptions = { scenario: 'demo' }): Promise<Client> {
  const { scenario, ...more } = options
  if (typeof scenario !== 'string' || Object.keys(more).length > 0)
    return clientOf(await createSimulator(options))
  // A ready scenario is loaded once for all tests of a worker: each begins with a fork of it.
  const base = loaded.get(scenario) ?? createSimulator({ scenario } as SimulatorOptions)
  loaded.set(scenario, base)
  return clientOf((await base).fork())
}

/** Options for the demo world with these sections of a scenario besides. */
export function demoWith(sections: object): { scenario: ScenarioObject } {
  return { scenario: { name: 'demo-with-more', extends: ['demo'], ...sections } }
}

export function clientOf(simulator: Simulator): Client {
  const call: Client['call'] = async (method, path, { token = 'tok-alice', headers = {}, body } = {}) => {
    const raw = typeof body === 'string' || body === undefined
    const answer = await simulator.exchange({
      method,
      url: path,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ? body : JSON.stringify(body),
    })
    const reply = toReply(answer)
    if (path.startsWith('/_sim')) expect(controlComplaints(method, path, reply)).toEqual([])
    else checkReply(simulator, method, reply)
    return reply
  }
  return {
    simulator,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    put: (path, body, options) => call('PUT', path, { ...options, body }),
    delete: (path, options) => call('DELETE', path, options),
  }
}

/** The values of a field of each item. */
export function pluck(items: readonly Readonly<Record<string, unknown>>[], field: string): Reply['body'][] {
  return items.map((item) => item[field])
}

/** Matches a reply with this status and a message that contains a text. */
export const refusal = (status: number, mention: string) => ({
  status,
  body: { message: expect.stringContaining(mention) },
})

function toReply(answer: ExchangeResponse): Reply {
  const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body)
  const json = answer.headers['Content-Type']?.startsWith('application/json') && text !== ''
  return { status: answer.status, headers: answer.headers, body: json ? JSON.parse(text) : undefined, text }
}

/** The latest exchange of each simulator that was checked: reading the whole journal each time would take long. */
const checked = new WeakMap<Simulator, number>()

/** What holds of every answer; see declared-answers.ts. */
function checkReply(simulator: Simulator, method: string, { status, headers, text, body }: Reply): void {
  const entry = simulator.journal.entries({ since: checked.get(simulator) ?? 0 }).at(-1)
  if (entry !== undefined) checked.set(simulator, entry.number)
  const config = readConfig(simulator.world.system)
  expect(answerComplaints(entry, { method, status, headers, text, body, config })).toEqual([])
}
