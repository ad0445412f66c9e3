/** A server of `node:http` that nobody can keep waiting or fill up: what is no HTTP, comes too slowly or is too much ends here. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './connections.ts'

// An import of `node:http` reads every export of it, and some of these load an HTTP client: half of what a start may take.
const { createServer } = process.getBuiltinModule('node:http')

export interface ServerTimes {
  /** Wall milliseconds until the head of a request must be there, from the beginning of its connection. */
  readonly headers: number
  /** Until all of a request must be there. */
  readonly request: number
  /** How long a connection is kept that nobody uses. */
  readonly keepAlive: number
  /** How often the first two are looked at. */
  readonly looked: number
}

export const SERVER_TIMES: ServerTimes = {
  headers: 10_000,
  request: 60_000,
  keepAlive: 30_000,
  looked: 5000,
}
/** A query may have 8,192 characters, each of up to twelve bytes when percent-encoded; what is too long is the core's to say. */
const MAXIMUM_HEADER_BYTES = 128 * 1024

export function createBoundedServer(connections: Connections, times: ServerTimes = SERVER_TIMES): Server {
  const server = createServer({
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    maxHeaderSize: MAXIMUM_HEADER_BYTES,
    connectionsCheckingInterval: times.looked,
    // Node's own response would show the wall clock.
    requireHostHeader: false,
  })
  server.on('connection', (socket) => connections.add(socket))
  server.on('clientError', refuseMalformed)
  server.on('checkExpectation', refuseExpectation)
  return server
}

const MALFORMED: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What is no HTTP never reaches the core: there is no request that it could answer. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status = MALFORMED[error.code ?? ''] ?? '400 Bad Request'
  const text = `${status.slice(4)}\n`
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** Nobody but HTTP itself has expectations, and of these there is one. Node's own answer would tell the wall clock. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  refuse(response, 417, 'Expect: 100-continue is all that can be expected\n')
}

/** Refuses an HTTP/1.1 request without a Host, as RFC 9112 requires. */
export function refuseWithoutHost(response: ServerResponse): void {
  refuse(response, 400, 'Host is missing: a request of HTTP/1.1 sends it\n')
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.sendDate = false
  response.shouldKeepAlive = false
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Content-Length': text.length }).end(text)
}
