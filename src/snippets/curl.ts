/** A request as a line for a shell. */
import type { ExchangeRequest } from '../api/framework/exchange.ts'

/** The default address of `reqsim serve`. */
const DEFAULT_URL = 'http://127.0.0.1:4010'

/** Headers with a variable of the shell in the place of what they hold, in double quotes. */
export type HeaderVariables = ReadonlyMap<string, string>

/** The line that sends the same request; a path is one of the one port. `variables` stand for the values of headers. */
export function curlOf(
  { method, url, headers, body }: ExchangeRequest,
  variables: HeaderVariables = new Map(),
): string {
  const address = url.startsWith('/') ? DEFAULT_URL + url : url
  const text = typeof body === 'object' ? new TextDecoder().decode(body) : body
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => {
        const variable = variables.get(name)
        return `-H ${variable === undefined ? quoted(`${name}: ${each}`) : `"${name}: ${variable}"`}`
      }),
    ),
    ...(text === undefined ? [] : [`--data-raw ${quoted(text)}`]),
    quoted(address),
  ]
  return parts.join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
