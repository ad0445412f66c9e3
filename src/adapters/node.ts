/** The HTTP server: every interface and the control API on one port of `node:http`. Also reads scenario files. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExchangeAnswer, ExchangeRequest } from '../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../api/framework/surface.ts'
import type { ControlDoor } from '../simulator/control-host.ts'
import { controlPart } from '../control/loading.ts'
import { locate } from '../gateway/exchange/locate.ts'
import type { ResolvedScenario } from '../scenario/format/format.ts'
import type { DoorOptions } from '../simulator/simulator.ts'
import { defectAnswer } from './shared/defect.ts'
import { createClose } from './node/closing.ts'
import { type Connections, createConnections } from './node/connections.ts'
import { type ConsoleDoor, createConsoleDoor } from './node/console.ts'
import { createLiveTimer, type LiveTimer } from './shared/live-timer.ts'
import type { ScenarioFileOptions } from './node/scenarios.ts'
import { createOpenStreams, isStreaming, type OpenStreams } from './node/events.ts'
import { deliverAnswer } from './node/delivery.ts'
import { writeAnswer } from './node/exchange.ts'
import { createAnswerCount, createShares, MAXIMUM_HELD_BYTES, type OpenShare } from './node/memory.ts'
import { hasBody, readBody, readHeaders } from './node/request.ts'
import { createBoundedServer, refuseWithoutHost } from './node/server.ts'

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

export type { ScenarioFileOptions }

/** The part of a simulator that the server uses. */
export interface Servable {
  exchange(request: ExchangeRequest, door?: DoorOptions): Promise<ExchangeAnswer>
  catchUp(): void
  nextDue(): number | undefined
  /** The largest request body of the simulated interfaces, in bytes. */
  readonly config: { readonly maximumBodyBytes: number }
}

export interface ServeOptions {
  /** The port to listen on; 0, the default, selects any free one. */
  readonly port?: number
  /** The address to listen on. Defaults to `127.0.0.1`, which only this machine can reach. */
  readonly host?: string
  /** Host names that the control API accepts in addition to loopback names. */
  readonly allowHost?: readonly string[]
  /** Origins whose pages may call the simulated interfaces; `*` allows any origin. */
  readonly corsOrigin?: readonly string[]
  /**
   * The token that callers of the control API send as `Authorization: Bearer`. Required unless the server listens on loopback.
   */
  readonly controlToken?: string
  /**
   * Called with defects of the simulator: an exchange, or a job of a live clock, that threw. By default they are not reported.
   */
  readonly onDefect?: (error: unknown) => void
}

export interface Served {
  /** The base address with the actual port, such as `http://127.0.0.1:4010`. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** True if only this machine can reach the server. */
  readonly loopback: boolean
  /** The address of the console. If the control API requires a token, it contains a key that works once. */
  readonly console: string
  /** Finishes running requests, closes every connection and frees the port. Resolves within a second. */
  close(): Promise<void>
}

/** The server could not listen: the port is in use, or the address does not belong to this machine. */
export class ServeError extends Error {}

/**
 * Serves a simulator over HTTP until it is closed. In live mode the server moves the clock when a job is due. Rejects with
 * ServeError if it cannot listen on the port or address.
 */
export async function serve(simulator: Servable, options: ServeOptions = {}): Promise<Served> {
  const { port = 0, host = '127.0.0.1', onDefect = () => {} } = options
  const connections = createConnections()
  const server = createBoundedServer(connections)
  const address = await listen(server, port, host)
  const loopback = isLoopback(address.address)
  const timer = createLiveTimer(
    simulator,
    {
      now: () => performance.now(),
      set: (action, delay) => setTimeout(action, delay).unref(),
      clear: clearTimeout,
    },
    onDefect,
  )
  const streams = createOpenStreams()
  const consoleDoor = createConsoleDoor(options.controlToken)
  const door = networkDoor(options, loopback)
  server.on('request', createListener(simulator, door, consoleDoor, connections, timer, streams, onDefect))
  timer.rearm()
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const url = `http://${shownHost}:${address.port}`
  return {
    url,
    console: `http://${reachableHost(shownHost)}:${address.port}${consoleDoor.link}`,
    host: address.address,
    port: address.port,
    loopback,
    close: createClose(server, () => {
      timer.stop()
      streams.close()
    }),
  }
}

