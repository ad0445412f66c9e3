/**
 * Who may drive the simulator. A page of another site must not, so the name by which it was addressed must be one of
 * ours, and a write must carry what no page of another site can send without being asked. Nothing here sends CORS
 * headers. Off loopback a control token is compulsory.
 */
import { type ExchangeRequest, header, type RequestHeaders } from '../api/framework/exchange.ts'
import { CONTROL_ADDRESS } from '../api/framework/interfaces.ts'
import { splitUrl } from '../gateway/addresses/locate.ts'
import { forbidden, invalid, unsupportedType } from '../model/input/errors.ts'
import { quoted } from '../model/input/refusal.ts'
import { hashSecret } from '../model/users/secrets.ts'
import type { ControlConnection } from '../simulator/control-host.ts'

/** What is known of a request before its body is read. */
type RequestHead = Omit<ExchangeRequest, 'body'>

/** Names of this machine. */
export const LOOPBACK = /^(?:localhost|[a-z0-9.-]+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/
const WITH_PORT = /^(\[[0-9a-f:.]+\]|[^:[\]]*)(?::\d{0,5})?$/
const CONTROL_NAME = splitUrl(CONTROL_ADDRESS.url).host
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether requests of this method only read, so that they need not carry what a write must. */
export function isRead(method: string): boolean {
  return READS.has(method)
}

/** Refuses a name that is not ours: with it, another site's page would reach a server on the user's own machine. */
export function checkHost(request: RequestHead, urlHost: string, connection: ControlConnection): void {
  const sent = request.headers['host']
  const names = sent === undefined ? [] : typeof sent === 'string' ? [sent] : [...sent]
  if (names.length > 1) throw invalid('Host', names, 'send it once')
  if (urlHost !== '') names.push(urlHost)
  const foreign = names.find((name) => !isOurs(name.trim().toLowerCase(), connection))
  if (foreign === undefined) return
  const suggestion =
    'address the server as localhost or 127.0.0.1, or start it with --allow-host for this name'
  throw forbidden(`Host ${quoted(foreign)}`, 'address this server', suggestion)
}

/** True if the caller needs no token or sent it. If a token is required and none is set, nobody is trusted. */
export function isTrusted({ headers }: RequestHead, { token, loopback }: ControlConnection): boolean {
  return token === undefined ? loopback : hasToken(headers, token)
}

/** True if the headers carry the token. Nobody has an empty one. */
export function hasToken(headers: RequestHeaders, token: string): boolean {
  const sent = /^bearer +(\S+) *$/i.exec(header(headers, 'authorization') ?? '')?.[1]
  // Hashes are compared, so that the time it takes says nothing about the token.
  return sent !== undefined && token !== '' && hashSecret(sent) === hashSecret(token)
}

/** Refuses a write that a page of another site could have caused. Throws a Refusal: FORBIDDEN or UNSUPPORTED_TYPE. */
export function checkWrite(request: ExchangeRequest, urlHost: string): void {
  if (isRead(request.method)) return
  const origin = request.headers['origin']
  if (origin !== undefined && !isOwnOrigin(origin, header(request.headers, 'host') ?? urlHost)) {
    throw forbidden(`Origin ${quoted(origin)}`, 'write', 'writes come from this address alone')
  }
  if (header(request.headers, 'x-sim-control') !== '1') {
    throw forbidden('a request without X-Sim-Control', 'write', 'send X-Sim-Control: 1')
  }
  const type = header(request.headers, 'content-type')
  // Generated clients name no type where they send no body.
  if (type === undefined && !hasContent(request)) return
  if (type?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json') {
    throw unsupportedType(type ?? '', 'Content-Type: application/json')
  }
}

/** Whether a request has a body, or its head announces one that is not read yet. */
function hasContent({ headers, body }: ExchangeRequest): boolean {
  if (body !== undefined && body.length > 0) return true
  return (
    header(headers, 'transfer-encoding') !== undefined ||
    !/^0*$/.test(header(headers, 'content-length') ?? '')
  )
}

/** Refuses requests of pages of other origins if the request alone has a cost. Throws a Refusal (FORBIDDEN). */
export function checkSameOrigin(request: RequestHead, urlHost: string): void {
  const origin = request.headers['origin']
  const site = header(request.headers, 'sec-fetch-site')
  const foreignSite = site === 'cross-site' || site === 'same-site'
  const ownOrigin = origin === undefined || isOwnOrigin(origin, header(request.headers, 'host') ?? urlHost)
  if (ownOrigin && !foreignSite) return
  const who = origin === undefined ? `a page (Sec-Fetch-Site ${quoted(site)})` : `Origin ${quoted(origin)}`
  throw forbidden(who, 'ask for this', 'open a page of this address instead')
}

function isOurs(host: string, connection: ControlConnection): boolean {
  const name = WITH_PORT.exec(host)?.[1]
  if (name === undefined || name === '') return false
  if (LOOPBACK.test(name) || name === CONTROL_NAME) return true
  return connection.allowedHosts.some((allowed) => [name, host].includes(allowed.toLowerCase()))
}

function isOwnOrigin(origin: string | readonly string[], host: string): boolean {
  if (typeof origin !== 'string') return false
  const own = /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase())?.[1]
  return own !== undefined && withoutPort80(own) === withoutPort80(host.trim().toLowerCase())
}

function withoutPort80(host: string): string {
  return host.replace(/:80$/, '')
}
