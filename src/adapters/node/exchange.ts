/** Writes the plain answers of the core to Node's HTTP messages; no WHATWG objects, which cost more than the work. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExchangeAnswer } from '../../api/framework/exchange.ts'

/** How long a client may go on sending what nobody reads, so that it gets to see its answer; wall milliseconds. */
const LINGER = 500

/** How long a client may take nothing of an answer that waits for it; wall milliseconds. */
const STALLED = 60_000

/**
 * Gives up on a client that takes nothing any more, so that it does not hold its answer for ever. Any progress counts; the
 * next request on the connection is free of it.
 */
export function expectProgress({ socket }: IncomingMessage, stalled: number = STALLED): void {
  if (socket.writableLength > 0) socket.setTimeout(stalled)
}

/**
 * Writes an answer in one go. When the request is still arriving, the connection ends after the answer: at the end of the
 * request, or after a moment (closing at once would destroy the answer on its way).
 */
export function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ExchangeAnswer,
): void {
  const { status, body } = answer
  const headers = headersOf(answer)
  const bodiless = bodilessTo(request, answer)
  const length = lengthOf(body)
  if (!bodiless) headers.push('content-length', String(length))
  if (request.complete) {
    response.writeHead(status, headers)
    if (bodiless) response.end()
    // ASCII is the same in both encodings, and written faster as the one that has a byte for each character.
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

/** The headers of an answer as Node takes them: names and values in turn. */
export function headersOf(answer: ExchangeAnswer): string[] {
  const headers: string[] = []
  for (const name in answer.headers) headers.push(name, answer.headers[name] as string)
  return headers
}

/** True when the answer to this request has no body. */
export function bodilessTo(request: IncomingMessage, { status }: ExchangeAnswer): boolean {
  return request.method === 'HEAD' || status === 204 || status === 304
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
