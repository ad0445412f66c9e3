/** A recorded exchange as something to send again: by this page, or by a shell. */
import { ADDRESSES, type InterfaceName } from '../../../api/framework/surface.ts'
import { locate, splitUrl } from '../../../gateway/exchange/locate.ts'
import { curlOf } from '../../../scenario/timeline/curl.ts'

/** What the journal writes where a credential was. */
const REDACTED = '(redacted)'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export interface RecordedRequest {
  readonly method: string
  /** A path of the one port, or an absolute address of an interface. */
  readonly url: string
  readonly headers: Headers
  readonly body?: string
}

/** Headers that the transport writes itself, or that a page must not write. */
const OF_THE_TRANSPORT =
  /^(?:host|connection|content-length|accept-encoding|accept-language|user-agent|origin|referer|cookie|keep-alive|transfer-encoding|te|trailer|upgrade|via|date|expect|dnt|priority|pragma|cache-control|x-sim-world|sec-.*|proxy-.*|access-control-.*)$/i
/** Headers that say who calls. */
const CREDENTIALS = /^(?:authorization|cookie|x-api-key)$/i

/** Where a recorded URL leads: on the one port, without the prefix of a world. */
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

/** Headers to send again: without those of the transport and without credentials. */
export function headersAgain(headers: Headers): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_THE_TRANSPORT.test(name) || CREDENTIALS.test(name)
      ? []
      : [[ordinaryName(name), typeof value === 'string' ? value : value.join(', ')] as const],
  )
  return Object.fromEntries(kept.filter(([, value]) => !value.includes(REDACTED)))
}

/** One spelling of the header that others write too: two of one name would be joined. */
function ordinaryName(name: string): string {
  return /^content-type$/i.test(name) ? 'Content-Type' : name
}

/** True where a credential stood in the address or the body, so that it cannot be sent again as it was. */
export function hasHole({ url, body }: RecordedRequest): boolean {
  return [url, body ?? ''].some(
    (text) => text.includes(REDACTED) || text.includes(encodeURIComponent(REDACTED)),
  )
}

/**
 * The line for a shell that sends the same, to the server of this page and the same world. Where the journal took a
 * credential out, a placeholder stands; `missing` says so.
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

/** Headers that differ from answer to answer, whatever is asked. */
const OF_EACH_ANSWER =
  /^(?:x-request-id|x-rate-limit-.*|date|connection|keep-alive|content-length|transfer-encoding)$/i

/** Headers of an answer that say something about what was asked, in lower case. */
export function tellingHeaders(headers: Headers): Record<string, string> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_EACH_ANSWER.test(name) || /^(?:access-control-|vary$)/i.test(name)
      ? []
      : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')] as const],
  )
  return Object.fromEntries(kept)
}

/** A body as JSON, or as the text that it is. */
export function readBody(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
