/** Converts a recorded exchange to a request that the page or a shell can send. */
import type { ExchangeDetails } from '../../../control/responses/journal.ts'
import type { RequestHeaders } from '../../../api/framework/exchange.ts'
import { ADDRESSES, type InterfaceName } from '../../../api/framework/interfaces.ts'
import { locate, splitUrl } from '../../../gateway/addresses/locate.ts'
import { curlOf } from '../../../snippets/curl.ts'

/** Placeholders that the journal writes in place of credentials. */
const REDACTED = '(redacted)'

/** Its URL is a path of the shared port, or an absolute address of an interface. */
type RecordedRequest = ExchangeDetails['request']

/** Headers that the transport sets, or that a page cannot set. */
const OF_THE_TRANSPORT =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|cookie|keep-alive|transfer-encoding|te|trailer|upgrade|via|date|expect|dnt|priority|pragma|cache-control|x-sim-world|sec-.*|proxy-.*|access-control-.*)$/i
/** Headers with credentials. */
const CREDENTIALS = /^(?:authorization|cookie|x-api-key)$/i

/** The path of a recorded URL on the shared port, without the prefix of a world. */
export function addressOf(url: string): {
  readonly path: string
  readonly interface: InterfaceName | undefined
  readonly region: string
} {
  const { target, path, query } = locate(url)
  const rest = query === '' ? path : `${path}?${query}`
  if (target === undefined || target.kind === 'control') {
    const split = splitUrl(url)
    const whole = split.query === '' ? split.path : `${split.path}?${split.query}`
    return { path: whole, interface: undefined, region: 'eu' }
  }
  const address = ADDRESSES.find(
    (each) => each.interface === target.interface && each.region === target.region,
  )
  return { path: `${address?.path ?? ''}${rest}`, interface: target.interface, region: target.region }
}

/** Headers to send again: without transport headers and credentials. */
export function headersAgain(headers: RequestHeaders): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_THE_TRANSPORT.test(name) || CREDENTIALS.test(name)
      ? []
      : [[ordinaryName(name), typeof value === 'string' ? value : value.join(', ')] as const],
  )
  return Object.fromEntries(kept.filter(([, value]) => !value.includes(REDACTED)))
}

/** Headers of the same name in different spellings would be joined, so one spelling is used. */
function ordinaryName(name: string): string {
  return /^content-type$/i.test(name) ? 'Content-Type' : name
}

/** True if the address or the body contained a credential, so that the request cannot be sent again. */
export function hasHole({ url, body }: RecordedRequest): boolean {
  return [url, body ?? ''].some(
    (text) => text.includes(REDACTED) || text.includes(encodeURIComponent(REDACTED)),
  )
}

/**
 * The curl command of the request to the same server and world. It has a placeholder for each removed credential; `missing`
 * lists them.
 */
export function curlLine(
  request: RecordedRequest,
  server: string,
  world: string,
): { readonly line: string; readonly missing: boolean } {
  const credentials = Object.entries(request.headers).flatMap(([name, value]) =>
    value !== undefined && CREDENTIALS.test(name) ? [[name, placeholderOf(name)] as const] : [],
  )
  const headers: Record<string, string> = {
    ...headersAgain(request.headers),
    ...(world === 'default' ? {} : { 'X-Sim-World': world }),
    ...Object.fromEntries(credentials),
  }
  const { path } = addressOf(request.url)
  const line = curlOf({
    method: request.method,
    url: server + path.replaceAll(encodeURIComponent(REDACTED), 'SECRET').replaceAll(REDACTED, 'SECRET'),
    headers,
    body: request.body?.replaceAll(REDACTED, 'SECRET'),
  })
  return { line, missing: credentials.length > 0 || hasHole(request) }
}

function placeholderOf(name: string): string {
  if (/^cookie$/i.test(name)) return 'JSESSIONID=SESSION'
  return /^authorization$/i.test(name) ? 'Bearer TOKEN' : 'TOKEN'
}

/** Response headers that differ every time. */
const OF_EACH_RESPONSE =
  /^(?:x-request-id|x-rate-limit-.*|date|connection|keep-alive|content-length|transfer-encoding)$/i

/** The comparable headers of a response, in lower case. */
export function tellingHeaders(headers: RequestHeaders): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_EACH_RESPONSE.test(name) || /^(?:access-control-|vary$)/i.test(name)
      ? []
      : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')] as const],
  )
  return Object.fromEntries(kept)
}

/** A body as parsed JSON, or else as text. */
export function readBody(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
