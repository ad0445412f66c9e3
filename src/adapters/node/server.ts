/** A `node:http` or `node:https` server with strict limits: invalid HTTP, slow requests and oversized heads end here. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { ExchangeResponse } from '../../api/framework/exchange.ts'
import { METHOD_ORDER } from '../../gateway/addresses/router.ts'
import { countText } from '../../world/count-text.ts'
import { errorResponse } from '../shared/defect.ts'
import type { Connections } from './connections.ts'
import { writeResponse } from './exchange.ts'

// Importing the whole module `node:http` would load an HTTP client, up to half of the start-up time.
const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')

/** The certificate of an HTTPS server, with those that lead to its authority, and its private key; both PEM. */
export interface TlsOptions {
  readonly cert: string | Uint8Array
  readonly key: string | Uint8Array
}

/** A server of either protocol. */
export type BoundedServer = Server | SecureServer

/** The certificate or its key cannot be used. */
export class TlsError extends Error {}

export interface ServerTimes {
  /** Wall-clock milliseconds from the start of a connection until the head of a request must be complete. */
  readonly headers: number
  /** The same for the whole request. */
  readonly request: number
  /** How long an idle connection is kept. */
  readonly keepAlive: number
  /** How often the first two limits are checked. */
  readonly checkInterval: number
}

export const SERVER_TIMES: ServerTimes = {
  headers: 10_000,
  request: 60_000,
  keepAlive: 30_000,
  checkInterval: 5000,
}
/** A query may have 8,192 characters of up to twelve bytes each when percent-encoded. The core refuses longer ones. */
const MAXIMUM_HEADER_BYTES = 128 * 1024

/** With `tls` the server speaks HTTPS. Throws TlsError if the certificate or its key cannot be used. */
export function createBoundedServer(
  connections: Connections,
  times: ServerTimes = SERVER_TIMES,
  tls?: TlsOptions,
): BoundedServer {
  const options = {
    headersTimeout: times.headers,
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    maxHeaderSize: MAXIMUM_HEADER_BYTES,
    connectionsCheckingInterval: times.checkInterval,
    // Node's own response would contain the wall-clock time.
    requireHostHeader: false,
  }
  const server =
    tls === undefined ? createServer(options) : createSecureServer(options, connections, times, tls)
  if (tls === undefined) server.on('connection', connections.add)
  server.on('checkExpectation', refuseExpectation)
  const latest = new WeakMap<Socket, LatestRequest>()
  const note = (request: IncomingMessage, response: ServerResponse): void => {
    const before = latest.get(request.socket)?.response
    latest.set(request.socket, { request, response, before })
  }
  server.on('request', note)
  server.on('checkContinue', (request, response) => {
    note(request, response)
    // As Node does where nobody listens.
    if (server.listenerCount('checkContinue') > 1) return
    response.writeContinue()
    server.emit('request', request, response)
  })
  server.on('connect', (_request, socket: Socket) => refuseTunnel(socket, latest.get(socket)?.response))
  const malformed = new WeakSet<Socket>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Each part that arrives later is another error.
    if (malformed.has(socket)) return
    malformed.add(socket)
    refuseMalformed(error, socket, latest.get(socket))
  })
  return server
}

/** `node:https` is loaded only for a server that speaks it. */
function createSecureServer(
  options: object,
  connections: Connections,
  times: ServerTimes,
  tls: TlsOptions,
): SecureServer {
  checkTls(tls)
  const { cert, key } = tls
  const https = process.getBuiltinModule('node:https')
  const server = https.createServer({
    ...options,
    cert: pem(cert),
    key: pem(key),
    handshakeTimeout: times.headers,
  })
  server.on('connection', connections.addBelow)
  server.on('secureConnection', connections.add)
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_SSL_HTTP_REQUEST') refusePlain(connections.below(socket))
  })
  return server
}

function checkTls({ cert, key }: TlsOptions): void {
  if (/\bENCRYPTED\b/.test(String(pem(key))))
    throw new TlsError(
      'the private key is encrypted: decrypt it first, such as with openssl pkey -in key.pem -out plain.pem',
    )
  const certificate = parsed('certificate', () => new X509Certificate(pem(cert)))
  const privateKey = parsed('private key', () => createPrivateKey(pem(key)))
  if (!certificate.checkPrivateKey(privateKey))
    throw new TlsError(
      'the private key does not belong to the certificate: pass the key that the certificate was made for',
    )
}

