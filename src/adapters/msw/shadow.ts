/**
 * The entry `reqsim/msw/shadow`: hand-written handlers respond, and a simulator gets the same requests, to say which handlers it
 * can replace.
 */
import { getResponse, http, type HttpHandler, type RequestHandler } from 'msw'
import { auditSummary, type AuditSummary } from '../../replay/audit/summary.ts'
import { auditText } from '../../replay/audit/text.ts'
import { type AuditedHandler, type Observation, observedCall } from '../../replay/audit/observation.ts'
import type { UserName } from '../../scenario/names.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { toExchangeRequest } from '../../platform/exchange.ts'
import { type Bases, resolveBases } from '../shared/bases.ts'
import { withKnownCredential } from '../shared/known-credentials.ts'
import { framesOf, isOfProject } from '../shared/runner-failure.ts'
import { checkSimulator } from '../shared/simulator-check.ts'
import { checkFields } from '../../model/input/option-checks.ts'

export interface ShadowOptions {
  /** The base addresses, as in `handlers` of `reqsim/msw`. */
  readonly base?: Bases
  /** The user of requests without a credential, and of those with one that the scenario does not have. */
  readonly as?: UserName
}

const OPTIONS = Object.keys({ base: true, as: true } satisfies Record<keyof ShadowOptions, true>)

export interface Shadow {
  /** For `setupServer` and `setupWorker`, in place of the handlers. */
  readonly handlers: readonly RequestHandler[]
  /** The handlers with their calls so far, and what the simulator would have responded. */
  summary(): AuditSummary
  /** The same as text. */
  text(): string
}

/**
 * Wraps handlers of MSW 2 and 3. Each response is that of the handler; a fork of the simulator gets the same request. Throws
 * TypeError if a base is not a valid address, or if the simulator has no such user.
 */
export function shadow(
  simulator: Simulator,
  handlers: readonly RequestHandler[],
  options: ShadowOptions = {},
): Shadow {
  checkSimulator('shadow', simulator)
  checkFields('the options of shadow', options, OPTIONS)
  simulator.checkAdapterOptions({ as: options.as })
  const observations: Observation[] = []
  const fork = simulator.fork()
  const wrap = shadowed(options, {
    simulator: async () => fork,
    test: () => undefined,
    observe: (observation) => void observations.push(observation),
  })
  return {
    handlers: handlers.map(wrap),
    summary: () => auditSummary(observations),
    text: () => auditText(auditSummary(observations)),
  }
}

export interface ShadowHost {
  /** A simulator that nothing else uses. */
  simulator(): Promise<Simulator>
  /** The name of the running test. */
  test(): string | undefined
  observe(observation: Observation): void
  /** The file and line that made a handler, if they are known. */
  place?(handler: RequestHandler): string | undefined
}

/** Returns a function that wraps a handler, always in the same wrapper. */
export function shadowed(
  { base, as }: ShadowOptions,
  host: ShadowHost,
): (handler: RequestHandler) => RequestHandler {
  const bases = resolveBases(base, typeof location === 'undefined' ? undefined : location.href)
  const wrappers = new WeakMap<RequestHandler, HttpHandler>()
  const made = new WeakSet<RequestHandler>()
  // One call after the other, as the journal's last entry is that of the call.
  let last: Promise<unknown> = Promise.resolve()

  function wrap(handler: RequestHandler): RequestHandler {
    if (made.has(handler)) return handler
    const known = wrappers.get(handler)
    if (known !== undefined) return known
    const named = namedHandler(handler, host.place?.(handler))
    host.observe(named)
    const wrapper = http.all('*', async ({ request }) => {
      const copy = request.clone()
      const response = await getResponse([handler], request)
      if (response === undefined || isPassedOn(response)) return response
      const handled = { status: response.status, body: await bodyOf(response) }
      const asked = last.then(() => ask(named, copy, handled))
      last = asked.catch(() => {})
      await asked
      return response
    })
    // The wrapper matches what the handler does, so that other requests are as unhandled as before.
    wrapper.predicate = (({ request }: { readonly request: Request }) =>
      handler.test({ request: request.clone() })) as unknown as typeof wrapper.predicate
    wrappers.set(handler, wrapper)
    made.add(wrapper)
    return wrapper
  }

  async function ask(
    named: AuditedHandler,
    request: Request,
    handled: { readonly status: number; readonly body: string },
  ): Promise<void> {
    const { method, url } = request
    const [place = ''] = url.split(/[?#]/, 1)
    const found = bases.find(({ pattern }) => pattern.test(place))
    const test = host.test()
    if (found === undefined) {
      const call = { method, url: new URL(url).origin, operation: null, isOutside: true }
      host.observe({ ...named, call: { ...call, status: handled.status, differences: [], needs: [] } })
      return
    }
    const simulator = await host.simulator()
    const { headers, ...plain } = await toExchangeRequest(request, found.toCore(url))
    const { host: _host, ...sent } = headers
    const call = { ...plain, headers: sent }
    await simulator.exchange(as === undefined ? call : withKnownCredential(call, simulator), { as })
    const entry = simulator.journal.entries().at(-1)
    if (entry !== undefined) host.observe({ ...named, call: observedCall(handled, entry, { url, test }) })
  }
  return wrap
}

/** MSW answers with it to send the request to the network. */
function isPassedOn({ headers }: Response): boolean {
  return headers.get('x-msw-intention') === 'passthrough'
}

/** Empty for a stream that may never end. */
async function bodyOf(response: Response): Promise<string> {
  if (response.type === 'error' || response.headers.get('content-type')?.startsWith('text/event-stream'))
    return ''
  return response.clone().text()
}

/** A handler by method, path and the line that made it, unless that is a line of MSW. */
function namedHandler({ info }: RequestHandler, made: string | undefined): AuditedHandler {
  const { header, callFrame = '' } = info as { readonly header: string; readonly callFrame?: string }
  const place = made ?? placeIn(callFrame)
  return { handler: header, ...(place !== undefined && { place }) }
}

/** The first place of a stack that is in the project, from the working directory: `test/mocks.ts:12`. */
export function placeIn(stack: string): string | undefined {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  const folder = `${process?.cwd?.().replaceAll('\\', '/') ?? ''}/`
  const place = framesOf(stack).find(isOfProject)?.replace(/:\d+$/, '').replaceAll('\\', '/')
  return place?.startsWith(folder) === true ? place.slice(folder.length) : place
}

export type { AuditSummary }
