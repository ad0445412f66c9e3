/** Requests of pages: what browsers say of them, and the CORS headers for the allowed origins. */
import { type ExchangeResponse, type ExchangeRequest, header } from '../../api/framework/exchange.ts'
import { METHOD_ORDER } from './router.ts'

/** Headers that a page may read of every response; to them come those that the response has. */
const EXPOSED = [
  'X-Rate-Limit-Limit',
  'X-Rate-Limit-Remaining',
  'X-Rate-Limit-Reset',
  'X-Request-Id',
  'X-Sim-Near-Miss',
  'X-Sim-Ignored',
  'X-Sim-Assumptions',
  'X-Sim-Fault',
  'X-Sim-Generated',
  'X-Sim-Not-Written',
  'X-Sim-Latency',
  'X-Sim-Slow',
  'Deprecation',
  'Retry-After',
  'Location',
  'Allow',
  'WWW-Authenticate',
  'Content-Disposition',
]
const EXPOSED_LOWER: ReadonlySet<string> = new Set(EXPOSED.map((name) => name.toLowerCase()))
/** Headers that a page reads anyway, and the cookies, which it never reads. */
const NOT_LISTED: ReadonlySet<string> = new Set([
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
  'set-cookie',
])
/** The characters of the names in a preflight that are read. */
const MAXIMUM_ASKED = 8192
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Methods beside those of the service. Browsers change the case of a few only: servers take no other `patch` than `PATCH`. */
const METHOD = /^[A-Z][A-Z-]{0,30}$/

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

/** Adds the CORS headers to a response if the page that asked may read it. */
export function allowing(
  request: ExchangeRequest,
  response: ExchangeResponse,
  origins: readonly string[] | undefined,
): ExchangeResponse {
  const origin = origins === undefined ? undefined : allowedOrigin(request, origins)
  return origin === undefined ? response : withCors(request, response, origin)
}

/** The response with the headers that let a page of `origin` read it. Those that a fault has set stay as they are. */
function withCors(request: ExchangeRequest, response: ExchangeResponse, origin: string): ExchangeResponse {
  const headers: Record<string, string> = { ...response.headers }
  const present = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const add = (name: string, value: string): void => {
    if (!present.has(name.toLowerCase())) headers[name] = value
  }
  add('Access-Control-Allow-Origin', origin)
  add('Access-Control-Allow-Credentials', 'true')
  add('Access-Control-Expose-Headers', exposedOf(Object.keys(response.headers)))
  add('Vary', 'Origin')
  if (!isPreflight(request)) return { ...response, headers }
  add('Access-Control-Allow-Methods', methodsFor(request))
  const asked = namesAsked(request)
  if (asked !== '') add('Access-Control-Allow-Headers', asked)
  add('Access-Control-Max-Age', '600')
  // A refused preflight would hide from the page what is wrong with its request.
  return { ...response, status: 204, headers, body: '' }
}

/** The names of the headers that a page may read. With credentials, `*` would be a name like any other. */
function exposedOf(names: readonly string[]): string {
  const others = names.filter((name) => {
    const lower = name.toLowerCase()
    return !EXPOSED_LOWER.has(lower) && !NOT_LISTED.has(lower) && !lower.startsWith('access-control-')
  })
  return [...EXPOSED, ...others].join(', ')
}

/** All methods, since the response to one that the path does not take says which it takes. */
function methodsFor({ headers }: ExchangeRequest): string {
  const asked = header(headers, 'access-control-request-method') ?? ''
  const isOther = METHOD.test(asked) && !METHOD_ORDER.includes(asked)
  return (isOther ? [...METHOD_ORDER, asked] : METHOD_ORDER).join(', ')
}

/** The names in a preflight, each once; those that no header can have are left out. */
function namesAsked({ headers }: ExchangeRequest): string {
  const text = header(headers, 'access-control-request-headers') ?? ''
  const names = text
    .slice(0, MAXIMUM_ASKED)
    .split(',')
    .map((name) => name.trim())
  // The last one may be cut.
  if (text.length > MAXIMUM_ASKED) names.pop()
  return [...new Set(names.filter((name) => HEADER_NAME.test(name)))].join(', ')
}
