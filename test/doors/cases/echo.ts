/** A stand-in for the simulator that answers what it was asked, to test what doors make of requests and answers. */
import type { ExchangeResponse, ExchangeRequest } from '../../../src/api/framework/exchange.ts'
import type { Servable } from '../../../src/adapters/node.ts'

export interface Echo {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string | string[]>
  readonly text: string
  readonly bytes: number
}

/** What was asked, as JSON. */
export function echo(request: ExchangeRequest): ExchangeResponse {
  const bytes = Buffer.from(request.body ?? '')
  const { method, url, headers } = request
  const body = JSON.stringify({
    method,
    url,
    headers,
    text: bytes.subarray(0, 200).toString(),
    bytes: bytes.length,
  })
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
}

/** A servable over any function from request to answer. */
export function servable(
  answer: (request: ExchangeRequest) => ExchangeResponse | Promise<ExchangeResponse> = echo,
  changes: Partial<Servable> = {},
): Servable {
  return {
    exchange: async (request) => answer(request),
    catchUp: () => {},
    nextDue: () => undefined,
    config: { maximumBodyBytes: 1000 },
    ...changes,
  }
}
