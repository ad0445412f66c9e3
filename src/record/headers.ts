/** Headers on their way through the proxy: without those of one connection, and with the addresses of the proxy. */
import type { ServerAddress } from '../replay/server-address.ts'

/** Names and values in turn, as Node reads and writes them. */
export type RawHeaders = readonly string[]

/** Headers that describe one connection (RFC 9110, hop-by-hop headers), and those that the sender of a request sets. */
const OF_ONE_CONNECTION = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The headers of a request for the server. */
export function requestHeaders(raw: RawHeaders, { url }: ServerAddress): string[] {
  const headers = forwarded(raw, (name, value) => {
    if (name === 'host') return undefined
    return name === 'accept-encoding' ? decodable(value) : value
  })
  const isChunked = pairsOf(raw).some(([name]) => name.toLowerCase() === 'transfer-encoding')
  return ['Host', url.host, ...headers, ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])]
}

/** The headers of a response for the client, who knows only the address of the proxy. */
export function responseHeaders(raw: RawHeaders, target: string, server: ServerAddress): string[] {
  return forwarded(raw, (name, value) => {
    if (name === 'location') return ownLocation(value, target, server)
    return name === 'set-cookie' ? ownCookie(value, server) : value
  })
}

function forwarded(raw: RawHeaders, map: (name: string, value: string) => string | undefined): string[] {
  const pairs = pairsOf(raw)
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) =>
      value
        .toLowerCase()
        .split(',')
        .map((each) => each.trim()),
    )
  const dropped = new Set([...OF_ONE_CONNECTION, ...named])
  return pairs.flatMap(([name, value]) => {
    const lower = name.toLowerCase()
    const sent = dropped.has(lower) ? undefined : map(lower, value)
    return sent === undefined ? [] : [name, sent]
  })
}

function pairsOf(raw: RawHeaders): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? '',
    raw[2 * index + 1] ?? '',
  ])
}

/** The accepted codings that the recorder can decode. */
function decodable(accepted: string): string {
  const known = accepted.split(',').filter((each) => /^\s*(?:gzip|deflate|br|identity)\b/i.test(each))
  return known.length === 0 ? 'identity' : known.join(',').trim()
}

/** A redirect to the server itself leads to the proxy, so that the client keeps calling the proxy. Other redirects stay unchanged. */
function ownLocation(location: string, target: string, { url, prefix }: ServerAddress): string {
  const from = `${url.origin}${target}`
  if (!URL.canParse(location, from)) return location
  const to = new URL(location, from)
  const isBelow = to.pathname === prefix || to.pathname.startsWith(`${prefix}/`)
  if (to.origin !== url.origin || !isBelow) return location
  const path = to.pathname.slice(prefix.length)
  return `${path === '' ? '/' : path}${to.search}${to.hash}`
}

/** A cookie for the proxy's host and paths, which a client without TLS sends too. */
function ownCookie(cookie: string, { prefix }: ServerAddress): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const kept = attributes.flatMap((attribute) => {
    const [name = '', value = ''] = attribute.split('=').map((part) => part.trim())
    if (/^(?:domain|secure|partitioned)$/i.test(name) || /^samesite=none$/i.test(attribute)) return []
    if (!/^path$/i.test(name) || !(value === prefix || value.startsWith(`${prefix}/`))) return [attribute]
    return [`Path=${value.slice(prefix.length) || '/'}`]
  })
  return [pair, ...kept].join('; ')
}
