/** The answer of a door that failed itself: the core answers its own defects, so this is what it never heard of. */
import { statusName } from '../api/errors.ts'
import type { ExchangeAnswer } from '../api/exchange.ts'

/** Status 500 in the standalone shape (service §7), with the error's message and no stack. */
export function defectAnswer(error: unknown): ExchangeAnswer {
  const reason = error instanceof Error ? error.message : String(error)
  const message = `defect of the simulator, not of the request: ${reason}`
  return {
    status: 500,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ message, statusCode: statusName(500), errors: [] }),
  }
}
