/** The door for Playwright: what a page asks for is answered by a simulator of the test's own. */
import type { ExchangeAnswer } from '../api/framework/exchange.ts'
import { createSimulator, type SimulatorOptions } from '../index.ts'
import type { Simulator } from '../simulator/simulator.ts'
import { type Bases, resolveBases } from './shared/bases.ts'
import { defectAnswer } from './shared/defect.ts'
import { journalLines } from './shared/journal-lines.ts'

/** What the door needs of Playwright's Request. */
export interface RequestLike {
  url(): string
  method(): string
  allHeaders(): Promise<Record<string, string>>
  postDataBuffer(): Uint8Array | null
}

/** What the door needs of Playwright's Route. */
export interface RouteLike {
  request(): RequestLike
  fulfill(answer: {
    status: number
    headers: Record<string, string>
    body: string | Buffer
  }): Promise<unknown>
  abort(errorCode?: string): Promise<unknown>
}

/** What the door needs of Playwright's Page or BrowserContext. */
export interface Routable {
  route(url: (url: URL) => boolean, handler: (route: RouteLike) => Promise<unknown>): Promise<unknown>
}

export interface RouteOptions {
  /**
   * The addresses to catch, as in `reqsim/msw`: one that the one-port layout lies below, or a record of one for each
   * interface. By default the in-process addresses (`http://wiki.sim/…`).
   */
  readonly base?: Bases
  /** The name of the user who is signed in, for pages that cannot send a credential; one that is sent wins. */
  readonly as?: string
  /** The address that a base without a host is resolved against, such as that of the page under test. */
  readonly baseURL?: string | undefined
}

/**
 * Answers what a page, or all pages of a context, ask for below the base addresses; nothing of it goes on to the network.
 * Rejects with TypeError for a base that is no address, and for a user whom the simulator does not have.
 */
export async function routeThrough(
  target: Routable,
  simulator: Simulator,
  options: RouteOptions = {},
): Promise<void> {
  const door = options.as === undefined ? {} : { as: options.as }
  simulator.checkDoor(door)
  // A page may stand anywhere: what it asks of other sites is not its own, so a browser wants to be told that it may.
  const withOrigins = { ...door, corsOrigins: ['*'] }
  for (const { pattern, toCore } of resolveBases(options.base, options.baseURL)) {
    await target.route(
      (url) => pattern.test(url.href),
      async (route) => {
        const request = route.request()
        const body = request.postDataBuffer() ?? undefined
        const asked = {
          method: request.method(),
          url: toCore(request.url()),
          headers: await headersOf(request),
          body,
        }
        await fulfil(
          route,
          await simulator.exchange(asked, withOrigins).catch((error: unknown) => defectAnswer(error)),
        )
      },
    )
  }
}

/**
 * The headers as the simulator shall see them: the host is that of a base address, which is nobody's to distrust, and so
 * is the origin of a page of the same host.
 */
async function headersOf(request: RequestLike): Promise<Record<string, string>> {
  const { host: _host, origin, ...headers } = await request.allHeaders()
  return origin === undefined || origin === new URL(request.url()).origin ? headers : { ...headers, origin }
}

async function fulfil(route: RouteLike, answer: ExchangeAnswer): Promise<void> {
  const { status, headers, body, delivery } = answer
  if (delivery?.waits === true && (delivery.latency ?? 0) > 0) {
    await new Promise((resolve) => setTimeout(resolve, delivery.latency))
  }
  // A page that was closed meanwhile waits for nothing.
  const settle = (action: Promise<unknown>) => action.catch(() => {})
  if (delivery?.dropped === true || delivery?.truncatedTo !== undefined)
    return void (await settle(route.abort('connectionreset')))
  const whole = typeof body === 'string' ? body : Buffer.from(body)
  await settle(route.fulfill({ status, headers: { ...headers }, body: whole }))
}

/** What a test gets of `simulatorFixtures`. */
export interface SimulatorFixtures {
  /** What `createSimulator` takes; the scenario `demo` when nothing is said. */
  simulatorOptions: SimulatorOptions
  /** Which addresses the page's requests are caught at, and for whom. */
  simulatorRoutes: RouteOptions
  /** A simulator that only this test uses, a fork; its latest exchanges are attached to the report of a failed test. */
  sim: Simulator
}

/** What the fixture needs of the others. */
type PlaywrightFixtures = { context: Routable; baseURL: string | undefined } & Omit<SimulatorFixtures, 'sim'>

/** What the fixtures need of Playwright's TestInfo. */
export interface RunningInfo {
  readonly status?: string | undefined
  readonly expectedStatus: string
  attach(name: string, options: { body: string; contentType: string }): Promise<void>
}

type SimFixture = (
  fixtures: PlaywrightFixtures,
  use: (sim: Simulator) => Promise<void>,
  info: RunningInfo,
) => Promise<void>

const bases = new Map<string, Promise<Simulator>>()

/** Playwright hands options over by value: the same options have the same text. */
function baseOf(options: SimulatorOptions): Promise<Simulator> {
  const key = JSON.stringify(options)
  const known = bases.get(key)
  if (known !== undefined) return known
  const made = createSimulator(options)
  bases.set(key, made)
  return made
}

/**
 * Fixtures for `test.extend` of `@playwright/test`: `sim`, which the test's context is routed through, and its options.
 * `test.use({ simulatorRoutes: { base: '/sim', as: 'alice' } })` sets them for a file.
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
      await routeThrough(context, sim, { baseURL, ...simulatorRoutes })
      await use(sim)
      if (info.status === info.expectedStatus) return
      const body = journalLines(sim.journal.entries()).join('\n')
      await info.attach('reqsim journal', { body, contentType: 'text/plain' })
    },
    { auto: true },
  ] as [SimFixture, { auto: true }],
}
