/**
 * Faults that name a mistake of the service. At most one strikes an exchange: the first in order of id that is due and whose
 * mistake changes the response or a record. A fault that replaces or damages the response goes before them.
 */
import type { Call } from '../gateway/gateway.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { type ExchangeFacts, isMeant, isMoment } from '../model/finding/faults/matching.ts'
import { FAULT_MUTATIONS } from '../model/records/world/fault-limits.ts'
import { type FaultRecord, faults } from '../model/records/world/faults.ts'
import type { FiredJob } from '../world/time/jobs.ts'
import { type Handle, operationOf, trialOf } from './exchange.ts'
import { mutatedHandleOf } from './fault-kinds.ts'
import { WritesOfFaults } from './writes-of-faults.ts'

/** Handles exchanges with the mistakes that the faults of their world name. */
export function createMutatingHandle(handle: Handle): Handle {
  const writes = new WritesOfFaults()
  return (call, refused) => {
    if (refused !== undefined) return handle(call, refused)
    const begin = call.world.snapshot()
    const entry = struckEntry(call, handle, writes) ?? handle(call)
    writes.note(call.world, begin, entry)
    return entry
  }
}

/** The exchange with the first mistake that it can make; undefined, and the world as it was but for counts, if it makes none. */
function struckEntry(call: Call, handle: Handle, writes: WritesOfFaults): JournalEntry | undefined {
  const { world } = call
  for (const { id, effect } of dueFaults(call, handle, writes)) {
    if (effect.mutate === undefined) continue
    const before = world.snapshot()
    const fired: FiredJob[] = []
    let isStruck = false
    const strike = () => {
      isStruck = true
    }
    const mutated = mutatedHandleOf(effect.mutate, effect.field, writes.of(id))
    const entry = mutated({ ...call, onFired: (job) => fired.push(job) }, handle, strike, undefined)
    if (!isStruck) {
      world.restore(before)
      continue
    }
    writes.replace(world, id, ({ struck }) => ({ struck: struck + 1 }))
    for (const job of fired) call.onFired?.(job)
    const { answer } = entry
    const headers = { ...answer.headers, 'X-Sim-Fault': String(id) }
    return { ...entry, fault: id, answer: { ...answer, headers } }
  }
  return undefined
}

/** The faults that select an exchange and whose moment it is; counts the match of each that selects it. */
function dueFaults(call: Call, handle: Handle, writes: WritesOfFaults): readonly FaultRecord[] {
  const { world, request } = call
  const mutations = [...world.system.table(faults).range('kind', ['mutation'])]
  const facts = factsOf(call, handle)
  return mutations.flatMap(({ id, enabled, target, effect }) => {
    const methods: readonly string[] = effect.mutate === undefined ? [] : FAULT_MUTATIONS[effect.mutate]
    if (!enabled || target.kind !== 'mutation' || !methods.includes(request.method)) return []
    if (!isMeant(target, facts)) return []
    const fault = writes.replace(world, id, ({ matched }) => ({ matched: matched + 1 }))
    return fault !== undefined && isMoment(world, fault, fault.matched) ? [fault] : []
  })
}

function factsOf(call: Call, handle: Handle): Omit<ExchangeFacts, 'site'> {
  const { location, request } = call
  const target = location.target?.kind === 'service' ? location.target : undefined
  let user: { readonly name: string | undefined } | undefined
  return {
    operation: operationOf(call),
    interface: target?.interface,
    region: target?.region,
    method: request.method,
    path: location.path,
    // Only handling the exchange tells whose it is.
    get user() {
      user ??= { name: handle(trialOf(call)).user }
      return user.name
    },
  }
}
