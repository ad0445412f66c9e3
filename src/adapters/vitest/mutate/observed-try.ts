/** A try of a test, with what is observed while it runs. */
import { operationWatch } from '../../../mutate/observed.ts'
import type { Mutant, Mutation } from '../../../simulator/mutation.ts'
import type { World } from '../../../world/world.ts'
import type { TestTry } from '../tries.ts'

export interface ObservedTry extends TestTry {
  /** The operations called and the jobs begun or run, in this order; undefined until the test asks for a simulator. */
  readonly operations: () => readonly string[] | undefined
  /** How often the mutant changed a response or a record. */
  readonly reached: () => number
}

interface TryOptions {
  readonly mutant: Mutant | undefined
  readonly isSilent: boolean
  /** Throws when the try has taken too long: a loop over calls would never end otherwise. */
  readonly checkTime: () => void
}

/** A try whose simulators observe their calls, in forks too; the mutant, if there is one, stands within. */
export function observedTry({ mutant, isSilent, checkTime }: TryOptions): ObservedTry {
  let operations: Set<string> | undefined
  let reached = 0
  const begin = (onReached: () => void): Mutation => {
    operations ??= new Set()
    const seen = operations
    const within = mutant?.begin(() => {
      reached++
      onReached()
    })
    const watch = operationWatch((name) => {
      checkTime()
      seen.add(name)
    }).begin(onReached)
    return {
      gateway: (own) => watch.gateway(within?.gateway(own) ?? own),
      world: (world: World) => watch.world(within?.world(world) ?? world),
    }
  }
  const { id, sentence } = mutant ?? { id: '', sentence: '' }
  return {
    mutant: { id, sentence, begin },
    isSilent,
    operations: () => operations && [...operations],
    reached: () => reached,
  }
}
