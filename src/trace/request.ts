/** Requests in a trace: without credentials, and with a body of bytes as text. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'
import {
  isSecretName,
  redactBinary,
  redactExceptHeaders,
  redactOtherHeader,
} from '../gateway/journal/redact.ts'
import { plainAddress, REDACTED } from '../gateway/journal/secret-repeats.ts'
import type { World } from '../world/world.ts'
import type { Credentials } from './credentials.ts'
import type { TraceRequest } from './format.ts'
import { withoutSignatures, withSignatures } from './tickets.ts'

/** Adds the credentials in the headers of a request, which texts of other requests may repeat. */
export function addSent(request: ExchangeRequest, world: World, credentials: Credentials): void {
  traceHeaders(request, world, credentials)
}

/** `world` is in the state before the request. */
export function traceRequest(request: ExchangeRequest, world: World, credentials: Credentials): TraceRequest {
  const headers = traceHeaders(request, world, credentials)
  // Only now all credentials of the request are known, which its address and body may repeat.
  const clean = (text: string) => credentials.replaced(text)
  for (const [name, value] of Object.entries(headers))
    headers[name] = typeof value === 'string' ? clean(value) : value.map(clean)
  const { text, encoding } = bodyOf(request.body)
  const { method, url, address, scheme, decodedFrom, decodesTooLarge } = request
  const inAddress = (written: string) => {
    const plain = plainAddress(written)
    const replaced = credentials.replaced(plain, encodeURIComponent)
    return replaced === plain ? written : replaced
  }
  const redacted = redactExceptHeaders({
    method,
    url: withoutSignatures(inAddress(url), world),
    headers: {},
    ...(address === undefined ? {} : { address: inAddress(address) }),
    ...(text === undefined ? {} : { body: encoding === 'base64' ? '' : clean(text) }),
  })
  return {
    method,
    url: redacted.url,
    ...(redacted.address === undefined ? {} : { address: redacted.address }),
    ...(scheme === undefined ? {} : { scheme }),
    headers,
    ...(text === undefined
      ? {}
      : { body: encoding === 'base64' ? btoa(redactBinary(clean(text))) : String(redacted.body) }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(decodedFrom === undefined ? {} : { decodedFrom }),
    ...(decodesTooLarge === undefined ? {} : { decodesTooLarge }),
  }
}

/** A request of a trace as this world takes it. */
export function requestOf({ body, encoding, ...written }: TraceRequest, world: World): ExchangeRequest {
  const request = { ...written, url: withSignatures(written.url, world) }
  if (body === undefined) return request
  if (encoding === undefined) return { ...request, body }
  const bytes =
    encoding === 'utf-8'
      ? new TextEncoder().encode(body)
      : Uint8Array.from(atob(body), (unit) => unit.charCodeAt(0))
  return { ...request, body: bytes }
}

function traceHeaders(
  request: ExchangeRequest,
  world: World,
  credentials: Credentials,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || name === '__proto__') continue
    headers[name] =
      typeof value === 'string'
        ? traceHeader(name, value, world, credentials)
        : value.map((each) => traceHeader(name, each, world, credentials))
  }
  return headers
}

function traceHeader(name: string, value: string, world: World, credentials: Credentials): string {
  if (name === 'authorization') return traceAuthorization(value, world, credentials)
  if (name === 'x-api-key') return credentials.ofValue(value.trim())
  if (name === 'cookie') return traceCookies(value, credentials)
  return isSecretName(name) ? REDACTED : redactOtherHeader(name, value)
}

function traceAuthorization(value: string, world: World, credentials: Credentials): string {
  const [, scheme = '', credential = ''] = /^(\S+) +(\S.*?)\s*$/.exec(value) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return `${scheme} ${credentials.ofValue(credential)}`
    case 'basic':
      return `${scheme} ${traceBasic(credential, world, credentials)}`
    default:
      return REDACTED
  }
}

function traceBasic(encoded: string, world: World, credentials: Credentials): string {
  let pair: string
  try {
    pair = new TextDecoder().decode(Uint8Array.from(atob(encoded), (unit) => unit.charCodeAt(0)))
  } catch {
    return REDACTED
  }
  const colon = pair.indexOf(':')
  if (colon === -1) return REDACTED
  const [name, password] = [pair.slice(0, colon), pair.slice(colon + 1)]
  const clean = `${name}:${credentials.ofPassword(world, name, password)}`
  return btoa(String.fromCharCode(...new TextEncoder().encode(clean)))
}

function traceCookies(value: string, credentials: Credentials): string {
  return value
    .split(';')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = pair.slice(0, equals)
      if (equals === -1) return REDACTED
      // The service reads no other cookies; those of the client's own applications may be credentials as well.
      if (!isSecretName(name.trim())) return `${name}=${REDACTED}`
      return `${name}=${credentials.ofValue(pair.slice(equals + 1).trim())}`
    })
    .join(';')
}

function bodyOf(body: ExchangeRequest['body']): {
  readonly text?: string
  readonly encoding?: TraceRequest['encoding']
} {
  if (body === undefined || typeof body === 'string') return body === undefined ? {} : { text: body }
  try {
    // Without the option, the decoder would drop a byte order mark.
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body),
      encoding: 'utf-8',
    }
  } catch {
    let units = ''
    for (const byte of body) units += String.fromCharCode(byte)
    return { text: units, encoding: 'base64' }
  }
}
