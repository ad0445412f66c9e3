/** The adapter for Mock Service Worker, in Node and in browsers: one handler for all requests below the base addresses. */
import { http, type HttpHandler, HttpResponse } from 'msw'
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import { allowing } from '../gateway/addresses/cors.ts'
import { checkFields } from '../model/input/option-checks.ts'
import type { UserName } from '../scenario/names.ts'
import type { AdapterOptions } from '../simulator/parts.ts'
import { type Base, type Bases, outsideOf, outsideText, resolveBases } from './shared/bases.ts'
import { defectResponse } from './shared/defect.ts'
import { checkSimulator } from './shared/simulator-check.ts'
import { type Keepable, keepOverReloads, pageSession } from './msw/session.ts'
import { deliver, DROPPED, withLength } from '../platform/delivery.ts'
import { toExchangeRequest, toResponse } from '../platform/exchange.ts'

/** The part of a simulator that the adapter uses. */
export interface Exchanging {
  exchange(request: ExchangeRequest, options?: AdapterOptions): Promise<ExchangeResponse>
  /** Throws TypeError for invalid options. */
  checkAdapterOptions?(options: AdapterOptions): void
}

export interface HandlersOptions {
  /**
   * The base addresses to mock: a single address of all interfaces (as on one port), or a record with an address for each
   * interface. In a browser, an address may be a path on the page's own host. Defaults to the in-process addresses
   * (`http://wiki.sim/…`).
   */
  readonly base?: Bases
  /**
   * The name of the signed-in user, for pages that cannot set cookies. A credential in the request overrides it, and so does
   * `sim.signIn`.
   */
  readonly as?: UserName
  /**
   * Origins whose pages may send any header and method, and read all headers of the responses, such as
   * `http://localhost:5173`; `*` for all. Needed where the caller checks CORS, as XMLHttpRequest does under jsdom and happy-dom.
   * Default: no CORS headers.
   */
  readonly corsOrigin?: string | readonly string[]
  /**
   * `session` keeps the default world across page reloads, in session storage: a new simulator of the same scenario continues
   * from the saved state. Named worlds and the journal are not kept. Has no effect in Node.
   */
  readonly persist?: 'session'
}

const OPTIONS = Object.keys({
  base: true,
  as: true,
  corsOrigin: true,
  persist: true,
} satisfies Record<keyof HandlersOptions, true>)

/**
 * Returns request handlers for `setupServer` and `setupWorker` of MSW 2 and 3. The simulator responds to every request below a
 * base address, including unknown operations, so none reaches the network. Throws TypeError if a base is not a valid address,
 * if the simulator has no such user, or for a simulator that was not awaited.
 */
export function handlers(simulator: Exchanging & Keepable, options?: HandlersOptions): HttpHandler[]
export function handlers(simulator: Exchanging, options?: Omit<HandlersOptions, 'persist'>): HttpHandler[]
export function handlers(
  simulator: Exchanging & Partial<Keepable>,
  options: HandlersOptions = {},
): HttpHandler[] {
  checkSimulator('handlers', simulator)
  checkFields('the options of handlers', options, OPTIONS)
  const { as, corsOrigin } = options
  const adapter: AdapterOptions = {
    as,
    corsOrigins: corsOrigin === undefined ? undefined : [corsOrigin].flat(),
  }
  const keep = keeping(simulator as Keepable, options.persist)
  simulator.checkAdapterOptions?.(adapter)
  const bases = resolveBases(options.base, pageAddress())
  if (bases.length === 0) return []
  const warn = corsOrigin === undefined ? blockedWarning() : undefined
  // One handler for all bases: MSW captures a stack trace to create one, which is slow under Vitest.
  const anyBase = new RegExp(bases.map(({ pattern }) => pattern.source).join('|'))
  const handler = http.all(anyBase, async ({ request, cookies }) => {
    try {
      const { url } = request
      const plain = await toExchangeRequest(request, baseOf(bases, url).toCore(url))
      warn?.(request)
      const called = plain.url === url ? plain : { ...plain, address: url }
      const response = await simulator.exchange(withOrigin(adjusted(called, cookies), corsOrigin), adapter)
      keep()
      return await deliverMocked(withLength(response), request)
    } catch (error) {
      const { method, url } = request
      const head = withOrigin({ method, url, headers: Object.fromEntries(request.headers) }, corsOrigin)
      return toResponse(allowing(head, defectResponse(error), adapter.corsOrigins), method)
    }
  })
  return [warningOfOutside(handler, bases, options.base)]
}

