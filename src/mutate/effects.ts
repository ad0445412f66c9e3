/** Mutants of what an operation does to the records of a world. */
import type { Operation } from '../api/framework/operation.ts'
import type { Call } from '../gateway/gateway.ts'
import type { MutationKind } from '../scenario/format/mutation-kinds.ts'
import { exchangeMutation, type MutatedHandle, operationOf, trialOf } from './exchange.ts'
import { isWrite, LastWrites, type Writes } from './last-write.ts'
import type { ServiceMutant } from './mutant.ts'
import { placeOf } from './place.ts'
import { hasSameRecords, earlierWorld, putBack, withCountsOf } from './worlds.ts'
import { wrongRecord } from './wrong-record.ts'

/** The mutants of the effects of one operation: of a write, or of a read. */
export function effectMutants(operation: Operation): readonly ServiceMutant[] {
  const { method } = operation
  const place = placeOf(operation)
  const isMeant = (call: Call) => operationOf(call) === operation.id
  const effect = (kind: MutationKind, what: string, hint: string, begin: () => MutatedHandle, all = false) =>
    ({
      id: `${operation.id}:effect:${kind}`,
      sentence: `${place} ${what}`,
      group: 'effect',
      kind,
      operations: [operation.id],
      hint,
      begin: (onReached) => exchangeMutation(all ? undefined : operation.id, begin(), onReached),
    }) satisfies ServiceMutant
  if (method === 'GET') {
    return [
      effect(
        'stale-read',
        'showed the state before the last write',
        'read what a write changed, and compare it with what was written',
        () => staleRead(isMeant, new LastWrites()),
        true,
      ),
    ]
  }
  const lost =
    method === 'DELETE'
      ? effect(
          'kept-record',
          'reported success and deleted nothing',
          'read the record after it was deleted, and expect that it is gone',
          () => lostWrite,
        )
      : effect(
          'lost-write',
          'reported success and wrote nothing',
          'read the record after it was written, and compare it with what was sent',
          () => lostWrite,
        )
  return [
    lost,
    effect(
      'applied-twice',
      'was applied twice',
      'count the records, or the entries of the history, after the call',
      () => appliedTwice,
    ),
    effect(
      'wrong-record',
      `${method === 'DELETE' ? 'deleted' : 'changed'} the neighbouring record instead`,
      'read the record and its neighbours after the call',
      () => wrongRecord,
    ),
    effect(
      'undoes-previous',
      'undid the write before it',
      'write twice, and read what the first write changed after the second',
      () => undoesPrevious(isMeant, new LastWrites()),
      true,
    ),
  ]
}

export const lostWrite: MutatedHandle = (call, handle, reached, refused) => {
  const before = call.world.snapshot()
  const entry = handle(call, refused)
  if (!isWrite(entry) || hasSameRecords(call.world, before, call.world.snapshot())) return entry
  putBack(call.world, before)
  reached()
  return entry
}

/** Not reached if the second time is refused, or changes nothing more. */
export const appliedTwice: MutatedHandle = (call, handle, reached, refused) => {
  const { world } = call
  const entry = handle(call, refused)
  if (!isWrite(entry)) return entry
  const once = world.snapshot()
  const again = handle(call, refused)
  const twice = world.snapshot()
  const hasEffect = isWrite(again) && !hasSameRecords(world, once, twice)
  world.restore(hasEffect ? withCountsOf(twice, once) : once)
  if (hasEffect) reached()
  return entry
}

/** `isMeant` selects the writes that undo the one before them; `writes` knows of all writes. */
export function undoesPrevious(isMeant: (call: Call) => boolean, writes: Writes): MutatedHandle {
  return (call, handle, reached, refused) => {
    const { world } = call
    const begin = world.snapshot()
    const before = isMeant(call) ? writes.before(world) : undefined
    const said = before && handle(trialOf(call), refused)
    if (before !== undefined && said !== undefined && isWrite(said)) {
      world.restore({ ...withCountsOf(before, begin), clock: begin.clock })
      const done = handle(call, refused)
      if (isWrite(done)) {
        reached()
        return said
      }
      // What the call needs was undone with the write before: the service could not do that.
      world.restore(begin)
    }
    const entry = handle(call, refused)
    writes.note(world, begin, entry)
    return entry
  }
}

/** `isMeant` selects the reads that do not see the last write; `writes` knows of all writes. */
export function staleRead(isMeant: (call: Call) => boolean, writes: Writes): MutatedHandle {
  return (call, handle, reached, refused) => {
    const { world } = call
    const begin = world.snapshot()
    const before = isMeant(call) ? writes.before(world) : undefined
    const stale = before === undefined ? undefined : earlierWorld(world, before)
    const entry = handle(call, refused)
    writes.note(world, begin, entry)
    if (stale === undefined || entry.fault !== undefined || entry.answer.status >= 500) return entry
    const { answer } = handle({ ...call, world: stale, onFired: undefined }, refused)
    // The credential may be what was written; a stale read is not about who calls.
    if (answer.status >= 400 && answer.status !== 404) return entry
    const { status, body } = entry.answer
    if (answer.status === status && answer.body === body) return entry
    reached()
    const type = answer.headers['Content-Type']
    const headers =
      type === undefined ? entry.answer.headers : { ...entry.answer.headers, 'Content-Type': type }
    return { ...entry, answer: { ...entry.answer, status: answer.status, body: answer.body, headers } }
  }
}
