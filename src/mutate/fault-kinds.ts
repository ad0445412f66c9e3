/** The mistakes that a fault can name, each as what handles an exchange with it. */
import { sessions, tokens } from '../model/records/service/users.ts'
import { type FaultMutation, isInResponse } from '../model/records/world/fault-limits.ts'
import { appliedTwice, lostWrite, staleRead, undoesPrevious } from './effects.ts'
import type { Handle, MutatedHandle } from './exchange.ts'
import type { Writes } from './last-write.ts'
import { limitsEarly, neverLimits, outlives } from './limits.ts'
import { inResponse } from './response/of-fault.ts'
import { allowRefused, refuseAllowed } from './permissions.ts'
import { wrongRecord } from './wrong-record.ts'

/** Kinds that need the last write of the world. */
export const NEEDS_WRITES: ReadonlySet<string | undefined> = new Set<FaultMutation>([
  'undoes-previous',
  'stale-read',
])

/** Handles the exchanges that a fault selects with its mistake, at `field`; `writes` knows of the last write. */
export function mutatedHandleOf(
  kind: FaultMutation,
  field: string | undefined,
  writes: Writes,
): MutatedHandle {
  if (isInResponse(kind)) return inResponse(kind, field)
  switch (kind) {
    case 'lost-write':
    case 'kept-record':
      return lostWrite
    case 'applied-twice':
      return appliedTwice
    case 'wrong-record':
      return wrongRecord
    case 'undoes-previous':
      return undoesPrevious(() => true, writes)
    case 'stale-read':
      return staleRead(() => true, writes)
    case 'allowed':
      return allowRefused
    case 'refused':
      return refuseAllowed
    case 'limit-never':
      return ofRateClass(neverLimits)
    case 'limit-early':
      return ofRateClass(limitsEarly)
    case 'outlives-expiry':
      return outlivesAny
  }
}

/** The mistake with the limit of the operation that is called. */
function ofRateClass(change: typeof neverLimits): MutatedHandle {
  return (call, ...others) => {
    const { match } = call.resolution
    const rate = match?.kind === 'found' ? match.route.rate : undefined
    return change(rate ?? 'normal')(call, ...others)
  }
}

/** A token or a session. */
const outlivesAny: MutatedHandle = (call, handle, reached, refused) => {
  const withSessions: Handle = (each, because) => outlives(sessions)(each, handle, reached, because)
  return outlives(tokens)(call, withSessions, reached, refused)
}
