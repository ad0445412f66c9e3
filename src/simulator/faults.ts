/** The faults of a simulator, in the library. */
import { clearFaults, enableFault, removeFault } from '../model/faults/writing.ts'
import { faults } from '../model/records/world/faults.ts'
import { type FaultView, viewFault, writeUncheckedFault } from '../scenario/faults/write.ts'
import type { FaultInput } from '../scenario/faults/fault.ts'
import type { World } from '../world/world.ts'
import { controlRequest } from './control-request.ts'
import { DEFAULT_WORLD, type Worlds } from './worlds.ts'

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

/** The faults of the default world. */
export function createFaults(worlds: Worlds): SimulatorFaults {
  // The past notes a change as the request to the control API that makes the same one.
  const change = <T>(method: string, path: string, body: unknown, write: (world: World) => T): T => {
    worlds.catchUp()
    const world = worlds.default
    const result = world.transact(() => write(world))
    worlds.note(DEFAULT_WORLD, { kind: 'control', request: controlRequest(method, path, body) })
    return result
  }
  return {
    add: (input) => change('POST', '/faults', input, (world) => writeUncheckedFault(world, input)),
    list: () => Array.from(worlds.default.system.table(faults).scan(), viewFault),
    enable: (id, enabled) =>
      change('PATCH', `/faults/${id}`, { enabled }, (world) => viewFault(enableFault(world, id, enabled))),
    remove: (id) => change('DELETE', `/faults/${id}`, undefined, (world) => removeFault(world, id)),
    clear: () => change('DELETE', '/faults', undefined, clearFaults),
  }
}
