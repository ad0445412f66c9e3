/** Finds the faults that were applied while a clock moved or during an exchange, from their counters. */
import { faults } from '../model/records/world/faults.ts'
import type { World } from '../world/world.ts'

/** A fault was applied this many times up to an instant, in virtual milliseconds since 1970. */
export interface Strike {
  readonly at: number
  readonly fault: number
  readonly times: number
}

export interface StrikeWatch {
  /** Records the faults applied since the last check, as of this instant. */
  look(at: number): void
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
    look(at) {
      for (const { id, struck } of world.system.table(faults).scan()) {
        const times = struck - (known.get(id) ?? 0)
        if (times > 0) seen.push({ at, fault: id, times })
        known.set(id, struck)
      }
    },
    discard() {
      seen.length = 0
      count()
    },
  }
}
