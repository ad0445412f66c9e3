/** Answers the requests of an HTTP server: reads each, hands it to the console or the simulator, and writes the response. */
import { isAscii } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as nextLoop } from 'node:timers/promises'
import type { ExchangeResponse, ExchangeRequest, RequestHeaders } from '../../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../../api/framework/interfaces.ts'
import { controlPart } from '../../control/loading.ts'
import { allowing } from '../../gateway/addresses/cors.ts'
import { locate } from '../../gateway/addresses/locate.ts'
import type { ControlConnection } from '../../simulator/control-host.ts'
import type { AdapterOptions } from '../../simulator/parts.ts'
import { defectResponse, errorResponse } from '../shared/defect.ts'
import type { LiveTimer } from '../shared/live-timer.ts'
import type { Connections } from './connections.ts'
import type { ConsoleServer } from './console.ts'
import { deliverResponse } from './delivery.ts'
import { isStreaming, type OpenStreams } from './events.ts'
import { writeResponse } from './exchange.ts'
import { createResponseCount, createShares, MAXIMUM_HELD_BYTES, type OpenShare } from './memory.ts'
import { hasBody, readBody } from './request.ts'

/** The part of a simulator that the server uses. */
export interface Servable {
  exchange(request: ExchangeRequest, network?: AdapterOptions): Promise<ExchangeResponse>
  /** As `exchange`, at once if nothing has to be awaited; nobody changes the request or the response afterwards. */
  respond?(request: ExchangeRequest, network?: AdapterOptions): ExchangeResponse | Promise<ExchangeResponse>
  /** Whether a request fails whatever its body, which the client has not sent yet. */
  failsByHead?(head: ExchangeRequest, network?: AdapterOptions): Promise<boolean>
  catchUp(): void
  nextDue(): number | undefined
  /** The largest request body of the simulated interfaces, in bytes. */
  readonly config: { readonly maximumBodyBytes: number }
}

/** The facts about a request that only the server knows. */
export type NetworkOptions = AdapterOptions & { readonly control: ControlConnection }

export interface ListenerParts {
  readonly simulator: Servable
  readonly console: ConsoleServer
  readonly connections: Connections
  readonly timer: LiveTimer
  readonly streams: OpenStreams
  readonly onDefect: (error: unknown) => void
}

/** A request as the simulator receives it. */
export interface Incoming {
  /** The path of the one-port layout with its query: `/wiki/rest/reqs/1/…`. */
  readonly url: string
  /** The address that the client called, if it is not `url` at this server. */
  readonly address?: string | undefined
  readonly headers: RequestHeaders
  readonly network: NetworkOptions
  /** True if the client sends its body only after a `100 Continue`, which Node has not written. */
  readonly expectsContinue?: boolean
}

/** A request that was read to its end; undefined if it is answered already. */
type Received = { readonly body: ExchangeRequest['body'] } | undefined

const NO_BODY: Received = { body: undefined }
const TEXT = new TextDecoder()

/** How many requests of a connection may wait until the server stops reading from it. Requests that it has read already still count. */
const MAXIMUM_WAITING = 100

