/** Requests of pages: what browsers say of them, and the CORS headers for the allowed origins. */
import { type ExchangeResponse, type ExchangeRequest, header } from '../../api/framework/exchange.ts'

const EXPOSED =
  'X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset, X-Request-Id, X-Sim-Near-Miss, X-Sim-Ignored, X-Sim-Assumptions, X-Sim-Fault, X-Sim-Generated, X-Sim-Not-Written, X-Sim-Latency, X-Sim-Slow, Deprecation'
const ALLOWED =
  'Authorization, Content-Type, X-Base-Url, X-Api-Key, X-Sim-World, X-Sim-Explain, traceparent, tracestate'

/** The origin of a request when it is among the allowed ones (`*` allows every origin). */
export function allowedOrigin(request: ExchangeRequest, origins: readonly string[]): string | undefined {
  const origin = header(request.headers, 'origin')
  return origin !== undefined && (origins.includes('*') || origins.includes(origin)) ? origin : undefined
}

/** True for what a browser says a page of another site caused: with an image's address a page could ask anything. */
export function isForeignPage(request: Pick<ExchangeRequest, 'headers'>): boolean {
  return header(request.headers, 'sec-fetch-site') === 'cross-site'
}

/** True for a browser's question whether it may send a request; it carries no credential. */
export function isPreflight(request: ExchangeRequest): boolean {
  return (
    request.method === 'OPTIONS' && header(request.headers, 'access-control-request-method') !== undefined
  )
}

/** The response with the headers that let a page of `origin` read it. */
export function withCors(
  request: ExchangeRequest,
  response: ExchangeResponse,
  origin: string,
): ExchangeResponse {
  const headers: Record<string, string> = {
    ...response.headers,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': EXPOSED,
    Vary: 'Origin',
  }
  if (isPreflight(request)) {
    headers['Access-Control-Allow-Methods'] = response.headers['Allow'] ?? 'GET, HEAD, POST, PUT, DELETE'
    headers['Access-Control-Allow-Headers'] = ALLOWED
    headers['Access-Control-Max-Age'] = '600'
    // A refused preflight would hide from the page what is wrong with its request.
    return { ...response, status: 204, headers, body: '' }
  }
  return { ...response, headers }
}
