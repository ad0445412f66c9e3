/** A request as a step of a timeline writes it. */
import { ADDRESSES } from '../../api/framework/interfaces.ts'
import type { ExchangeRequest } from '../../api/framework/exchange.ts'
import { locate, splitUrl } from '../../gateway/addresses/locate.ts'

/** The path on the one HTTP port, with the query. */
function portPath(url: string): string {
  const { target, path: below, query } = locate(url)
  const search = query === '' ? '' : `?${query}`
  if (url.startsWith('/') || target?.kind !== 'service') return `${splitUrl(url).path}${search}`
  const address = ADDRESSES.find(
    (each) => each.interface === target.interface && each.region === target.region,
  )
  return `${address?.path ?? ''}${below}${search}`
}

/** Method and path on the one HTTP port. */
export function callOf({ method, url }: ExchangeRequest): string {
  return `${method} ${portPath(url)}`
}

/** The body as a field of a step: parsed if it is JSON, none if it is empty. */
export function bodyOf(body: string | Uint8Array | undefined): { readonly body?: unknown } {
  if (body === undefined || body.length === 0) return {}
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    return { body: JSON.parse(text) as unknown }
  } catch {
    return { body: text }
  }
}

/** The same calls have the same text. */
export function callKey(call: string, body: unknown): string {
  return `${call} ${JSON.stringify(body) ?? ''}`
}
