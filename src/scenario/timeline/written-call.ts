/** A request as a step of a timeline writes it. */
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { splitUrl } from '../../gateway/addresses/locate.ts'
import { portAddress } from '../../gateway/addresses/port-address.ts'

/** Method and path on the one HTTP port. */
export function callOf({ method, url }: ExchangeRequest): string {
  const { path, query } = splitUrl(url)
  const written = url.startsWith('/') ? path + (query === '' ? '' : `?${query}`) : portAddress(url).path
  return `${method} ${written}`
}

/** The body as a field of a step: parsed if it is JSON, none if it is empty. */
export function bodyOf(body: string | Uint8Array | undefined): { readonly body?: unknown } {
  if (body === undefined || body.length === 0) return {}
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    const parsed = JSON.parse(text) as unknown
    // A step sends a text without the quotes of JSON.
    return { body: typeof parsed === 'string' ? text : parsed }
  } catch {
    return { body: text }
  }
}

/** The same calls have the same text. */
export function callKey(call: string, body: unknown): string {
  return `${call} ${JSON.stringify(body) ?? ''}`
}
