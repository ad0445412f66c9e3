/** The in-process door: a function like the platform's `fetch` that no network stands behind. */
import type { ExchangeAnswer, ExchangeRequest } from '../../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../../api/framework/surface.ts'
import { deliver } from './delivery.ts'
import { toExchangeRequest } from './exchange.ts'

/** What every door needs of the simulator; it never rejects for what a request contains. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>

/** As the platform's `fetch`; a path without a host is one of the one-port layout (`/wiki/rest/reqs/1/…`). */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Any host that locates nothing by itself would do: it only makes a path into what Request accepts. */
const PATH_ORIGIN = new URL(CONTROL_ADDRESS.url).origin

/**
 * A `fetch` over an exchange. It rejects as the platform's does: with TypeError for what no Request can be, and with the
 * signal's reason when that aborts before the answer is there.
 */
export function createFetch(exchange: Exchange): Fetch {
  return async (input, init) => {
    const path = typeof input === 'string' && input.startsWith('/') && !input.startsWith('//')
    const request = new Request(path ? PATH_ORIGIN + input : input, init)
    // A page may not set some headers (Cookie, Host); here nothing needs protection from them.
    const headers = init?.headers === undefined ? request.headers : new Headers(init.headers)
    const url = path ? request.url.slice(PATH_ORIGIN.length) : request.url
    return unlessAborted(request.signal, async () => {
      const answer = await exchange(await toExchangeRequest(request, url, headers))
      return deliver(answer, request.method, request.signal)
    })
  }
}

/** Runs `action`; rejects with the signal's reason as soon as that aborts. */
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
