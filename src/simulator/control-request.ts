/** Requests that the library sends to the control API. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../api/framework/interfaces.ts'
import { splitUrl } from '../gateway/addresses/locate.ts'

/** `body` is sent as JSON; undefined sends none. */
export function controlRequest(method: string, path: string, body: unknown, world?: string): ExchangeRequest {
  return {
    method,
    url: `${CONTROL_ADDRESS.url}${path}`,
    headers: {
      'content-type': 'application/json',
      'x-sim-control': '1',
      ...(world === undefined ? {} : { 'x-sim-world': world }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

/** Whether a request that the control API took creates a token or session, whose value its body may give. */
export function createsCredential({ method, url }: Pick<ExchangeRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && /\/(?:tokens|sessions)\/?$/.test(decodeURIComponent(splitUrl(url).path))
}
