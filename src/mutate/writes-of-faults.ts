/** The last write of a world, as long as a fault needs it. */
import type { JournalEntry } from '../gateway/journal/entry.ts'
import { type FaultRecord, faults } from '../model/records/world/faults.ts'
import type { Snapshot, World } from '../world/world.ts'
import { NEEDS_WRITES } from './fault-kinds.ts'
import { isWrite, type Writes } from './last-write.ts'
import { hasSameRecords } from './worlds.ts'

interface Write {
  readonly before: Snapshot
  readonly after: Snapshot
}

/**
 * Keeps the last write beside the record of each fault that needs it, which changes with every write: snapshots, forks and the
 * past share the record, and so each finds the write that came before it. An exported world has none.
 */
export class WritesOfFaults {
  readonly #writes = new WeakMap<FaultRecord, Write>()

  /** The writes as one fault needs them: noted by `note`, for all faults. */
  of(id: number): Writes {
    return {
      before: (world) => {
        const fault = world.system.table(faults).get(id)
        const write = fault && this.#writes.get(fault)
        if (write === undefined || !hasSameRecords(world, write.after, world.snapshot())) return undefined
        return write.before
      },
      note: () => {},
    }
  }

  /** Notes an exchange that began with these records. */
  note(world: World, before: Snapshot, entry: JournalEntry): void {
    const table = world.system.table(faults)
    const needing = [...table.range('kind', ['mutation'])].filter(({ effect }) =>
      NEEDS_WRITES.has(effect.mutate),
    )
    if (needing.length === 0 || !isWrite(entry)) return
    const after = world.snapshot()
    if (hasSameRecords(world, before, after)) return
    for (const fault of needing) this.#writes.set(table.put({ ...fault }), { before, after })
  }

  /** Changes the counts of a fault, whose last write stays. */
  replace(
    world: World,
    id: number,
    change: (fault: FaultRecord) => Partial<FaultRecord>,
  ): FaultRecord | undefined {
    const table = world.system.table(faults)
    const fault = table.get(id)
    if (fault === undefined) return undefined
    const next = table.put({ ...fault, ...change(fault) })
    const write = this.#writes.get(fault)
    if (write !== undefined) this.#writes.set(next, write)
    return next
  }
}
