/** Attaches a simulator to a development server of Vite: requests below a path, files that are watched, and the console. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import type { ViteDevServer } from 'vite'
import { type ExchangeResponse, header, type RequestHeaders } from '../../api/framework/exchange.ts'
import { ScenarioError } from '../../scenario/format/problems.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import { errorResponse } from '../shared/defect.ts'
import type { LiveTimer } from '../shared/live-timer.ts'
import { createConnections } from '../node/connections.ts'
import { createConsoleServer } from '../node/console.ts'
import { createOpenStreams, type OpenStreams } from '../node/events.ts'
import { writeResponse } from '../node/exchange.ts'
import { defaultLogLevel } from '../node/log-level.ts'
import { createRequestLog } from '../node/request-log.ts'
import { createListener, isLoopback, type Listener, type NetworkOptions } from '../node/listener.ts'
import { readHeaders } from '../node/request.ts'
import { createServerTimer } from '../node/timer.ts'
import { updateSimulator } from './development-simulator.ts'
import { closeKeeper, openKeeper } from './kept.ts'
import type { CheckedOptions } from './options.ts'
import { userOfPage, withPageWorld } from './page-world.ts'
import { createProblemBoard, messageOf } from './problems.ts'
import { placeOf, readInput } from './scenario.ts'

/** Editors write in several steps, so files are read after this many wall-clock milliseconds without another change. */
const SETTLING = 100

export interface Attached {
  /** Ends the streams and timers of this server. The simulator ends with the last server that uses it. */
  close(): void
}

/** What serves one simulator. */
interface Serving {
  readonly simulator: Simulator
  readonly listener: Listener
  readonly timer: LiveTimer
  readonly streams: OpenStreams
  /** Ends its lines in the request log. */
  readonly unwatch: () => void
}

/**
 * Attaches the simulator. It is made when the server listens, or with the first request: a server that does neither, such as
 * that of a test run, pays nothing.
 */
export function attach(server: ViteDevServer, options: CheckedOptions): Attached {
  const { base } = options
  const { root, logger } = server.config
  const key = JSON.stringify([root, base])
  const keeper = openKeeper(key)
  const board = createProblemBoard(server)
  const consoleServer = createConsoleServer(options.controlToken, {
    base,
    secure: server.config.server.https !== undefined,
  })
  const log = createRequestLog({ level: options.log ?? defaultLogLevel() })
  const files = new Set<string>()
  let serving: Serving | undefined
  let updating: Promise<void> | undefined
  let settling: NodeJS.Timeout | undefined
  let closed = false

  const onDefect = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logger.error(`reqsim: defect: ${messageOf(stack)}`, { timestamp: true })
  }

  function startServing(simulator: Simulator): Serving {
    const timer = createServerTimer(simulator, onDefect)
    const streams = createOpenStreams()
    const parts = {
      simulator,
      console: consoleServer,
      connections: createConnections(),
      timer,
      streams,
      onDefect,
    }
    return { simulator, listener: createListener(parts), timer, streams, unwatch: log.watch(simulator) }
  }

  function stopServing(): void {
    serving?.timer.stop()
    serving?.streams.close()
    serving?.unwatch()
    serving = undefined
  }

  /** Reads the scenario, and serves it if it is valid; else shows its problems, and goes on as before. */
  async function update(): Promise<void> {
    const isFirst = updating === undefined
    const place = await placeOf(options.scenario, root)
    try {
      const input = await readInput(options, root, place, (path) => files.add(path))
      const changed = await updateSimulator(keeper, input, options)
      if (closed) return
      const simulator = keeper.current?.simulator
      if (simulator !== undefined && serving?.simulator !== simulator) {
        stopServing()
        serving = startServing(simulator)
      }
      serving?.timer.rearm()
      if (isFirst || !(board.clear() || changed)) return
      logger.info(`reqsim: loaded ${place?.file ?? 'the scenario'}: the page reloads`, { timestamp: true })
      server.ws.send({ type: 'full-reload', path: '*' })
    } catch (error) {
      const state = keeper.current === undefined ? 'nothing is served yet' : 'the last valid world stays'
      const what =
        error instanceof ScenarioError
          ? 'The scenario cannot be loaded'
          : 'An option of reqsim() is not valid'
      board.show(`${what}, ${state}:`, error, place?.folder)
      if (keeper.current !== undefined) serving ??= startServing(keeper.current.simulator)
    } finally {
      // A file with errors may name other files than before: all that were ever named are watched.
      if (!closed) server.watcher.add([...files])
    }
  }

  /** Updates one after the other. */
  function queueUpdate(): Promise<void> {
    updating = updating === undefined ? update() : updating.then(update)
    return updating
  }

  const started = (): Promise<void> => updating ?? queueUpdate()

  function onFile(path: string): void {
    if (!files.has(resolve(path))) return
    clearTimeout(settling)
    settling = setTimeout(() => void queueUpdate(), SETTLING)
  }

  function handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const url = below(base, request.url ?? '/')
    if (url === undefined) return next()
    const headers = headersOf(request)
    const respond = (): void => {
      if (serving === undefined) return writeResponse(request, response, UNAVAILABLE)
      const as = userOfPage(headers, base)
      const refused = as === undefined || isControl(url) ? undefined : refusalOf(serving.simulator, as)
      if (refused !== undefined) return writeResponse(request, response, refused)
      const network = { ...networkOf(options, request), ...(as === undefined ? {} : { as }) }
      const address = addressOf(request, headers)
      serving.listener(request, response, { url, address, headers: withPageWorld(headers, base), network })
    }
    if (serving !== undefined) respond()
    else void started().then(respond, onDefect)
  }

  // Before Vite's own: its CORS headers are not for the control API, which refuses foreign hosts and pages itself.
  server.middlewares.stack.unshift({ route: '', handle })
  for (const event of ['add', 'change', 'unlink'] as const) server.watcher.on(event, onFile)
  server.httpServer?.once('listening', () => void started())
  announceConsole(server, consoleServer.link)

  return {
    close() {
      closed = true
      clearTimeout(settling)
      stopServing()
      void log.close()
      closeKeeper(key)
    },
  }
}

