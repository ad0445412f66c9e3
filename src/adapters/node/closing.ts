/** Closes a server: it finishes received requests first, so that no client is cut off. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BoundedServer } from './server.ts'
import type { Connections } from './connections.ts'

/** All values are wall-clock milliseconds. */
const TIMES = {
  /** The time without a request after which the server stops listening. */
  quiet: 10,
  /** The maximum time that it keeps listening after the call. */
  listening: 100,
  /** The time from the call until busy connections are cut. */
  cut: 600,
  /** The interval between checks for idle connections. */
  sweep: 10,
} as const

/** Closes the server within a second. Repeated calls return the same promise. `begin` is called first, and only once. */
export function createClose(
  server: BoundedServer,
  connections: Connections,
  begin: () => void,
): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= end(server, connections, begin)
    return closed
  }
}

async function end(server: BoundedServer, connections: Connections, begin: () => void): Promise<void> {
  begin()
  const cut = setTimeout(() => {
    server.closeAllConnections()
    // Node does not count those whose TLS handshake has not ended.
    connections.closeAll()
  }, TIMES.cut)
  await drain(server)
  await new Promise<void>((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), TIMES.sweep)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * Busy clients get `Connection: close` with their next response, and requests in transit still arrive. Closing at once would
 * destroy connections that only seem idle.
 */
async function drain(server: BoundedServer): Promise<void> {
  const began = performance.now()
  let latest = began
  const onRequest = (_request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive = false
    latest = performance.now()
  }
  server.prependListener('request', onRequest)
  server.prependListener('checkContinue', onRequest)
  for (;;) {
    const now = performance.now()
    const wait = Math.min(latest + TIMES.quiet, began + TIMES.listening) - now
    if (wait <= 0) return
    // Data received meanwhile is read before the next check, however busy the machine is.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), wait))
  }
}