function parsed<T>(name: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new TlsError(`the ${name} is not valid PEM: ${(error as Error).message}`)
  }
}

function pem(text: string | Uint8Array): string | Buffer {
  return typeof text === 'string' ? text : Buffer.from(text)
}

/** Responses to requests for which Node makes no `ServerResponse`, by the code of its error. */
const MALFORMED: Readonly<Record<string, ExchangeResponse>> = {
  HPE_HEADER_OVERFLOW: errorResponse(
    431,
    `the request line and the headers have more than ${countText(MAXIMUM_HEADER_BYTES, 'byte')}`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: errorResponse(408, 'the request did not arrive in time'),
}
const INVALID_HTTP = errorResponse(400, 'the request is not valid HTTP/1.1')
const PLAIN_HTTP = errorResponse(400, 'this server speaks HTTPS: write https:// in place of http://')
/** How long a client may keep a connection open whose tunnel was refused; wall-clock milliseconds. */
const TUNNEL_REFUSED = 500
const NO_TUNNEL = errorResponse(
  405,
  'CONNECT asks a proxy for a tunnel, and this server is no proxy: call its address directly, and name it neither in HTTPS_PROXY nor as a proxy of the client',
  { Allow: METHOD_ORDER.join(', ') },
)
/** HTTP defines a single expectation. */
const UNKNOWN_EXPECTATION = errorResponse(417, 'Expect: only 100-continue is supported')

/** The latest request of a connection, and the response to the one before it. */
interface LatestRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly before: ServerResponse | undefined
}

/**
 * Invalid HTTP never reaches the core, because there is no request to respond to. Valid requests before it on the connection get
 * their responses first.
 */
function refuseMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  latest: LatestRequest | undefined,
): void {
  // Before the handshake is finished, no response can be sent.
  const isHandshake = /^ERR_(?:SSL|TLS)_/.test(error.code ?? '')
  if (!socket.writable || error.code === 'ECONNRESET' || isHandshake) {
    socket.destroy()
    return
  }
  // What follows a request that closes its connection is nobody's: the response to that request ends it.
  if (error.code === 'HPE_CLOSED_CONNECTION') return
  const own = latest !== undefined && !latest.request.complete ? latest.response : undefined
  const before = own === undefined ? latest?.response : latest?.before
  afterResponse(before, () => {
    if (own?.headersSent === true) socket.destroySoon()
    else if (socket.writable) socket.end(textOf(MALFORMED[error.code ?? ''] ?? INVALID_HTTP))
  })
}

/** Runs an action when a response is sent, at once if there is none. */
function afterResponse(before: ServerResponse | undefined, action: () => void): void {
  if (before === undefined || before.closed) action()
  else before.once('close', action)
}

/** Responds to a client that speaks HTTP to an HTTPS server, which would otherwise only see its connection closed. */
function refusePlain(socket: Socket | undefined): void {
  socket?.end(textOf(PLAIN_HTTP), () => socket.destroy())
}

/** Refuses to be a proxy, after the responses to earlier requests of the connection. */
function refuseTunnel(socket: Socket, before: ServerResponse | undefined): void {
  // Node has taken its own listeners from the socket.
  socket.on('error', () => socket.destroy())
  afterResponse(before, () => {
    socket.setTimeout(TUNNEL_REFUSED, () => socket.destroy())
    if (socket.writable) socket.end(textOf(NO_TUNNEL))
    else socket.destroy()
    // What the client sends into the tunnel is thrown away.
    socket.resume()
  })
}

/** A response as HTTP, for a socket that has no `ServerResponse`. Its body is ASCII. */
function textOf({ status, headers, body }: ExchangeResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...lines,
    `Content-Length: ${body.length}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/** Node's own response to an unknown expectation would contain the wall-clock time. */
function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false
  response.shouldKeepAlive = false
  writeResponse(request, response, UNKNOWN_EXPECTATION)
}
