/** Makes the comparator that a sort clause stands for. */
import { compareForSorting } from '../values.ts'
import type { Scalar } from '../values.ts'
import type { SortColumn, SortTerm } from './parse.ts'

export interface SortSource<R> {
  /** Unique among the records. */
  readonly identity: (record: R) => number
  readonly column: (record: R, column: SortColumn) => Scalar | undefined
}

/** A total order. An absent value sorts last; equal records sort by identity. */
export function orderByComparator<R>(
  terms: readonly SortTerm[],
  source: SortSource<R>,
): (a: R, b: R) => number {
  return (a, b) => {
    for (const { column, descending } of terms) {
      const order = compareColumn(source.column(a, column), source.column(b, column))
      if (order !== 0) return descending ? -order : order
    }
    return compareForSorting(source.identity(a), source.identity(b))
  }
}

function compareColumn(a: Scalar | undefined, b: Scalar | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return compareForSorting(a, b)
}
