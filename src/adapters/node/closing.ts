/** How a server ends: what it was asked is answered first, so that nobody who calls it is cut off for no reason. */
import type { Server } from 'node:http'

/** Wall milliseconds. */
const TIMES = {
  /** So long nobody must have asked anything before the server listens no more. */
  quiet: 10,
  /** It listens at most so long, from the call. */
  listening: 100,
  /** From the call until connections that are still busy are cut. */
  cut: 600,
  /** How often connections are looked at that are idle by now. */
  sweep: 10,
} as const

/** Ends the server within a second; called again, it answers the same promise. `begin` is called first, and once. */
export function createClose(server: Server, begin: () => void): () => Promise<void> {
  let closed: Promise<void> | undefined
  return () => {
    closed ??= end(server, begin)
    return closed
  }
}

async function end(server: Server, begin: () => void): Promise<void> {
  begin()
  const cut = setTimeout(() => server.closeAllConnections(), TIMES.cut)
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
 * Callers that are busy are told with their next answer that it is the last one on its connection, and requests that are on
 * their way arrive: closing at once would destroy connections that only seem to be idle.
 */
async function drain(server: Server): Promise<void> {
  const began = performance.now()
  let latest = began
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
    latest = performance.now()
  })
  for (;;) {
    const now = performance.now()
    const wait = Math.min(latest + TIMES.quiet, began + TIMES.listening) - now
    if (wait <= 0) return
    // What came meanwhile is read before it is looked at again, however busy the machine was.
    await new Promise((resolve) => setTimeout(() => setImmediate(resolve), wait))
  }
}
