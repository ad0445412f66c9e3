/** The report: what the exchanges so far exercised, and how far they leaned on what is not documented. */
import { type AssumptionId, assumptions } from '../api/assumptions.ts'
import type { Operation, Provenance, Stability } from '../api/operation.ts'
import { compareCodePoints } from '../world/order.ts'
import type { JournalEntry } from './journal.ts'

export interface OperationReport {
  readonly operation: string
  readonly stability: Stability
  readonly provenance: Provenance
  /** Number of exchanges, and of answers by status. */
  readonly exercised: number
  readonly statuses: Readonly<Record<string, number>>
}

export interface Report {
  readonly exchanges: number
  readonly operations: readonly OperationReport[]
  /** Exchanges that matched no operation. */
  readonly unmatched: number
  /** Parameters and fields that were sent and that nothing reads, with how often. */
  readonly unknown: readonly { readonly operation: string; readonly name: string; readonly times: number }[]
  readonly assumptions: readonly {
    readonly id: AssumptionId
    readonly title: string
    readonly times: number
  }[]
  /** Exchanges that a rate limit refused, or would have refused. */
  readonly rateLimited: number
}

/** Sums up journal entries as they come, so that the report outlives the journal's bounds. */
export class ReportBuilder {
  exchanges = 0
  unmatched = 0
  rateLimited = 0
  readonly operations = new Map<string, { times: number; statuses: Map<number, number> }>()
  readonly unknown = new Map<string, number>()
  readonly assumptions = new Map<AssumptionId, number>()

  add(entry: JournalEntry): void {
    this.exchanges++
    if (entry.rateLimitExceeded) this.rateLimited++
    for (const id of entry.assumptions) this.assumptions.set(id, (this.assumptions.get(id) ?? 0) + 1)
    if (entry.operation === undefined) {
      this.unmatched++
      return
    }
    const known = this.operations.get(entry.operation) ?? { times: 0, statuses: new Map<number, number>() }
    known.times++
    known.statuses.set(entry.answer.status, (known.statuses.get(entry.answer.status) ?? 0) + 1)
    this.operations.set(entry.operation, known)
    for (const name of entry.unknownParameters) this.#countUnknown(entry.operation, name)
    for (const name of entry.unknownFields) this.#countUnknown(entry.operation, name)
  }

  #countUnknown(operation: string, name: string): void {
    const key = `${operation} ${name}`
    // Names come from callers: their number is bounded.
    if (this.unknown.has(key) || this.unknown.size < 1000)
      this.unknown.set(key, (this.unknown.get(key) ?? 0) + 1)
  }
}

/** The report over these operations, in the order of their declaration. */
export function createReport(builder: ReportBuilder, operations: readonly Operation[]): Report {
  return {
    exchanges: builder.exchanges,
    unmatched: builder.unmatched,
    rateLimited: builder.rateLimited,
    operations: operations.map(({ id, stability, provenance }) => {
      const known = builder.operations.get(id)
      const statuses = [...(known?.statuses ?? [])].toSorted(([a], [b]) => a - b)
      return {
        operation: id,
        stability,
        provenance,
        exercised: known?.times ?? 0,
        statuses: Object.fromEntries(statuses),
      }
    }),
    unknown: [...builder.unknown]
      .toSorted(([a], [b]) => compareCodePoints(a, b))
      .map(([key, times]) => {
        const space = key.indexOf(' ')
        return { operation: key.slice(0, space), name: key.slice(space + 1), times }
      }),
    assumptions: assumptions.flatMap(({ id, title }) => {
      const times = builder.assumptions.get(id)
      return times === undefined ? [] : [{ id, title, times }]
    }),
  }
}
