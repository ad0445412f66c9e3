/** How much of a session holds against its draft: replayed responses that are as recorded, by operation. */
import { compareCodePoints } from '../world/order.ts'
import type { Outcome } from '../replay/session.ts'

export interface Share {
  readonly replayed: number
  readonly held: number
}

export interface OperationShare extends Share {
  /** The id, or `none` for calls that match no operation. */
  readonly operation: string
}

export function shareOf(outcomes: readonly Outcome[]): Share {
  return { replayed: outcomes.length, held: outcomes.filter(holds).length }
}

/** Those with the most responses that do not hold first. */
export function sharesByOperation(outcomes: readonly Outcome[]): readonly OperationShare[] {
  return [...Map.groupBy(outcomes, ({ operation }) => operation?.id ?? 'none')]
    .map(([operation, own]) => ({ operation, ...shareOf(own) }))
    .sort(
      (a, b) => b.replayed - b.held - (a.replayed - a.held) || compareCodePoints(a.operation, b.operation),
    )
}

/** Rounded down, so that only a whole session is 100. */
export function percentOf({ replayed, held }: Share): number {
  return replayed === 0 ? 100 : Math.floor((held / replayed) * 1000) / 10
}

const holds = ({ differences }: Outcome): boolean => differences.length === 0
