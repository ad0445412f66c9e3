/** A `node:http` server with strict limits: invalid HTTP, slow requests and oversized heads end here. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Connections } from './connections.ts'

// Importing the whole module `node:http` would load an HTTP client, up to half of the start-up time.
const { createServer } = process.getBuiltinModule('node:http')

export interface ServerTimes {
  /** Wall-clock milliseconds from the start of a connection until the head of a request must be complete. */
  readonly headers: number
  /** The same for the whole request. */
  readonly request: number
  /** How long an idle connection is kept. */
  readonly keepAlive: number
  /** How often the first two limits are checked. */
  readonly looked: number
}

export const SERVER_TIMES: ServerTimes = {
  headers: 10_000,
  request: 60_000,
  keepAlive: 30_000,
  looked: 5000,
}
/** A query may have 8,192 characters of up to twelve bytes each when percent-encoded. The core refuses longer ones. */
const MAXIMUM_HEADER_BYTES = 128 * 1024

export function createBoundedServer(connections: Connections, times: ServerTimes = SERVER_TIMES): Server {
  const server = createServer({
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    maxHeaderSize: MAXIMUM_HEADER_BYTES,
    connectionsCheckingInterval: times.looked,
    // Node's own response would contain the wall-clock time.
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

/** Invalid HTTP never reaches the core, because there is no request to respond to. */
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

/** HTTP defines a single expectation. Node's own response to others would contain the wall-clock time. */
function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  refuse(response, 417, 'Expect: only 100-continue is supported\n')
}

/** Refuses an HTTP/1.1 request without a Host, as RFC 9112 requires. */
export function refuseWithoutHost(response: ServerResponse): void {
  refuse(response, 400, 'Host is missing: an HTTP/1.1 request requires it\n')
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.sendDate = false
  response.shouldKeepAlive = false
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Content-Length': text.length }).end(text)
}
