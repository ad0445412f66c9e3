/** The mistake of a fault in a response: the operation that is called has many of its kind, of which one is made. */
import type { Call } from '../../gateway/gateway.ts'
import type { JournalEntry } from '../../gateway/journal/entry.ts'
import type { ResponseMutation } from '../../model/records/world/fault-limits.ts'
import type { MutatedHandle } from '../exchange.ts'
import { responseMutants } from '../responses.ts'

/**
 * Makes the mistake at `field`, or without it at the first place in the order of the declaration at which it changes the response.
 * Schemas must be loaded.
 */
export function inResponse(kind: ResponseMutation, field: string | undefined): MutatedHandle {
  return (call, handle, reached, refused) => {
    const { match } = call.resolution
    const operation = match?.kind === 'found' ? match.route.declaration : undefined
    const mutants = operation === undefined ? [] : responseMutants(operation)
    const handled = new Map<Call, JournalEntry>()
    // Each place is tried with the same response.
    const handleOnce: typeof handle = (each, because) => {
      const entry = handled.get(each) ?? handle(each, because)
      handled.set(each, entry)
      return entry
    }
    for (const mutant of mutants) {
      if (mutant.kind !== kind || (field !== undefined && mutant.field !== field)) continue
      let isMade = false
      const entry = mutant.handle(call, handleOnce, () => (isMade = true), refused)
      if (!isMade) continue
      reached()
      return entry
    }
    return handleOnce(call, refused)
  }
}
