/**
 * A cache of synchronisations with the same outcome as the one before (service §6.2). If every message of a run got the
 * same answer as the last time, and nothing is written until the next run, that run is not carried out; its attempts, and the
 * matches of its faults, are counted at the end of the move of the clock, to which the cache belongs. Without it a virtual
 * year with 20 messages that fail takes more than twice as long as an idle one (the target of the benchmark).
 */
import type { Store } from '../../../world/store/store.ts'
import type { ClockMove, JobOutcome, MoveCache } from '../../../world/time/jobs.ts'
import type { World } from '../../../world/world.ts'
import { deferredCountsOf, type FaultCounts } from '../../finding/faults/deferred-counts.ts'
import { outboundMessages } from '../../records/tracker/outbound-messages.ts'
import { trackerMessages } from '../../records/tracker/inbound-messages.ts'

/** What a run repeats: ids of the messages that got the same response as last time, and matches of constant faults. */
export interface RepeatedAnswers {
  readonly outbound: number[]
  readonly inbound: number[]
  readonly faults: FaultCounts
}

export interface RepeatedRuns extends MoveCache {
  /** Runs an integration, or returns the cached outcome. */
  outcomeOf(store: Store, serviceId: string, carryOut: (repeated: RepeatedAnswers) => JobOutcome): JobOutcome
}

/** The last run of an integration that was carried out during this move. */
interface LastRun {
  readonly outcome: JobOutcome
  readonly repeated: RepeatedAnswers
  /** How many runs it stands for, including itself. */
  times: number
  /** `World.changes` before the run; any other change changes this number. */
  readonly changes: number
}

interface Place {
  readonly store: Store
  last?: LastRun
  /** Attempts to add to the messages, by message id. */
  readonly outbound: Map<number, number>
  readonly inbound: Map<number, number>
}

export function createRepeatedRuns(world: World, move: ClockMove): RepeatedRuns {
  const faultCounts = deferredCountsOf(world, move)
  const places = new Map<string, Place>()
  return {
    outcomeOf(store, serviceId, carryOut) {
      const name = `${store.name}/${serviceId}`
      const place: Place = places.get(name) ?? { store, outbound: new Map(), inbound: new Map() }
      places.set(name, place)
      const { last } = place
      const { changes } = world
      if (last?.changes === changes) {
        last.times++
        faultCounts.add(last.repeated.faults)
        return last.outcome
      }
      addUp(place)
      const repeated: RepeatedAnswers = { outbound: [], inbound: [], faults: new Map() }
      const outcome = carryOut(repeated)
      faultCounts.add(repeated.faults)
      place.last = { outcome, repeated, times: 1, changes }
      return outcome
    },
    flush: () => places.forEach(countAttempts),
  }
}

/** Adds up the attempts of the last run. Writing them to the messages would be a change, which evicts the cache. */
function addUp(place: Place): void {
  const { last, outbound, inbound } = place
  if (last === undefined) return
  const { repeated, times } = last
  delete place.last
  for (const id of repeated.outbound) outbound.set(id, (outbound.get(id) ?? 0) + times)
  for (const id of repeated.inbound) inbound.set(id, (inbound.get(id) ?? 0) + times)
}

function countAttempts(place: Place): void {
  addUp(place)
  const { store, outbound, inbound } = place
  const queues = [
    [store.table(outboundMessages), outbound],
    [store.table(trackerMessages), inbound],
  ] as const
  for (const [table, counts] of queues)
    for (const [id, count] of counts) {
      const attempts = table.get(id)?.attempts
      if (attempts !== undefined) table.update(id, { attempts: attempts + count })
    }
}
