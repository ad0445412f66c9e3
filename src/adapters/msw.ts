/** The door for Mock Service Worker, in Node and in browsers: one handler catches everything below each base address. */
import { http, type HttpHandler, HttpResponse } from 'msw'
import type { ExchangeAnswer, ExchangeRequest } from '../api/framework/exchange.ts'
import { checkFields } from '../model/input/option-checks.ts'
import type { UserName } from '../scenario/names.ts'
import type { DoorOptions } from '../simulator/simulator.ts'
import { type Bases, resolveBases } from './shared/bases.ts'
import { defectAnswer } from './shared/defect.ts'
import { type Keepable, keepOverReloads, pageSession } from './web/session.ts'
import { bytesOf, deliver, DROPPED } from './web/delivery.ts'
import { toExchangeRequest, toResponse } from './web/exchange.ts'

/** What the door needs of a simulator. */
export interface Exchanging {
  exchange(request: ExchangeRequest, door?: DoorOptions): Promise<ExchangeAnswer>
  /** Throws TypeError for options with which every exchange would fail. */
  checkDoor?(door: DoorOptions): void
}

export interface HandlersOptions {
  /**
   * The addresses to catch: one that the one-port layout lies below, or a record of one for each interface. In a page, an
   * address may be a path of the page's own host. By default the in-process addresses (`http://wiki.sim/…`).
   */
  readonly base?: Bases
  /** The name of the user who is signed in, for pages that cannot set cookies; a credential that is sent wins. */
  readonly as?: UserName
  /**
   * Origins whose pages may read the responses, such as `http://localhost:5173`; `*` for all. Needed where the caller
   * checks CORS, as XMLHttpRequest does under jsdom and happy-dom. Default: no CORS headers.
   */
  readonly corsOrigin?: string | readonly string[]
  /**
   * `session` keeps the default world over reloads of the page, in its session storage: the simulator, just made of the
   * same scenario, goes on from where the page left it. Named worlds and the journal are not kept. Without a page, in
   * Node, there is nothing to keep.
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
 * Handlers for `setupServer` and `setupWorker` of MSW 2 and 3. Whatever is asked below a base address is answered by the
 * simulator, unknown operations too: nothing goes on to the network. Throws TypeError for a base that is no address, and
 * for a user whom the simulator does not have.
 */
export function handlers(simulator: Exchanging & Keepable, options?: HandlersOptions): HttpHandler[]
export function handlers(simulator: Exchanging, options?: Omit<HandlersOptions, 'persist'>): HttpHandler[]
export function handlers(
  simulator: Exchanging & Partial<Keepable>,
  options: HandlersOptions = {},
): HttpHandler[] {
  checkFields('the options of handlers', options, OPTIONS)
  const { as, corsOrigin } = options
  const door: DoorOptions = {
    ...(as === undefined ? {} : { as }),
    ...(corsOrigin === undefined ? {} : { corsOrigins: [corsOrigin].flat() }),
  }
  const keep = keeping(simulator as Keepable, options.persist)
  simulator.checkDoor?.(door)
  const bases = resolveBases(options.base, pageAddress())
  return bases.map(({ pattern, toCore }) =>
    http.all(pattern, async ({ request, cookies }) => {
      try {
        const plain = await toExchangeRequest(request, toCore(request.url))
        const answer = await simulator.exchange(adjusted(plain, cookies), door)
        keep()
        return await deliverMocked(withLength(answer), request)
      } catch (error) {
        return toResponse(defectAnswer(error), request.method)
      }
    }),
  )
}

/** The answer with the length of its body, without which MSW in Node would send it in chunks. */
function withLength(answer: ExchangeAnswer): ExchangeAnswer {
  if (answer.body.length === 0 || answer.delivery !== undefined) return answer
  const body = bytesOf(answer)
  return { ...answer, headers: { ...answer.headers, 'Content-Length': String(body.length) }, body }
}

/** The answer as it arrives; a network error where a fault drops the connection or the client has left. */
async function deliverMocked(answer: ExchangeAnswer, request: Request): Promise<Response> {
  try {
    return await deliver(answer, request.method, request.signal)
  } catch (error) {
    if (answer.delivery === undefined) throw error
    // The rejection of `fetch` has this response as its cause.
    return Object.assign(HttpResponse.error(), answer.delivery.dropped === true ? DROPPED : {})
  }
}

/** What to call after each exchange, so that the world is kept. */
function keeping(simulator: Keepable, persist: unknown): () => void {
  if (persist === undefined) return () => {}
  if (persist !== 'session')
    throw new TypeError(
      `persist: '${String(persist).slice(0, 100)}' is not known: it is 'session', or left out`,
    )
  const session = pageSession()
  return session === undefined ? () => {} : keepOverReloads(simulator, session)
}

/** The address of the page; undefined where there is none. */
function pageAddress(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href
}

/**
 * The headers as the simulator shall see them. A page's requests do not show its cookies, but the mock knows them; and
 * the host is that of the base address, which is nobody's to distrust: no network lies between.
 */
function adjusted(request: ExchangeRequest, cookies: Readonly<Record<string, string>>): ExchangeRequest {
  const { host: _host, ...headers } = request.headers
  const inPage = typeof document !== 'undefined' && headers['cookie'] === undefined
  const cookie = inPage ? Object.entries(cookies).map(([name, value]) => `${name}=${value}`) : []
  return { ...request, headers: cookie.length === 0 ? headers : { ...headers, cookie: cookie.join('; ') } }
}
