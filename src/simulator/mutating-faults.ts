/** Faults that name a mistake of the service: the one place where a simulator knows of them. */
import type { Gateway } from '../gateway/gateway.ts'
import { faults } from '../model/records/world/faults.ts'
import type { LatePart } from '../world/once.ts'
import type { World } from '../world/world.ts'

export type Handle = Gateway['handle']

/** What makes the mistakes, around what handles exchanges without them. */
export type MutationPart = LatePart<{ readonly createMutatingHandle: (handle: Handle) => Handle }>

/** Whether a fault of a world names a mistake. False in most worlds, after a look at the size of a table. */
export function hasMutations({ system }: World): boolean {
  const table = system.table(faults)
  return table.size > 0 && table.find('kind', ['mutation']) !== undefined
}

/** The gateway with the mistakes that faults name. `part` must be loaded before an exchange with a world that has one. */
export function withMutations(gateway: Gateway, part: MutationPart): Gateway {
  let mutating: Handle | undefined
  return {
    ...gateway,
    handle(call, refused) {
      if (!hasMutations(call.world)) return gateway.handle(call, refused)
      mutating ??= part.loaded()?.createMutatingHandle(gateway.handle)
      if (mutating === undefined) throw new Error('the mistakes of the service are not loaded')
      return mutating(call, refused)
    },
    // A mistake may be that a request succeeds which must fail.
    failsByHead: (call, refused) => !hasMutations(call.world) && gateway.failsByHead(call, refused),
  }
}
