/** A `node:http` or `node:https` server with strict limits: invalid HTTP, slow requests and oversized heads end here. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import type { ExchangeResponse } from '../../api/framework/exchange.ts'
import { countText } from '../../world/count-text.ts'
import { errorAnswer } from '../shared/defect.ts'
import type { Connections } from './connections.ts'
import { writeAnswer } from './exchange.ts'

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
  server.on('clientError', refuseMalformed)
  server.on('checkExpectation', refuseExpectation)
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
  HPE_HEADER_OVERFLOW: errorAnswer(
    431,
    `the request line and the headers have more than ${countText(MAXIMUM_HEADER_BYTES, 'byte')}`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: errorAnswer(408, 'the request did not arrive in time'),
}
const INVALID_HTTP = errorAnswer(400, 'the request is not valid HTTP/1.1')
const PLAIN_HTTP = errorAnswer(400, 'this server speaks HTTPS: write https:// in place of http://')
/** HTTP defines a single expectation. */
const UNKNOWN_EXPECTATION = errorAnswer(417, 'Expect: only 100-continue is supported')

/** Invalid HTTP never reaches the core, because there is no request to respond to. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  // Before the handshake is finished, no response can be sent.
  const isHandshake = /^ERR_(?:SSL|TLS)_/.test(error.code ?? '')
  if (!socket.writable || error.code === 'ECONNRESET' || isHandshake) {
    socket.destroy()
    return
  }
  socket.end(textOf(MALFORMED[error.code ?? ''] ?? INVALID_HTTP))
}

/** Responds to a client that speaks HTTP to an HTTPS server, which would otherwise only see its connection closed. */
function refusePlain(socket: Socket | undefined): void {
  socket?.end(textOf(PLAIN_HTTP), () => socket.destroy())
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
  writeAnswer(request, response, UNKNOWN_EXPECTATION)
}
