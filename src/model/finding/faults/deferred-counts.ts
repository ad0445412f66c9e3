/**
 * Counts of message faults that the move of the clock writes at its end (service §6.2). A write after each run of the
 * synchronisation would evict the cache of repeated runs. Only faults whose later matches all have the same result are counted
 * here, so no match depends on a count that is not written yet.
 */
import type { ClockMove, MoveCache } from '../../../world/time/jobs.ts'
import type { World } from '../../../world/world.ts'
import { type FaultRecord, faults } from '../../records/world/faults.ts'

/** By fault id: how often it matched, and how often it struck. */
export type FaultCounts = Map<number, Pick<FaultRecord, 'matched' | 'struck'>>

export interface DeferredCounts extends MoveCache {
  add(counts: FaultCounts): void
  /** How often a fault struck that its record does not count yet. */
  struckBy(id: number): number
}

export function deferredCountsOf(world: World, move: ClockMove): DeferredCounts {
  return move.cacheOf('fault counts', () => createDeferredCounts(world))
}

export function addCounts(counts: FaultCounts, id: number, matched: number, struck: number): void {
  const before = counts.get(id) ?? { matched: 0, struck: 0 }
  counts.set(id, { matched: before.matched + matched, struck: before.struck + struck })
}

/** True if every later match of a fault has the same result: it strikes always, or never again. */
export function isConstant({ moment, matched, struck }: FaultRecord): boolean {
  const { after, every, times, probability } = moment
  if (times !== undefined) return struck >= times
  return matched >= after && every === 1 && probability === undefined
}

function createDeferredCounts(world: World): DeferredCounts {
  const deferred: FaultCounts = new Map()
  return {
    add(counts) {
      for (const [id, { matched, struck }] of counts) addCounts(deferred, id, matched, struck)
    },
    struckBy: (id) => deferred.get(id)?.struck ?? 0,
    flush() {
      const table = world.system.table(faults)
      for (const [id, { matched, struck }] of deferred) {
        const fault = table.get(id)
        if (fault === undefined) continue
        table.put({ ...fault, matched: fault.matched + matched, struck: fault.struck + struck })
      }
    },
  }
}
