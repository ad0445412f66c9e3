/** The responses of an adapter itself, if it fails or cannot pass a request on. The core handles its own defects. */
import { statusName } from '../../api/framework/errors.ts'
import type { ExchangeResponse } from '../../api/framework/exchange.ts'

/** Names a resource that the machine has run out of, and the remedy; undefined for any other error. */
export function shortageOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EMFILE' && code !== 'ENFILE') return undefined
  return `no file descriptor is left to load a part of the simulator (${code}): close connections or raise the limit (ulimit -n), then send the request again`
}

/** An error in the standalone shape (service §7). */
export function errorResponse(
  status: number,
  message: string,
  headers: ExchangeResponse['headers'] = {},
): ExchangeResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ message, statusCode: statusName(status), errors: [message] }),
  }
}

/**
 * Status 500, with the error's message and no stack; 503 if the machine has run out of
 * a resource, so that the same request may succeed later.
 */
export function defectResponse(error: unknown): ExchangeResponse {
  const shortage = shortageOf(error)
  const status = shortage === undefined ? 500 : 503
  const reason = error instanceof Error ? error.message : String(error)
  return errorResponse(status, shortage ?? `defect of the simulator, not of the request: ${reason}`)
}