/** The first base of an address that MSW has matched. */
function baseOf(bases: readonly Base[], url: string): Base {
  const withoutQuery = addressOf(url)
  const base = bases.find(({ pattern }) => pattern.test(withoutQuery))
  if (base === undefined) throw new Error(`no base matches ${withoutQuery}`)
  return base
}

/**
 * Warns once about a request for an interface that `base` leaves out: MSW's error for it does not say what is missing. The
 * handler must not match such a request, since MSW would let it pass.
 */
function warningOfOutside(
  handler: HttpHandler,
  bases: readonly Base[],
  named: Bases | undefined,
): HttpHandler {
  const outside = outsideOf(named)
  const matches = handler.predicate.bind(handler)
  let warned = false
  handler.predicate = (call) => {
    const { method, url } = call.request
    const address = addressOf(url)
    if (!warned && outside.test(address) && !bases.some(({ pattern }) => pattern.test(address))) {
      warned = true
      console.warn(`reqsim: ${outsideText(named, method, url)}`)
    }
    return matches(call)
  }
  return handler
}

const addressOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

/**
 * The request with the headers that a test environment such as happy-dom takes from it, since pages may not set them: the
 * origin of the page, and the mark of a preflight.
 */
function withOrigin(request: ExchangeRequest, corsOrigin: HandlersOptions['corsOrigin']): ExchangeRequest {
  const { headers, method } = request
  if (corsOrigin === undefined || headers['origin'] !== undefined) return request
  const origin = typeof location === 'undefined' ? undefined : location.origin
  if (origin === undefined) return request
  const preflight = method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : {}
  return { ...request, headers: { ...preflight, ...headers, origin } }
}

/**
 * Warns once if the page of a test environment calls another origin in a way that it blocks: with a preflight, or with the
 * origin in a header. A service worker sees neither, and no browser blocks its responses.
 */
function blockedWarning(): (request: Request) => void {
  let warned = false
  return ({ url, method, headers }) => {
    if (warned || typeof location === 'undefined' || (method !== 'OPTIONS' && !headers.has('origin'))) return
    const { origin } = new URL(url)
    if (origin === location.origin) return
    warned = true
    // The client only shows a network error, without its reason.
    console.warn(
      `reqsim: ${origin} is another origin than that of the page, ${location.origin}: jsdom and happy-dom block the response. Let it pass: handlers(sim, { corsOrigin: '*' })`,
    )
  }
}

/** The response as it arrives, or a network error if a fault drops the connection or the client disconnected. */
async function deliverMocked(response: ExchangeResponse, request: Request): Promise<Response> {
  try {
    return await deliver(response, request.method, request.signal)
  } catch (error) {
    if (response.delivery === undefined) throw error
    if (response.delivery.dropped !== true) return HttpResponse.error()
    // The error of `fetch` has this response as its cause.
    return isOfNodeHttp(request) ? lostBeforeHead() : Object.assign(HttpResponse.error(), DROPPED)
  }
}

/** True for a request of `node:http`, which always has this header; `fetch` sends the other one over a network, or neither. */
function isOfNodeHttp({ headers }: Request): boolean {
  return headers.has('connection') && !headers.has('sec-fetch-mode')
}

/**
 * A response whose body breaks before MSW has sent its head, so that clients of `node:http` see a socket that hangs up, with the
 * code ECONNRESET. Of an error response they would see an error without a code, and MSW prints errors that are thrown.
 */
function lostBeforeHead(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('a fault of the simulator drops the connection')),
  })
  return new Response(body, { status: 502 })
}

/** Returns a function that saves the world. Call it after each exchange. */
function keeping(simulator: Keepable, persist: unknown): () => void {
  if (persist === undefined) return () => {}
  if (persist !== 'session')
    throw new TypeError(`persist: '${String(persist).slice(0, 100)}' is not valid: pass 'session' or omit it`)
  const session = pageSession()
  return session === undefined ? () => {} : keepOverReloads(simulator, session)
}

/** The address of the page; undefined outside of a page. */
function pageAddress(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href
}

/**
 * The headers for the simulator. Adds the cookies that MSW knows but the page's requests do not show. The host is that of the
 * base address, since no network lies between.
 */
function adjusted(request: ExchangeRequest, cookies: Readonly<Record<string, string>>): ExchangeRequest {
  const { host: _host, ...headers } = request.headers
  const inPage = typeof document !== 'undefined' && headers['cookie'] === undefined
  const cookie = inPage ? Object.entries(cookies).map(([name, value]) => `${name}=${value}`) : []
  return { ...request, headers: cookie.length === 0 ? headers : { ...headers, cookie: cookie.join('; ') } }
}