/** How many requests of a connection are not answered yet, the latest of all, and whether a response announced the end. */
interface Turns {
  waiting: number
  last: Promise<void> | undefined
  closing: boolean
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

export type Listener = (request: IncomingMessage, response: ServerResponse, incoming: Incoming) => void

/** The listener of one server. */
export function createListener(parts: ListenerParts): Listener {
  const { simulator, connections, timer, streams, onDefect } = parts
  const openShare = createShares(() => Math.max(MAXIMUM_HELD_BYTES, 2 * simulator.config.maximumBodyBytes))
  const countResponse = createResponseCount(openShare)
  const turnsOf = createTurns()
  const respond = simulator.respond?.bind(simulator) ?? simulator.exchange.bind(simulator)
  /** Writes a response of the simulator, unless the client is gone. */
  const write = (
    request: IncomingMessage,
    response: ServerResponse,
    result: ExchangeResponse,
    hasNoBody: boolean,
  ): void => {
    const { socket } = request
    if (response.destroyed || socket.destroyed) return
    if (isStreaming(result)) {
      connections.exempt(socket)
      streams.begin(request, response, result)
    } else if (result.delivery !== undefined)
      void deliverResponse(request, response, result, { connections, hasNoBody }).catch(onDefect)
    else {
      writeResponse(request, response, result, hasNoBody || request.complete)
      countResponse(socket, response, result.body.length)
    }
  }
  return (request, response, { url, address, headers, network, expectsContinue = false }) => {
    const { method = 'GET', socket } = request
    const turns = turnsOf(socket)
    const control = url.includes(CONTROL_ADDRESS.path) && locate(url).target?.kind === 'control'
    const head: Writable<ExchangeRequest> = {
      method,
      url,
      headers: control ? parts.console.admit(headers) : headers,
    }
    if (address !== undefined) head.address = address
    if ('encrypted' in socket) head.scheme = 'https'
    response.sendDate = false
    const isHostMissing = headers['host'] === undefined && request.httpVersion === '1.1'
    const isRootPage = url === '/' || url.startsWith('/?')
    // Only the response to the first request of a connection, and to those whose predecessors are answered, has its socket.
    const isNext = turns.waiting === 0 && !turns.closing && response.socket !== null
    let begun: ExchangeResponse | Promise<ExchangeResponse> | undefined
    if (isNext && !control && !isRootPage && !isHostMissing && !hasBody(headers)) {
      try {
        begun = respond(head, network)
        if (!('then' in begun)) {
          // Node reports the end of a request only after this, also if there is no body.
          write(request, response, begun, true)
          timer.rearm()
          if (!response.shouldKeepAlive && request.httpVersionMajor === 1) turns.closing = true
          return
        }
      } catch (error) {
        begun = Promise.reject(error)
      }
    }
    /** Writes a response that does not come from the simulator. */
    const writeOwn = (result: ExchangeResponse): void =>
      writeResponse(request, response, control ? result : allowing(head, result, network.corsOrigins))
    const responseBody = async (body: ExchangeRequest['body']): Promise<void> => {
      try {
        if (isHostMissing) {
          response.shouldKeepAlive = false
          return writeOwn(HOST_MISSING)
        }
        const page = control || isRootPage ? parts.console.respond(head) : undefined
        write(request, response, await (page ?? begun ?? respond({ ...head, body }, network)), false)
        timer.rearm()
      } catch (error) {
        respondWithDefect(error)
      }
    }
    /**
     * Answers after the earlier requests of the connection, which a client may have pipelined: it expects to read what it wrote. Those
     * to the control API, which has large responses, also wait for a turn of the event loop, so that thousands of them do not
     * hold up other clients. After a response that closes the connection, no request has an effect: its response would be lost.
     */
    const respondAfter = async (before?: Promise<void>, reading?: Promise<Received>): Promise<void> => {
      const received = await (reading ?? NO_BODY)
      if (before !== undefined) {
        await before
        if (control) await nextLoop()
      }
      const gone = turns.closing || (before !== undefined && socket.destroyed)
      if (received !== undefined && !gone) await responseBody(received.body)
      turns.waiting--
      // The streams of HTTP/2 share a connection, which has its own order and flow control.
      if (request.httpVersionMajor > 1) return
      if (!response.shouldKeepAlive) turns.closing = true
      const { waiting } = turns
      const readsOn = waiting === MAXIMUM_WAITING - 1 || (before !== undefined && waiting === 0)
      if (readsOn) process.nextTick(pauseReading, socket)
      else if (waiting >= MAXIMUM_WAITING) response.once('finish', stopReading)
    }
    /** Node resumes reading after each request and each response, so this pauses the socket after that. */
    const stopReading = (): void => {
      if (turns.waiting < MAXIMUM_WAITING || request.httpVersionMajor > 1) return
      process.nextTick(() => {
        if (turns.waiting >= MAXIMUM_WAITING) socket.pause()
      })
    }
    const respondInTurn = (reading?: Promise<Received>): Promise<void> => {
      const before = turns.waiting++ > 0 ? turns.last : undefined
      turns.last = respondAfter(before, reading)
      return turns.last
    }
    const respondWithDefect = (error: unknown): void => {
      onDefect(error)
      if (response.headersSent) request.socket.destroy()
      else if (!response.destroyed) writeOwn(defectResponse(error))
    }
    if (!control && !hasBody(headers)) {
      void respondInTurn()
      stopReading()
      return
    }
    const { promise: reading, resolve: onRead } = Promise.withResolvers<Received>()
    const earlier = turns.waiting > 0 ? turns.last : undefined
    const turn = respondInTurn(reading)
    const onBody = (bytes: Uint8Array | undefined): Promise<void> => {
      // Text takes less memory than bytes, and its readers need not decode it.
      onRead({ body: bytes !== undefined && isAscii(bytes) ? TEXT.decode(bytes) : bytes })
      stopReading()
      return turn
    }
    const onRefused = (): void => {
      writeOwn(BODIES_TOO_LARGE)
      onRead(undefined)
    }
    const read = (limit: number, open?: OpenShare): void =>
      readBody(request, { limit, open, onBody, onRefused })
    const readAll = (): void => {
      if (!control) read(simulator.config.maximumBodyBytes, openShare)
      else if (controlPart.loaded() !== undefined) read(controlLimit(head, network))
      else void controlPart.load().then(() => read(controlLimit(head, network)), onUnread)
    }
    const onUnread = (error: unknown): void => {
      respondWithDefect(error)
      onRead(undefined)
    }
    /** What decides may depend on the earlier requests of the connection. */
    const readUnlessFailed = async (): Promise<void> => {
      await earlier
      if (turns.closing || socket.destroyed) {
        onRead(undefined)
        return
      }
      const fails = isHostMissing || (await simulator.failsByHead?.(head, network)) === true
      if (fails) {
        onRead(NO_BODY)
        return
      }
      response.writeContinue()
      readAll()
    }
    if (expectsContinue && hasBody(headers)) void readUnlessFailed().catch(onUnread)
    else readAll()
  }
}

/** The response to a client whose body is dropped to make room for others. */
const BODIES_TOO_LARGE = errorResponse(
  503,
  'The bodies of all current requests together are too large: send this request again.',
  { 'Retry-After': '1' },
)

/** The response to an HTTP/1.1 request without a Host, which RFC 9112 requires. */
const HOST_MISSING = errorResponse(400, 'Host is missing: an HTTP/1.1 request requires it')

/** The number of bytes to read of a body for the control API; the core refuses longer ones. */
function controlLimit(head: ExchangeRequest, network: NetworkOptions): number {
  return controlPart.loaded()?.controlBodyLimit({ ...head, url: locate(head.url).path }, network.control) ?? 0
}

/** True for an address that only this machine can call. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

/** Lets the event loop turn before more is read: Node reads up to 32 times in a turn, each time thousands of pipelined requests. */
function pauseReading(socket: Socket): void {
  socket.pause()
  setImmediate(() => socket.resume())
}

function createTurns(): (socket: Socket) => Turns {
  const all = new WeakMap<Socket, Turns>()
  return (socket) => {
    const known = all.get(socket)
    if (known !== undefined) return known
    const created: Turns = { waiting: 0, last: undefined, closing: false }
    all.set(socket, created)
    return created
  }
}
