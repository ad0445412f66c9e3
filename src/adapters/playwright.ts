/** The adapter for Playwright: routes the requests of a page to a simulator of the test. */
import type { ExchangeResponse } from '../api/framework/exchange.ts'
import type { SimulatorOptions } from '../index.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { type Bases, resolveBases } from './shared/bases.ts'
import { defectResponse } from './shared/defect.ts'
import { recordRun } from './shared/journal-lines.ts'
import { attachFailure, type RunningInfo } from './playwright/failure.ts'
import { createMutated } from './shared/mutated-simulator.ts'
import { checkSimulator } from './shared/simulator-check.ts'

/** The part of Playwright's Request that the adapter uses. */
export interface RequestLike {
  url(): string
  method(): string
  allHeaders(): Promise<Record<string, string>>
  postDataBuffer(): Uint8Array | null
}

/** The part of Playwright's Route that the adapter uses. */
export interface RouteLike {
  request(): RequestLike
  fulfill(response: {
    status: number
    headers: Record<string, string>
    body: string | Buffer
  }): Promise<unknown>
  abort(errorCode?: string): Promise<unknown>
}

/** The part of Playwright's Page or BrowserContext that the adapter uses. */
export interface Routable {
  route(url: (url: URL) => boolean, handler: (route: RouteLike) => Promise<unknown>): Promise<unknown>
}

export interface RouteOptions {
  /**
   * The base addresses to route, as in `reqsim/msw`: a single address of all interfaces (as on one port), or a record with an
   * address for each interface. Defaults to the in-process addresses (`http://wiki.sim/…`).
   */
  readonly base?: Bases
  /** The name of the signed-in user, for pages that cannot send a credential. A credential in the request overrides it. */
  readonly as?: string
  /** The address that a base without a host is resolved against, such as the base URL of the tested page. */
  readonly baseURL?: string | undefined
}

/**
 * Routes the requests of a page, or of all pages of a context, below the base addresses to the simulator, so none reaches the
 * network. Rejects with TypeError if a base is not a valid address, or if the simulator has no such user.
 */
export async function routeThrough(
  target: Routable,
  simulator: Pick<Simulator, 'exchange' | 'checkAdapterOptions'>,
  options: RouteOptions = {},
): Promise<void> {
  checkSimulator('routeThrough', simulator)
  const signedIn = options.as === undefined ? {} : { as: options.as }
  simulator.checkAdapterOptions(signedIn)
  // The page may have any origin, and its requests to other sites need CORS headers.
  const withOrigins = { ...signedIn, corsOrigins: ['*'] }
  for (const { pattern, toCore } of resolveBases(options.base, options.baseURL)) {
    await target.route(
      (url) => pattern.test(url.href),
      async (route) => {
        const request = route.request()
        const body = request.postDataBuffer() ?? undefined
        const url = toCore(request.url())
        const exchangeRequest = {
          method: request.method(),
          url,
          ...(url === request.url() ? {} : { address: request.url() }),
          headers: await headersOf(request),
          body,
        }
        await fulfil(
          route,
          await simulator
            .exchange(exchangeRequest, withOrigins)
            .catch((error: unknown) => defectResponse(error)),
        )
      },
    )
  }
}

/** The headers for the simulator. The host is that of the base address, and so is the origin of a page on the same host. */
async function headersOf(request: RequestLike): Promise<Record<string, string>> {
  const { host: _host, origin, ...headers } = await request.allHeaders()
  return origin === undefined || origin === new URL(request.url()).origin ? headers : { ...headers, origin }
}

async function fulfil(route: RouteLike, response: ExchangeResponse): Promise<void> {
  const { status, headers, body, delivery } = response
  if (delivery?.waits === true && (delivery.latency ?? 0) > 0) {
    await new Promise((resolve) => setTimeout(resolve, delivery.latency))
  }
  // The page may have been closed meanwhile.
  const settle = (action: Promise<unknown>) => action.catch(() => {})
  if (delivery?.dropped === true || delivery?.truncatedTo !== undefined)
    return void (await settle(route.abort('connectionreset')))
  const whole = typeof body === 'string' ? body : Buffer.from(body)
  await settle(route.fulfill({ status, headers: { ...headers }, body: whole }))
}

/** The fixtures and options of `simulatorFixtures`. */
export interface SimulatorFixtures {
  /** The options of `createSimulator`. Default: the scenario `demo`. */
  simulatorOptions: SimulatorOptions
  /** The base addresses to route, and the signed-in user. */
  simulatorRoutes: RouteOptions
  /**
   * A simulator for this test alone, forked from the scenario. If the test fails, its latest exchanges, clock moves and jobs
   * are printed and attached to the report, and its trace too, which `reqsim show` opens.
   */
  sim: Simulator
}

/** The fixtures that this one uses. */
type PlaywrightFixtures = { context: Routable; baseURL: string | undefined } & Omit<SimulatorFixtures, 'sim'>

type SimFixture = (
  fixtures: PlaywrightFixtures,
  use: (sim: Simulator) => Promise<void>,
  info: RunningInfo,
) => Promise<void>

export type { RunningInfo }

const bases = new Map<string, Promise<Simulator>>()

/** Playwright passes copies of options, so equal options are recognised by their text. */
function baseOf(options: SimulatorOptions): Promise<Simulator> {
  const key = JSON.stringify(options)
  const known = bases.get(key)
  if (known !== undefined) return known
  const made = createMutated(options)
  bases.set(key, made)
  return made
}

/**
 * Fixtures for `test.extend` of `@playwright/test`: `sim`, which the test's context is routed to, and its options
 * `simulatorOptions` and `simulatorRoutes`. `test.use({ simulatorRoutes: { base: '/sim', as: 'alice' } })` sets them for a
 * file.
 */
export const simulatorFixtures = {
  simulatorOptions: [{}, { option: true }] as [SimulatorOptions, { option: true }],
  simulatorRoutes: [{}, { option: true }] as [RouteOptions, { option: true }],
  sim: [
    async (
      { context, baseURL, simulatorOptions, simulatorRoutes }: PlaywrightFixtures,
      use: (sim: Simulator) => Promise<void>,
      info: RunningInfo,
    ): Promise<void> => {
      const sim = (await baseOf(simulatorOptions)).fork()
      const run = recordRun(sim)
      await routeThrough(context, sim, { baseURL, ...simulatorRoutes })
      await use(sim)
      if (info.status !== info.expectedStatus) await attachFailure(sim, info, run())
    },
    { auto: true },
  ] as [SimFixture, { auto: true }],
}
