/**
 * The history of each world without exchanges: jobs that ran, faults that were added or removed, edits. It is recorded without
 * subscribers too, for those that connect later; exchanges are in the journal.
 */
import type { SimulatorEvent } from './event.ts'

/** How many of the latest events are kept for each world. */
export const MAXIMUM_EVENTS = 300

/** Changes after which earlier events do not count. */
const TURNS: ReadonlySet<string> = new Set(['created', 'dropped', 'reset', 'restored', 'loaded'])

export class EventHistory {
  readonly #kept = new Map<string, SimulatorEvent[]>()

  note(event: SimulatorEvent): void {
    const { type, world, data } = event
    if (type === 'exchange' || type === 'clock') return
    if (type === 'world' && TURNS.has(data.change)) {
      // Loading another scenario drops every other world, with an event for each.
      this.#kept.delete(world)
      return
    }
    const kept = this.#kept.get(world)
    if (kept === undefined) {
      this.#kept.set(world, [event])
      return
    }
    kept.push(event)
    if (kept.length >= 2 * MAXIMUM_EVENTS) kept.splice(0, kept.length - MAXIMUM_EVENTS)
  }

  /** The events of a world since it was created or reset, oldest first. */
  of(world: string): readonly SimulatorEvent[] {
    return this.#kept.get(world)?.slice(-MAXIMUM_EVENTS) ?? []
  }
}
