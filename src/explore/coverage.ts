/** What an exploration tried: each disturbance by the operation that it happened to. */
import { compareCodePoints } from '../world/order.ts'
import type { Disturbance } from './disturbance.ts'
import type { RunRecord } from './record.ts'

/** One kind of disturbance at one operation. */
export interface PairCoverage {
  readonly kind: string
  /** Runs in which it happened. */
  readonly happened: number
  /** Runs in which it was planned and could not happen: the client had ended, or the call had failed often enough. */
  readonly missed: number
  /** Runs in which it happened and the client failed. */
  readonly failed: number
}

export interface OperationCoverage {
  readonly operation: string
  readonly pairs: readonly PairCoverage[]
  /** Kinds that were never planned for this operation, for lack of budget. */
  readonly untried: readonly string[]
  /** The statuses that the client saw; 0 stands for no response. */
  readonly statuses: readonly number[]
}

export interface ExploreCoverage {
  /** The operations that the client called, by id. */
  readonly operations: readonly OperationCoverage[]
  /** How many transitions of state machines were taken. */
  readonly transitions: number
}

interface Counts {
  happened: number
  missed: number
  failed: number
}

export class CoverageCount {
  readonly #pairs = new Map<string, Map<string, Counts>>()
  readonly #statuses = new Map<string, Set<number>>()
  readonly #transitions = new Set<unknown>()

  /** Planned disturbances that were missed count for the operation that the undisturbed client calls at that place. */
  add(record: RunRecord, undisturbed: RunRecord): void {
    const operationAt = ({ at }: Disturbance): string =>
      (
        record.calls.find(({ number }) => number === at) ??
        undisturbed.calls.find(({ number }) => number === at)
      )?.operation ?? 'none'
    for (const { operation = 'none', status = 0 } of record.calls)
      getOr(this.#statuses, operation, () => new Set<number>()).add(status)
    for (const transition of record.transitions) this.#transitions.add(transition)
    for (const disturbance of record.applied) {
      const counts = this.#countsOf(operationAt(disturbance), disturbance.kind)
      counts.happened++
      if (record.failure !== undefined) counts.failed++
    }
    for (const disturbance of record.missed)
      this.#countsOf(operationAt(disturbance), disturbance.kind).missed++
  }

  /** `kindsOf` returns all kinds that the exploration could plan for an operation. */
  result(kindsOf: (operation: string) => readonly string[]): ExploreCoverage {
    const operations = [...this.#statuses.keys()].sort(compareCodePoints).map((operation) => {
      const counted = this.#pairs.get(operation) ?? new Map<string, Counts>()
      const pairs = [...counted].map(([kind, counts]) => ({ kind, ...counts }))
      return {
        operation,
        pairs: pairs.sort((one, other) => compareCodePoints(one.kind, other.kind)),
        untried: kindsOf(operation).filter((kind) => !counted.has(kind)),
        statuses: [...(this.#statuses.get(operation) ?? [])].sort((one, other) => one - other),
      }
    })
    return { operations, transitions: this.#transitions.size }
  }

  #countsOf(operation: string, kind: string): Counts {
    const ofOperation = getOr(this.#pairs, operation, () => new Map<string, Counts>())
    return getOr(ofOperation, kind, () => ({ happened: 0, missed: 0, failed: 0 }))
  }
}

function getOr<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
