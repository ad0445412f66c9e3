/** The in-process adapter: a function like the platform's `fetch`, without a network. */
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../api/framework/interfaces.ts'
import { deliver } from './delivery.ts'
import { toExchangeRequest } from './exchange.ts'

/** The function of the simulator that every adapter calls. It never rejects because of a request. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResponse>

/** Like the platform's `fetch`. A path without a host belongs to the layout on one port (`/wiki/rest/reqs/1/…`). */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** A host of no interface, only to make a path a valid Request URL. */
const PATH_ORIGIN = new URL(CONTROL_ADDRESS.url).origin

/**
 * Creates a `fetch` over an exchange. It rejects like the platform's: with TypeError for an invalid Request, and with the
 * signal's reason if it aborts before the response.
 */
export function createFetch(exchange: Exchange): Fetch {
  return async (input, init) => {
    const path = typeof input === 'string' && input.startsWith('/') && !input.startsWith('//')
    const request = new Request(path ? PATH_ORIGIN + input : input, init)
    // Browsers forbid some headers (Cookie, Host), which are harmless here.
    const headers = init?.headers === undefined ? request.headers : new Headers(init.headers)
    const url = path ? request.url.slice(PATH_ORIGIN.length) : request.url
    return unlessAborted(request.signal, async () => {
      const response = await exchange(await toExchangeRequest(request, url, headers))
      return deliver(response, request.method, request.signal)
    })
  }
}

/** Runs `action`; rejects with the signal's reason as soon as it aborts. */
async function unlessAborted<T>(signal: AbortSignal, action: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let onAbort = (): void => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([action(), aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
