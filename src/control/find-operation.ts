/** An operation that a control request names. */
import type { OperationHead } from '../api/operation.ts'
import { Refusal, shown } from '../model/refusal.ts'
import { nearestName } from '../world/nearest.ts'

/** Throws a Refusal (INVALID) with the nearest id. */
export function findOperation(operations: readonly OperationHead[], id: string): OperationHead {
  const found = operations.find((operation) => operation.id === id)
  if (found !== undefined) return found
  const nearest = nearestName(
    id,
    operations.map((operation) => operation.id),
  )
  const mend = nearest === undefined ? 'GET /operations lists them' : `did you mean '${nearest}'?`
  throw new Refusal('INVALID', `operation: there is no ${shown(id)}; ${mend}`)
}