const UNAVAILABLE = errorResponse(
  503,
  'reqsim serves nothing: the terminal of Vite lists the errors of its scenario or options.',
  { 'Cache-Control': 'no-store' },
)

const isControl = (url: string): boolean => /^(?:\/_world\/[^/]+)?\/_sim(?:[/?]|$)/.test(url)

/** The response to a page whose address names a user that does not exist; undefined if there is one. */
function refusalOf(simulator: Simulator, as: string): ExchangeResponse | undefined {
  try {
    simulator.checkAdapterOptions({ as })
    return undefined
  } catch (error) {
    return errorResponse(400, `?as= in the address of the page: ${(error as Error).message}`)
  }
}

/** The path below the base, with its query; undefined for other paths. */
function below(base: string, url: string): string | undefined {
  if (!url.startsWith(base)) return undefined
  const rest = url.slice(base.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : undefined
}

/** The headers, in HTTP/2 without those that stand for the request line. */
function headersOf({ rawHeaders }: IncomingMessage): RequestHeaders {
  const all = readHeaders(rawHeaders)
  const authority = all[':authority']
  if (authority === undefined) return all
  const named = Object.entries(all).filter(([name]) => !name.startsWith(':'))
  return { host: authority, ...Object.fromEntries(named) }
}

/** The address that the client called; undefined without a host. */
function addressOf({ socket, url = '/' }: IncomingMessage, headers: RequestHeaders): string | undefined {
  const host = header(headers, 'host')
  return host === undefined ? undefined : `${'encrypted' in socket ? 'https' : 'http'}://${host}${url}`
}

/** Who calls is known by the address of the connection: Vite may listen on any. */
function networkOf(options: CheckedOptions, { socket }: IncomingMessage): NetworkOptions {
  const { as, corsOrigin = [], allowHost = [], controlToken } = options
  return {
    corsOrigins: corsOrigin,
    ...(as === undefined ? {} : { as }),
    control: {
      loopback: isLoopback(socket.localAddress ?? ''),
      allowedHosts: allowHost,
      ...(controlToken === undefined ? {} : { token: controlToken }),
    },
  }
}

/** Prints the console's address with those of the server. */
function announceConsole(server: ViteDevServer, link: string): void {
  const printUrls = server.printUrls.bind(server)
  server.printUrls = () => {
    printUrls()
    const [address] = server.resolvedUrls?.local ?? []
    if (address !== undefined) server.config.logger.info(`  ➜  reqsim:  ${new URL(address).origin}${link}`)
  }
}
