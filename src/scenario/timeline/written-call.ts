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

/** Texts and numbers in JSON. */
const TEXT_OR_NUMBER = /"(?:[^"\\]+|\\.)*"|-?\d[\d.eE+-]*/g
/** The most characters of a number that keeps all its digits, such as `-2.2250738585072014e-308`. */
const MAXIMUM_NUMBER_LENGTH = 25

/** The body as a field of a step: parsed if it is JSON and its numbers keep their digits, none if it is empty. */
export function bodyOf(body: string | Uint8Array | undefined): { readonly body?: unknown } {
  if (body === undefined || body.length === 0) return {}
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    const parsed = JSON.parse(text) as unknown
    // A step sends a text without the quotes of JSON.
    return { body: typeof parsed === 'string' || losesDigits(text) ? text : parsed }
  } catch {
    return { body: text }
  }
}

function losesDigits(json: string): boolean {
  for (const [token] of json.matchAll(TEXT_OR_NUMBER)) {
    if (token.startsWith('"')) continue
    if (token.length > MAXIMUM_NUMBER_LENGTH || digitsOf(token) !== digitsOf(String(Number(token))))
      return true
  }
  return false
}

/** Without the sign, the point, the exponent, and zeros at the ends. */
function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '')
}

/** The same calls have the same text. */
export function callKey(call: string, body: unknown): string {
  return `${call} ${JSON.stringify(body) ?? ''}`
}
