/** A demo world for tests of faults: exchanges of which some are struck, which no declaration describes. */
import type { ExchangeResponse } from '../../../src/api/framework/exchange.ts'
import { createSimulator, type Simulator, type SimulatorOptions } from '../../../src/index.ts'

export const READ = '/wiki/rest/reqs/1/requirement2/ENG/REQ-001'
export const APPLICATION = '/api/applications/101'

export interface Faulty {
  readonly simulator: Simulator
  /** Asks as alice, unless the headers say otherwise. */
  ask(
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ExchangeResponse>
  get(url: string, headers?: Record<string, string>): Promise<ExchangeResponse>
  /** A write to the control API, or a read of it. */
  control(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>
}

export async function startFaulty(options: SimulatorOptions = { scenario: 'demo' }): Promise<Faulty> {
  return faultyOf(await createSimulator(options))
}

export function faultyOf(simulator: Simulator): Faulty {
  const ask: Faulty['ask'] = (method, url, body, headers = {}) =>
    simulator.exchange({
      method,
      url,
      headers: {
        authorization: 'Bearer tok-alice',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  return {
    simulator,
    ask,
    get: (url, headers) => ask('GET', url, undefined, headers),
    async control(method, path, body) {
      const { status, body: text } = await ask(method, `/_sim${path}`, body, {
        'content-type': 'application/json',
        'x-sim-control': '1',
      })
      return { status, body: text === '' ? undefined : JSON.parse(text as string) }
    },
  }
}
