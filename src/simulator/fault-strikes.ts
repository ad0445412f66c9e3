/** Finds the faults that were applied while a clock moved or during an exchange, from their counters. */
import { deferredCountsOf } from '../model/finding/faults/deferred-counts.ts'
import { faults } from '../model/records/world/faults.ts'
import type { ClockMove } from '../world/time/jobs.ts'
import type { World } from '../world/world.ts'

/** A fault was applied this many times up to an instant, in virtual milliseconds since 1970. */
export interface Strike {
  readonly at: number
  readonly fault: number
  readonly times: number
}

export interface StrikeWatch {
  /** Records the faults applied since the last check, as of this instant. `move` is absent after a move of the clock. */
  look(at: number, move?: ClockMove): void
  readonly seen: readonly Strike[]
  /** Discards the records, because the changes are rolled back. */
  discard(): void
}

/** Starts to watch the faults of a world; without faults it only checks the size of a table. */
export function watchStrikes(world: World): StrikeWatch {
  const seen: Strike[] = []
  if (world.system.table(faults).size === 0) return { look: () => {}, seen, discard: () => {} }
  const known = new Map<number, number>()
  const count = () => {
    for (const { id, struck } of world.system.table(faults).scan()) known.set(id, struck)
  }
  count()
  return {
    seen,
    look(at, move) {
      const deferred = move && deferredCountsOf(world, move)
      for (const { id, struck } of world.system.table(faults).scan()) {
        const total = struck + (deferred?.struckBy(id) ?? 0)
        const times = total - (known.get(id) ?? 0)
        if (times > 0) seen.push({ at, fault: id, times })
        known.set(id, total)
      }
    },
    discard() {
      seen.length = 0
      count()
    },
  }
}
