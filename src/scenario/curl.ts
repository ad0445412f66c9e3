/** A request as a line for a shell. */
import type { ExchangeRequest } from '../api/exchange.ts'

/** Where `reqsim serve` listens unless told otherwise. */
const DEFAULT_URL = 'http://127.0.0.1:4010'

/** The line that sends the same request; a path is one of the one port. */
export function curlOf({ method, url, headers, body }: ExchangeRequest): string {
  const address = url.startsWith('/') ? DEFAULT_URL + url : url
  const text = typeof body === 'object' ? new TextDecoder().decode(body) : body
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => `-H ${quoted(`${name}: ${each}`)}`),
    ),
    ...(text === undefined ? [] : [`--data-raw ${quoted(text)}`]),
    quoted(address),
  ]
  return parts.join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
