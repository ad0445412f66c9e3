/** The parts of an exchange that its panels compare and show. */
import type { RequestHeaders } from '../../../api/framework/exchange.ts'

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
