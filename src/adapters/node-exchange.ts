/** Between Node's HTTP messages and the plain exchange of the core; no WHATWG objects, which cost more than the work. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ExchangeAnswer, RequestHeaders } from '../api/exchange.ts'

/** Headers by lower-case name; those sent several times as lists, but cookies as the one list that they are. */
export function readHeaders(raw: readonly string[]): RequestHeaders {
  // A plain object is read several times faster than one without a prototype; own names alone are looked at.
  const headers: Record<string, string | string[]> = {}
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase()
    const value = raw[index + 1] as string
    const earlier = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (earlier === undefined) setOwn(headers, name, value)
    else if (typeof earlier === 'object') earlier.push(value)
    else headers[name] = name === 'cookie' ? `${earlier}; ${value}` : [earlier, value]
  }
  return headers
}

/** Sets a property of the object itself, whatever its name. */
function setOwn(headers: Record<string, string | string[]>, name: string, value: string): void {
  if (name !== '__proto__') headers[name] = value
  else Object.defineProperty(headers, name, { value, enumerable: true, configurable: true, writable: true })
}

/**
 * Reads the body of a request with these headers and hands it on. Of a body beyond the limit (bytes) only one byte more is
 * kept, enough for the core to refuse it, and it is handed on at that moment with the rest still arriving. A client that goes
 * away midway is never heard of.
 */
export function readBody(
  request: IncomingMessage,
  headers: RequestHeaders,
  readLimit: () => number,
  onBody: (body: Uint8Array | undefined) => unknown,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers
  if (encoding === undefined && (length === undefined || length === '0')) return void onBody(undefined)
  const limit = readLimit()
  const chunks: Uint8Array[] = []
  let total = 0
  const finish = (): void => {
    onBody(total === 0 ? undefined : joined(chunks, Math.min(total, limit + 1)))
  }
  const onData = (chunk: Uint8Array): void => {
    chunks.push(chunk)
    total += chunk.length
    if (total <= limit) return
    request.off('data', onData).off('end', finish)
    finish()
  }
  request.on('data', onData).on('end', finish)
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks
  return chunks.length === 1 && only?.length === length ? only : Buffer.concat(chunks, length)
}

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
