/** The faults of a simulator, in the library. */
import { clearFaults, enableFault, removeFault } from '../model/faults/writing.ts'
import { faults } from '../model/faults/records.ts'
import { type FaultView, describeFault, writeUncheckedFault } from '../scenario/faults/write.ts'
import type { FaultInput } from '../scenario/faults/fault.ts'
import type { World } from '../world/world.ts'

/** The faults of the default world. The first matching one in order of id applies to an exchange. */
export interface SimulatorFaults {
  /** Adds a fault and returns it with its id. Throws an error that names the invalid field and the nearest valid name. */
  add(input: FaultInput): FaultView
  /** Lists all faults in order of id, with the counters `matched` and `struck` (how often each was applied). */
  list(): FaultView[]
  /** Turns a fault on or off; its counters stay. Throws for an unknown id. */
  enable(id: number, enabled: boolean): FaultView
  /** Removes a fault. Throws for an unknown id. */
  remove(id: number): void
  /** Removes all faults. */
  clear(): void
}

/** The part of the simulator that faults use. */
export interface Faulted {
  /** The default world. */
  readonly world: World
  /** Moves live clocks to the current wall time. */
  catchUp(): void
}

/** The faults of the default world. */
export function createFaults(simulator: Faulted): SimulatorFaults {
  const current = (): World => {
    simulator.catchUp()
    return simulator.world
  }
  return {
    add: (input) => current().transact(() => writeUncheckedFault(simulator.world, input)),
    list: () => Array.from(simulator.world.system.table(faults).scan(), describeFault),
    enable: (id, enabled) => {
      const world = current()
      return world.transact(() => describeFault(enableFault(world, id, enabled)))
    },
    remove: (id) => {
      const world = current()
      world.transact(() => removeFault(world, id))
    },
    clear: () => {
      const world = current()
      world.transact(() => clearFaults(world))
    },
  }
}
