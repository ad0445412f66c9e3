/** The response if an adapter itself fails. The core handles its own defects. */
import { statusName } from '../../api/framework/errors.ts'
import type { ExchangeResponse } from '../../api/framework/exchange.ts'

/** Names a resource that the machine has run out of, and the remedy; undefined for any other error. */
export function shortageOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'EMFILE' && code !== 'ENFILE') return undefined
  return `no file descriptor is left to load a part of the simulator (${code}): close connections or raise the limit (ulimit -n), then send the request again`
}

/**
 * Status 500 in the standalone shape (service §7), with the error's message and no stack; 503 if the machine has run out of
 * a resource, so that the same request may succeed later.
 */
export function defectAnswer(error: unknown): ExchangeResponse {
  const shortage = shortageOf(error)
  const status = shortage === undefined ? 500 : 503
  const reason = error instanceof Error ? error.message : String(error)
  const message = shortage ?? `defect of the simulator, not of the request: ${reason}`
  return {
    status,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message, statusCode: statusName(status), errors: [message] }),
  }
}
