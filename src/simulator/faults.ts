/** The faults of a simulator, as users of the library drive them. */
import { clearFaults, enableFault, removeFault } from '../model/faults/writing.ts'
import { faults } from '../model/faults/records.ts'
import { type FaultView, describeFault, writeUncheckedFault } from '../scenario/faults/write.ts'
import type { FaultInput } from '../scenario/faults/fault.ts'
import type { World } from '../world/world.ts'

/** The faults of the default world; the first in order of id that matches and whose moment it is strikes. */
export interface SimulatorFaults {
  /** Adds a fault. Throws an error that names what is wrong and the nearest valid name. */
  add(input: FaultInput): FaultView
  /** All faults in order of id, with how often each matched and struck. */
  list(): FaultView[]
  /** Switches a fault on or off; its counters stay. Throws for a number that no fault has. */
  enable(id: number, enabled: boolean): FaultView
  /** Takes a fault away. Throws for a number that no fault has. */
  remove(id: number): void
  /** Takes all away. */
  clear(): void
}

/** What faults need of their simulator. */
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
