/** A reverse proxy: forwards each request to one server, and hands it with its response to a recorder. */
import {
  Agent as PlainAgent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as plainRequest,
  type Server,
  type ServerResponse,
} from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { LOOPBACK } from '../control/safety.ts'
import type { ServerAddress } from '../replay/server-address.ts'
import { collectBody } from './body.ts'
import type { Recorded } from './entry.ts'
import { requestHeaders, responseHeaders } from './headers.ts'

export interface ProxyOptions {
  readonly server: ServerAddress
  /** Host names that clients may use besides loopback names. */
  readonly allowHost: readonly string[]
  readonly onExchange: (recorded: Recorded) => void
  /** The milliseconds without data from the server after which a request fails. Default: 60,000. */
  readonly patience?: number
}

export interface Proxy {
  readonly server: Server
  /** Ends all connections, to clients and to the server. */
  close(): Promise<void>
}

const PATIENCE = 60_000
/** The milliseconds that open exchanges may take to end when the proxy closes. */
const CLOSING = 500
export function createProxy({ server, allowHost, onExchange, patience = PATIENCE }: ProxyOptions): Proxy {
  const isSecure = server.url.protocol === 'https:'
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new PlainAgent({ keepAlive: true })
  /** For each open exchange, a function that records it as failed for a reason. */
  const running = new Set<(failure: string) => void>()
  const allowed = new Set(allowHost.map((name) => name.toLowerCase()))

  /** Opens a request to the recorded server. The client's request can never select another server. */
  function open(request: IncomingMessage, path: string): ClientRequest {
    const { hostname, port } = server.url
    const send = isSecure ? secureRequest : plainRequest
    return send({
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      ...(port === '' ? {} : { port }),
      method: request.method ?? 'GET',
      path,
      headers: requestHeaders(request.rawHeaders, server),
      setHost: false,
      timeout: patience,
      agent,
    })
  }

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const objection = objectionTo(request, server, allowed)
    if (objection !== undefined) return refuse(response, objection)
    const path = `${server.prefix}${request.url}`
    const began = performance.now()
    const at = Date.now()
    const [sent, received] = [collectBody(), collectBody()]
    let upstream: IncomingMessage | undefined
    let waited = 0
    const end = (failure?: string): void => {
      if (!running.delete(end)) return
      const total = performance.now() - began
      onExchange({
        at,
        waited: Math.round(upstream === undefined ? total : waited),
        received: Math.round(upstream === undefined ? 0 : total - waited),
        request: {
          method: request.method ?? 'GET',
          url: `${server.url.origin}${path}`,
          headers: { ...request.headers, host: server.url.host },
          body: sent,
        },
        response:
          upstream === undefined || failure !== undefined
            ? undefined
            : {
                status: upstream.statusCode ?? 0,
                statusText: upstream.statusMessage ?? '',
                headers: upstream.headers,
                body: received,
              },
        failure,
      })
    }
    running.add(end)
    const fail = (error: Error): void => {
      end(`the server sent no whole response: ${error.message}`)
      if (response.headersSent) response.destroy()
      else refuse(response, unreachable(error, server))
    }
    const outgoing = open(request, path)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`it sent nothing for ${patience / 1000} s`)))
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      upstream = incoming
      waited = performance.now() - began
      const { statusCode = 0, statusMessage = '', rawHeaders } = incoming
      response.sendDate = false
      response.writeHead(statusCode, statusMessage, responseHeaders(rawHeaders, path, server))
      response.flushHeaders()
      incoming.on('data', (part: Buffer) => received.add(part))
      incoming.on('error', fail)
      incoming.on('end', () => end())
      incoming.pipe(response)
    })
    response.on('close', () => {
      if (response.writableFinished) return
      end('the client left before the response ended')
      outgoing.destroy()
    })
    request.on('data', (part: Buffer) => sent.add(part))
    request.pipe(outgoing)
  }

  const proxy = createServer(forward)
  // Without a listener, Node closes the connection without a response.
  proxy.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${NO_FORWARD_PROXY}\n`,
      () => socket.destroy(),
    )
  })
  return {
    server: proxy,
    async close() {
      const closed = new Promise<void>((resolve) => proxy.close(() => resolve()))
      proxy.closeIdleConnections()
      const cut = setTimeout(() => proxy.closeAllConnections(), CLOSING)
      await closed
      clearTimeout(cut)
      for (const end of running) end('the recording ended before the response')
      agent.destroy()
    },
  }
}

const NO_FORWARD_PROXY =
  'This is not a proxy for other servers: call the address of the recorder in place of that of the recorded server'

interface Objection {
  readonly status: number
  readonly title: string
  readonly detail: string
}

/** Why a request is not forwarded; undefined if it is. */
function objectionTo(
  { url = '', headers }: IncomingMessage,
  { url: { origin }, prefix }: ServerAddress,
  allowed: ReadonlySet<string>,
): Objection | undefined {
  if (!url.startsWith('/')) return { status: 400, title: 'Bad Request', detail: NO_FORWARD_PROXY }
  const host = (headers.host ?? '').toLowerCase()
  const name = host.replace(/:\d{0,5}$/, '')
  if (!LOOPBACK.test(name) && !allowed.has(name) && !allowed.has(host))
    return {
      status: 403,
      title: 'Forbidden',
      detail: 'Call the proxy as localhost or 127.0.0.1, or start it with --allow-host for this name',
    }
  const target = `${origin}${prefix}${url}`
  const { pathname } = URL.canParse(target) ? new URL(target) : { pathname: '' }
  if (pathname !== prefix && !pathname.startsWith(`${prefix}/`))
    return { status: 400, title: 'Bad Request', detail: 'The path is outside the address of --against' }
  if (headers.upgrade?.toLowerCase().includes('websocket') === true)
    return {
      status: 501,
      title: 'Not Implemented',
      detail: 'reqsim record does not forward WebSocket connections',
    }
  return undefined
}

function unreachable(error: Error, { url }: ServerAddress): Objection {
  const detail = `reqsim record got no response from ${url.origin}: ${error.message}`
  return { status: 502, title: 'Bad Gateway', detail }
}

/** An RFC 9457 response of the proxy itself. */
function refuse(response: ServerResponse, { status, title, detail }: Objection): void {
  response.sendDate = false
  response.shouldKeepAlive = false
  const body = JSON.stringify({ type: 'about:blank', title, status, detail })
  response.writeHead(status, { 'Content-Type': 'application/problem+json' }).end(body)
}
