/** What mutants of exchanges have in common: they stand around the gateway, for one operation. */
import type { Call, Gateway } from '../gateway/gateway.ts'
import type { JournalEntry } from '../gateway/journal/entry.ts'
import type { Refusal } from '../model/input/refusal.ts'
import type { Mutation } from '../simulator/mutation.ts'
import type { World } from '../world/world.ts'

/** The gateway without the mistake. */
export type Handle = (call: Call, refused?: Refusal) => JournalEntry

/**
 * Handles an exchange of the mutant's operation with its mistake. Calls `reached` if it changed the response or a record, and
 * must otherwise return what `handle` returns and leave the world as that does.
 */
export type MutatedHandle = (
  call: Call,
  handle: Handle,
  reached: () => void,
  refused: Refusal | undefined,
) => JournalEntry

/** The operation of a call; undefined if no operation is at its address. */
export function operationOf({ resolution }: Call): string | undefined {
  const { match } = resolution
  return match?.kind === 'found' ? match.route.id : undefined
}

/** The same call in a copy of its world, which nothing hears of. */
export function trialOf(call: Call): Call {
  return { ...call, world: call.world.fork(), onFired: undefined }
}

/** A mutation of the exchanges of one operation, or of all of them if it is undefined. HEAD requests are left alone. */
export function exchangeMutation(
  operation: string | undefined,
  handleMutated: MutatedHandle,
  onReached: () => void,
): Mutation {
  return {
    gateway: (gateway): Gateway => ({
      ...gateway,
      handle(call, refused) {
        const isMeant = operation === undefined || operationOf(call) === operation
        return isMeant && call.request.method !== 'HEAD'
          ? handleMutated(call, gateway.handle, onReached, refused)
          : gateway.handle(call, refused)
      },
    }),
    world: sameWorld,
  }
}

const sameWorld = (world: World): World => world
