/**
 * Puts handlers of Mock Service Worker behind those of every server in the process, and listens where there is no server. From
 * MSW 2.13 on all servers get their handlers from one public class; earlier ones are instances of a public class.
 */
import type { RequestHandler } from 'msw'
import * as mswNode from 'msw/node'

export interface Behind {
  /** The handlers that a server uses for its own, each for itself. */
  wrap(own: readonly RequestHandler[]): readonly RequestHandler[]
  /** The handlers that come last. */
  readonly last: readonly RequestHandler[]
}

export interface Interception {
  /** Listens if no server does: a suite may have none, or may have closed its own. */
  ensureListening(): void
}

/** The prototypes that are changed, of MSW 2.13 and later. */
interface Classes {
  readonly HandlersController?: { readonly prototype: object }
  readonly InterceptorSource?: { readonly prototype: object }
}

/** The methods of them, and of the servers of earlier versions, that are replaced. */
interface Methods {
  getHandlersByKind(kind: string): readonly RequestHandler[]
  listHandlers(): readonly RequestHandler[]
  resetHandlers(...handlers: readonly RequestHandler[]): void
  use(...handlers: readonly RequestHandler[]): void
  enable(): unknown
  disable(): unknown
  listen(options?: object): void
  close(): void
}

/** What the changed methods use now: a file of tests in the same process replaces that of an earlier one. */
interface Hook {
  behind: Behind
  isListening: boolean
  readonly server: Pick<Methods, 'listen' | 'close'>
}

const HOOK = Symbol.for('reqsim.setup.interception')

interface Hooked {
  [HOOK]?: Hook
}

/** Requests that no handler matches are of no interest to this server. */
const LISTENING = { onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' }

export async function interceptBehind(behind: Behind): Promise<Interception> {
  const hook = await hookOf(behind)
  hook.behind = behind
  return {
    ensureListening() {
      if (hook.isListening) return
      try {
        hook.server.close()
      } catch {
        // It has never listened.
      }
      hook.server.listen(LISTENING)
    },
  }
}

/** The handlers of a server with those that come last; these may be among its own already. */
function allOf({ behind }: Hook, own: readonly RequestHandler[]): readonly RequestHandler[] {
  const before = own.filter((each) => !behind.last.includes(each))
  return [...behind.wrap(before), ...behind.last]
}

async function hookOf(behind: Behind): Promise<Hook> {
  const classes = (await import('msw/experimental').catch(() => ({}))) as Classes
  const { SetupServerApi } = mswNode as { readonly SetupServerApi?: { readonly prototype: object } }
  const changed = (classes.HandlersController ?? SetupServerApi)?.prototype as (Methods & Hooked) | undefined
  if (changed === undefined)
    throw new TypeError('reqsim: this version of msw has no server to add handlers to: install 2.10 or later')
  const known = changed[HOOK]
  if (known !== undefined) return known
  const hook: Hook = {
    behind,
    isListening: false,
    server: mswNode.setupServer() as unknown as Hook['server'],
  }
  changed[HOOK] = hook
  if (classes.HandlersController === undefined) changeServers(changed, hook)
  else changeControllers(changed, classes.InterceptorSource?.prototype as Methods, hook)
  hook.isListening = await hasListeningServer(hook)
  return hook
}

/** MSW 2.13 and later: the servers share what intercepts, and the one that listens last has it. */
function changeControllers(controllers: Methods, source: Methods, hook: Hook): void {
  const { getHandlersByKind } = controllers
  controllers.getHandlersByKind = function (this: Methods, kind) {
    const own = getHandlersByKind.call(this, kind)
    return kind === 'request' ? allOf(hook, own) : own
  }
  const { enable, disable } = source
  const enabled = new WeakSet<Methods>()
  source.enable = function (this: Methods) {
    hook.isListening = true
    // MSW handles each request twice if a server listens while another does.
    if (enabled.has(this)) return undefined
    enabled.add(this)
    return enable.call(this)
  }
  source.disable = function (this: Methods) {
    hook.isListening = false
    enabled.delete(this)
    return disable.call(this)
  }
}

/** Earlier versions: each server intercepts for itself, and the first one responds. */
function changeServers(servers: Methods, hook: Hook): void {
  const { listen, close, resetHandlers, use } = servers
  servers.listen = function (this: Methods, options) {
    if (this !== hook.server && hook.isListening) close.call(hook.server as Methods)
    hook.isListening = true
    listen.call(this, options)
    resetHandlers.call(this, ...allOf(hook, this.listHandlers()))
  }
  servers.close = function (this: Methods) {
    hook.isListening = false
    close.call(this)
  }
  servers.resetHandlers = function (this: Methods, ...handlers) {
    resetHandlers.call(this, ...(handlers.length === 0 ? [] : allOf(hook, handlers)))
  }
  servers.use = function (this: Methods, ...handlers) {
    use.call(this, ...hook.behind.wrap(handlers))
  }
}

/** A port on which nothing listens: without a server, the request fails at once and leaves the machine for nowhere. */
const PROBE = 'http://127.0.0.1:2/reqsim-setup'

/** Whether a server of the suite listens already, which was set up before. */
async function hasListeningServer(hook: Hook): Promise<boolean> {
  const { behind } = hook
  const { http, HttpResponse } = await import('msw')
  const probe = http.all(PROBE, () => new HttpResponse(null, { status: 204 }))
  hook.behind = { wrap: (own) => own, last: [probe] }
  const found = await fetch(PROBE).then(
    ({ status }) => status === 204,
    () => false,
  )
  hook.behind = behind
  return found
}
