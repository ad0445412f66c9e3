/** Writes the core's plain responses to Node's HTTP messages. WHATWG objects would cost more than the work itself. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExchangeResponse } from '../../api/framework/exchange.ts'

/** How long a client may continue to send an unread body, so that it sees its response; wall-clock milliseconds. */
const LINGER = 500

/** How long a client may read nothing of a waiting response; wall-clock milliseconds. */
const STALLED = 60_000

/** Disconnects a client that stops reading, so that its response is not kept forever. Any progress resets the timeout. */
export function expectProgress({ socket }: IncomingMessage, stalled: number = STALLED): void {
  if (socket.writableLength > 0) socket.setTimeout(stalled)
}

/**
 * Writes a response at once. If the body of the request is still arriving, the connection closes when the request ends or after
 * a delay, since closing at once would destroy the response in transit.
 */
export function writeResponse(
  request: IncomingMessage,
  response: ServerResponse,
  result: ExchangeResponse,
  isComplete = request.complete,
): void {
  const { status, body } = result
  const headers = headersOf(result)
  const bodiless = bodilessTo(request, result)
  const length = lengthOf(body)
  // The core has removed the body of a response to HEAD, and kept its length.
  if (!bodiless || (length > 0 && request.method === 'HEAD')) headers.push('content-length', String(length))
  if (isComplete) {
    response.writeHead(status, headers)
    if (bodiless) response.end()
    // For ASCII both encodings give the same bytes, and latin1 is faster.
    else response.end(body, length === body.length ? 'latin1' : 'utf8')
    expectProgress(request)
    return
  }
  response.shouldKeepAlive = false
  response.writeHead(status, headers)
  response.flushHeaders()
  if (!bodiless && body.length > 0) response.write(body)
  expectProgress(request)
  const timer = setTimeout(() => response.end(), LINGER)
  request.once('end', () => {
    clearTimeout(timer)
    response.end()
  })
  request.resume()
}

/** The headers of a response in Node's format: alternating names and values. */
export function headersOf(result: ExchangeResponse): string[] {
  const headers: string[] = []
  for (const name in result.headers) headers.push(name, result.headers[name] as string)
  return headers
}

/** True if the response to this request has no body. */
export function bodilessTo(request: IncomingMessage, { status }: ExchangeResponse): boolean {
  return request.method === 'HEAD' || status === 204 || status === 304
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
