/** A try of a test, with what is observed while it runs. */
import type { Gateway } from '../../../gateway/gateway.ts'
import type { Mutant, Mutation } from '../../../simulator/mutation.ts'
import type { MutantMakers, TestTry } from '../tries.ts'

export interface ObservedTry extends TestTry {
  /**
   * The operations and jobs that a test without a mutant uses, in this order; undefined if it asks for no simulator, or with a
   * mutant.
   */
  readonly operations: () => readonly string[] | undefined
  /** How often the mutant changed a response or a record. */
  readonly reached: () => number
}

interface TryOptions {
  readonly mutant: Mutant | undefined
  readonly isSilent: boolean
  readonly operationWatch: MutantMakers['operationWatch']
  /** Throws when the try has taken too long: a loop over calls would never end otherwise. */
  readonly checkTime: () => void
}

export function observedTry({ mutant, isSilent, operationWatch, checkTime }: TryOptions): ObservedTry {
  const used = new Set<string>()
  let hasSimulator = false
  let reached = 0
  const { id, sentence, begin } = mutant ?? operationWatch((name) => void used.add(name))
  return {
    mutant: {
      id,
      sentence,
      begin(onReached) {
        hasSimulator = true
        const begun = begin(() => {
          reached++
          onReached()
        })
        return withCheck(begun, checkTime)
      },
    },
    isSilent,
    operations: () => (hasSimulator && mutant === undefined ? [...used] : undefined),
    reached: () => reached,
  }
}

/** The mutation, and `check` before each exchange. */
function withCheck(mutation: Mutation, check: () => void): Mutation {
  return {
    ...mutation,
    gateway(own) {
      const gateway = mutation.gateway(own)
      const handle: Gateway['handle'] = (call, refused) => {
        check()
        return gateway.handle(call, refused)
      }
      return { ...gateway, handle }
    },
  }
}
