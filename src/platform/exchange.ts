/** Converts between the platform's Request and Response objects and the plain exchange of the core. */
import type { ExchangeResponse, ExchangeRequest } from '../api/framework/exchange.ts'
import { streamBody } from './stream.ts'

/** Statuses without a body; Response throws if there is one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Reads a whole Request. `url` overrides its URL for the core; `headers` are the caller's, since the platform may have removed
 * some from the Request.
 */
export async function toExchangeRequest(
  request: Request,
  url: string = request.url,
  headers: Headers = request.headers,
): Promise<ExchangeRequest> {
  const plain: Record<string, string> = Object.create(null) as Record<string, string>
  // A Headers object has joined repeated values and has lower-case names.
  for (const [name, value] of request.headers) plain[name] = value
  if (headers !== request.headers) for (const [name, value] of headers) plain[name] = value
  // Reading an absent body creates a stream, and some platforms return an empty body instead of none.
  const readable = request.method !== 'GET' && request.method !== 'HEAD' && request.body !== null
  const bytes = readable ? new Uint8Array(await request.arrayBuffer()) : undefined
  return { method: request.method, url, headers: plain, body: bytes?.length === 0 ? undefined : bytes }
}

/**
 * Creates a Response. `method` is that of the request, since a response to HEAD has no body. The signal of the request ends a
 * streaming body.
 */
export function toResponse(result: ExchangeResponse, method: string, signal?: AbortSignal): Response {
  const { stream } = result
  const bodiless = method === 'HEAD' || BODILESS.has(result.status)
  const whole = result.body as string | Uint8Array<ArrayBuffer>
  const body = bodiless ? null : stream === undefined ? whole : streamBody(stream, signal)
  const response = new Response(body, { status: result.status, headers: result.headers })
  // Response adds a content type for text, which no other adapter would send.
  if (!bodiless && !declaresType(result.headers)) response.headers.delete('content-type')
  return response
}

function declaresType(headers: ExchangeResponse['headers']): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
}
