/** Requests and responses as the simulator keeps and passes them on. */
import type { ExchangeRequest, ExchangeResponse, RequestHeaders } from '../api/framework/exchange.ts'
import { splitUrl } from '../gateway/addresses/locate.ts'

/** Lower-case header names, since callers in process may use any letter case. */
export function withLowerCaseHeaders(request: ExchangeRequest): ExchangeRequest {
  for (const name in request.headers) {
    if (name === name.toLowerCase()) continue
    const entries = Object.entries(request.headers).map(([key, value]) => [key.toLowerCase(), value])
    return { ...request, headers: Object.fromEntries(entries) as RequestHeaders }
  }
  return request
}

/** A copy with lower-case header names that shares nothing with the caller's request. */
export function ownRequest(request: ExchangeRequest): ExchangeRequest {
  return copyOf(withLowerCaseHeaders(request))
}

/** A copy that shares nothing with the caller's request. */
export function copyOf(request: ExchangeRequest): ExchangeRequest {
  const { method, url, address, scheme, headers, body, decodedFrom, decodesTooLarge } = request
  // Members that a request does not have stay out of the journal, which writes it as JSON.
  return {
    method,
    url,
    ...(address === undefined ? {} : { address }),
    ...(scheme === undefined ? {} : { scheme }),
    headers: { ...headers },
    // Not slice, which in a Buffer copies nothing.
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    ...(decodedFrom === undefined ? {} : { decodedFrom }),
    ...(decodesTooLarge === undefined ? {} : { decodesTooLarge }),
  }
}

/** A copy of a response that the journal and the past keep: its receiver may change it. */
export function copyOfResponse(response: ExchangeResponse): ExchangeResponse {
  const copy = { ...response, headers: { ...response.headers } }
  if (typeof copy.body === 'object') copy.body = new Uint8Array(copy.body)
  if (copy.delivery !== undefined) copy.delivery = { ...copy.delivery }
  return copy
}

/** Moves the world from the path of a control request to the header. */
export function withWorldHeader(request: ExchangeRequest, world: string | undefined): ExchangeRequest {
  if (world === undefined) return request
  const { host, path, query } = splitUrl(request.url)
  const rest = path.slice(path.indexOf('/', '/_world/'.length))
  const url = `${host === '' ? '' : `http://${host}`}${rest}${query === '' ? '' : `?${query}`}`
  return { ...request, url, headers: { ...request.headers, 'x-sim-world': world } }
}
