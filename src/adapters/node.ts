/** The HTTP server: every interface and the control API on one port of `node:http`. Also reads scenario files. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import { createClose } from './node/closing.ts'
import { type Connections, createConnections } from './node/connections.ts'
import { createConsoleServer } from './node/console.ts'
import { createOpenStreams } from './node/events.ts'
import { decompress } from './node/decompress.ts'
import { createListener, isLoopback, type NetworkOptions, type Servable } from './node/listener.ts'
import { readHeaders } from './node/request.ts'
import type { ScenarioFileOptions } from './node/scenarios.ts'
import { type BoundedServer, createBoundedServer, TlsError, type TlsOptions } from './node/server.ts'
import { createServerTimer } from './node/timer.ts'
import { checkSimulator } from './shared/simulator-check.ts'
import { checkFields } from '../model/input/option-checks.ts'
import { quoted } from '../model/input/refusal.ts'

/**
 * Reads a scenario file with the scenarios that it extends, for `createSimulator({ scenario })`. Paths are resolved from the
 * working directory. Rejects with ScenarioError, which lists every problem with line and column.
 */
export async function loadScenarioFile(
  path: string,
  options?: ScenarioFileOptions,
): Promise<ResolvedScenario> {
  // The parser is loaded here, so that ready scenarios start without it.
  const { loadScenarioFile: load } = await import('./node/scenarios.ts')
  return load(path, options)
}

export { currentSimulator } from './shared/current-simulator.ts'
export { journalLines } from './shared/journal-lines.ts'
export type { ScenarioFileOptions, Servable, TlsOptions }

export interface ServeOptions {
  /** The port to listen on; 0, the default, selects any free one. */
  readonly port?: number
  /** The address to listen on. Defaults to `127.0.0.1`, which only this machine can reach. */
  readonly host?: string
  /** Host names that the control API accepts in addition to loopback names. */
  readonly allowHost?: readonly string[]
  /**
   * Origins whose pages may call the simulated interfaces, with any header and method, and read all headers of the responses;
   * `*` allows any origin.
   */
  readonly corsOrigin?: readonly string[]
  /**
   * The token that callers of the control API send as `Authorization: Bearer`. Required unless the server listens on loopback.
   */
  readonly controlToken?: string
  /** Serves HTTPS with this certificate and key, both PEM. By default the server speaks HTTP. */
  readonly tls?: TlsOptions | undefined
  /**
   * Called with defects of the simulator: an exchange, or a job of a live clock, that threw. By default they are not reported.
   */
  readonly onDefect?: (error: unknown) => void
}

const OPTIONS = Object.keys({
  port: true,
  host: true,
  allowHost: true,
  corsOrigin: true,
  controlToken: true,
  tls: true,
  onDefect: true,
} satisfies Record<keyof ServeOptions, true>)

export interface Served {
  /** The base address with the actual port, such as `http://127.0.0.1:4010`; with `tls` it begins with `https:`. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** True if only this machine can reach the server. */
  readonly loopback: boolean
  /** The address of the console. If the control API requires a token, it contains a key that works once. */
  readonly console: string
  /**
   * Announces that the server will end: `/_sim/health` returns 503 from now on, so that load balancers choose another server.
   * Until `close`, the server handles all other requests as before.
   */
  drain(): void
  /** Finishes running requests, closes every connection and frees the port. Resolves within a second. */
  close(): Promise<void>
}

/** The server could not listen: the port is in use, the address is not of this machine, or the certificate is unusable. */
export class ServeError extends Error {
  override readonly name = 'ServeError'
}

/**
 * Serves a simulator over HTTP until it is closed. In live mode the server moves the clock when a job is due. Rejects with
 * ServeError if it cannot listen on the port or address, or use the certificate.
 */
export async function serve(simulator: Servable, options: ServeOptions = {}): Promise<Served> {
  checkSimulator('serve', simulator)
  checkOptions(options)
  const { port = 0, host = '127.0.0.1', tls, onDefect = () => {} } = options
  const connections = createConnections()
  const server = bounded(connections, tls)
  const address = await listen(server, port, host)
  const loopback = isLoopback(address.address)
  const timer = createServerTimer(simulator, onDefect)
  const streams = createOpenStreams()
  const consoleServer = createConsoleServer(options.controlToken, { secure: tls !== undefined })
  let draining = false
  const network = networkOptions(options, loopback, () => draining)
  const listener = createListener({
    simulator,
    console: consoleServer,
    connections,
    timer,
    streams,
    onDefect,
  })
  const onRequest = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void => {
    const { url = '/', rawHeaders, socket } = request
    connections.use(socket)
    listener(request, response, { url, headers: readHeaders(rawHeaders), network, expectsContinue })
  }
  server.on('request', (request, response) => onRequest(request, response, false))
  server.on('checkContinue', (request, response) => onRequest(request, response, true))
  timer.rearm()
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const scheme = tls === undefined ? 'http' : 'https'
  const url = `${scheme}://${shownHost}:${address.port}`
  return {
    url,
    console: `${scheme}://${reachableHost(shownHost)}:${address.port}${consoleServer.link}`,
    host: address.address,
    port: address.port,
    loopback,
    drain() {
      draining = true
    },
    close: createClose(server, connections, () => {
      timer.stop()
      streams.close()
    }),
  }
}

/** Throws TypeError. */
function checkOptions(options: ServeOptions): void {
  checkFields('the options of serve', options, OPTIONS)
  for (const name of ['allowHost', 'corsOrigin'] as const) {
    const list: unknown = options[name]
    if (list !== undefined && !(Array.isArray(list) && list.every((each) => typeof each === 'string')))
      throw new TypeError(`${name} must be a list of texts, not ${quoted(String(list))}`)
  }
}

function bounded(connections: Connections, tls: TlsOptions | undefined): BoundedServer {
  try {
    return createBoundedServer(connections, undefined, tls)
  } catch (error) {
    if (error instanceof TlsError) throw new ServeError(error.message)
    throw error
  }
}

function networkOptions(options: ServeOptions, loopback: boolean, draining: () => boolean): NetworkOptions {
  const { allowHost = [], corsOrigin = [], controlToken } = options
  return {
    corsOrigins: corsOrigin,
    decompress,
    control: {
      loopback,
      allowedHosts: allowHost,
      draining,
      ...(controlToken === undefined ? {} : { token: controlToken }),
    },
  }
}

function listen(server: BoundedServer, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new ServeError(explain(error, port, host))))
    server.listen({ port, host }, () => resolve(server.address() as AddressInfo))
  })
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): string {
  const place = `port ${port} of ${host.slice(0, 100)}`
  switch (error.code) {
    case 'EADDRINUSE':
      return `${place} is in use: stop the other server, or choose another port (0 selects any free one)`
    case 'EACCES':
      return `this user may not listen on ${place}: choose a port above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `'${host.slice(0, 100)}' is not an address of this machine: choose 127.0.0.1, or 0.0.0.0 for all of them`
    default:
      return `${place} cannot be used: ${error.message}`
  }
}

/** The host name for a server that listens on every address: the loopback name, which the control API accepts. */
function reachableHost(shownHost: string): string {
  return shownHost === '0.0.0.0' || shownHost === '[::]' ? '127.0.0.1' : shownHost
}
