/** The last write of an exchange in each world, as long as nothing else has changed a record since. */
import type { JournalEntry } from '../gateway/journal/entry.ts'
import type { Snapshot, World } from '../world/world.ts'
import { hasSameRecords } from './worlds.ts'

interface Write {
  readonly before: Snapshot
  readonly after: Snapshot
}

/** What reads the last write of a world, and notes the exchanges that may be the next. */
export interface Writes {
  /** The records before the last write; undefined if there was none, or if they have changed since otherwise. */
  before(world: World): Snapshot | undefined
  /** Notes an exchange that began with these records. */
  note(world: World, before: Snapshot, entry: JournalEntry): void
}

export class LastWrites implements Writes {
  readonly #writes = new WeakMap<World, Write>()

  before(world: World): Snapshot | undefined {
    const write = this.#writes.get(world)
    if (write === undefined || !hasSameRecords(world, write.after, world.snapshot())) return undefined
    return write.before
  }

  note(world: World, before: Snapshot, entry: JournalEntry): void {
    if (!isWrite(entry)) return
    const after = world.snapshot()
    if (!hasSameRecords(world, before, after)) this.#writes.set(world, { before, after })
  }
}

/** Whether an exchange wrote records and reported success, without a fault. */
export function isWrite({ answer, stateful, fault, defect }: JournalEntry): boolean {
  return stateful === true && answer.status < 400 && fault === undefined && defect === undefined
}