/** The facts about a request that only the server knows. */
type NetworkDoor = DoorOptions & { readonly control: ControlDoor }

function networkDoor(options: ServeOptions, loopback: boolean): NetworkDoor {
  const { allowHost = [], corsOrigin = [], controlToken } = options
  return {
    corsOrigins: corsOrigin,
    control: {
      loopback,
      allowedHosts: allowHost,
      ...(controlToken === undefined ? {} : { token: controlToken }),
    },
  }
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

function createListener(
  simulator: Servable,
  door: NetworkDoor,
  consoleDoor: ConsoleDoor,
  connections: Connections,
  timer: LiveTimer,
  streams: OpenStreams,
  onDefect: (error: unknown) => void,
): Listener {
  const openShare = createShares(() => Math.max(MAXIMUM_HELD_BYTES, 2 * simulator.config.maximumBodyBytes))
  const countAnswer = createAnswerCount(openShare)
  return (request, response) => {
    const { method = 'GET', url = '/', rawHeaders, httpVersion, socket } = request
    connections.use(socket)
    const sent = readHeaders(rawHeaders)
    if (sent['host'] === undefined && httpVersion === '1.1') return refuseWithoutHost(response)
    const control = url.includes(CONTROL_ADDRESS.path) && locate(url).target?.kind === 'control'
    const head = { method, url, headers: control ? consoleDoor.admit(sent) : sent }
    response.sendDate = false
    const answerBody = async (body: ExchangeRequest['body']): Promise<void> => {
      try {
        const isFront = url === '/' || url.startsWith('/?')
        const page = control || isFront ? consoleDoor.answer(head) : undefined
        const answer = await (page ?? simulator.exchange({ ...head, body }, door))
        if (!response.destroyed && !socket.destroyed) {
          if (isStreaming(answer)) {
            connections.exempt(socket)
            streams.begin(request, response, answer)
          } else if (answer.delivery !== undefined)
            void deliverAnswer(request, response, answer).catch(onDefect)
          else {
            writeAnswer(request, response, answer)
            countAnswer(socket, response, answer.body.length)
          }
        }
        timer.rearm()
      } catch (error) {
        answerDefect(error)
      }
    }
    const answerDefect = (error: unknown): void => {
      onDefect(error)
      if (response.headersSent) request.socket.destroy()
      else if (!response.destroyed) writeAnswer(request, response, defectAnswer(error))
    }
    const onRefused = (): void => writeAnswer(request, response, BODIES_TOO_LARGE)
    const read = (limit: number, open?: OpenShare): void =>
      readBody(request, { limit, open, onBody: answerBody, onRefused })
    // Earlier bodies in the same packet are read first.
    if (!control && !hasBody(sent)) return queueMicrotask(() => void answerBody(undefined))
    if (!control) read(simulator.config.maximumBodyBytes, openShare)
    else if (controlPart.loaded() !== undefined) read(controlLimit(head, door))
    else void controlPart.load().then(() => read(controlLimit(head, door)), answerDefect)
  }
}

/** The response to a client whose body is dropped to make room for others. */
const BODIES_TOO_LARGE: ExchangeAnswer = {
  status: 503,
  headers: { 'Content-Type': 'text/plain', 'Retry-After': '1' },
  body: 'The bodies of all current requests together are too large: send this request again.\n',
}

/** The number of bytes to read of a body for the control API; the core refuses longer ones. */
function controlLimit(head: ExchangeRequest, door: NetworkDoor): number {
  return controlPart.loaded()?.controlBodyLimit({ ...head, url: locate(head.url).path }, door.control) ?? 0
}

function listen(server: Server, port: number, host: string): Promise<AddressInfo> {
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

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}
