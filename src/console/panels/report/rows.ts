/** The rows of the report's operations, filtered and sorted. */
import type { OperationReport } from '../../../gateway/report/report.ts'

export const SORTS = [
  { id: 'declared', title: 'as declared' },
  { id: 'exercised', title: 'most exercised first' },
  { id: 'refused', title: 'most errors first' },
  { id: 'invalid', title: 'most invalid responses first' },
  { id: 'stateful', title: 'most writing first' },
  { id: 'faulted', title: 'most faulted first' },
  { id: 'gaps', title: 'most gaps first' },
  { id: 'operation', title: 'by name' },
] as const
export type Sort = (typeof SORTS)[number]['id']

export const SHOWINGS = [
  { id: 'exercised', title: 'exercised' },
  { id: 'all', title: 'all' },
  { id: 'unexercised', title: 'not exercised' },
  { id: 'invalid', title: 'with invalid responses' },
  { id: 'faulted', title: 'faulted' },
] as const
export type Showing = (typeof SHOWINGS)[number]['id']

export interface RowChoice {
  readonly text: string
  readonly showing: Showing
  readonly sort: Sort
}

/** Responses with 400 and above. */
function refusals({ statuses }: OperationReport): number {
  return Object.entries(statuses).reduce(
    (sum, [status, times]) => sum + (Number(status) >= 400 ? times : 0),
    0,
  )
}

const WEIGHTS: Readonly<Record<Exclude<Sort, 'declared' | 'operation'>, (row: OperationReport) => number>> = {
  exercised: ({ exercised }) => exercised,
  refused: refusals,
  invalid: ({ invalid }) => invalid,
  stateful: ({ stateful }) => stateful,
  faulted: ({ faulted }) => faulted,
  gaps: ({ gaps }) => gaps.length,
}

/** The filtered rows; equal rows stay in the order of declaration. */
export function chooseRows(
  rows: readonly OperationReport[],
  { text, showing, sort }: RowChoice,
): readonly OperationReport[] {
  const words = text.toLowerCase().split(/\s+/)
  const listed = rows.filter((row) => {
    const name = `${row.operation} ${row.stability} ${row.provenance} ${row.interface}`.toLowerCase()
    return isShown(row, showing) && words.every((word) => name.includes(word))
  })
  if (sort === 'declared') return listed
  if (sort === 'operation') return listed.toSorted((a, b) => (a.operation < b.operation ? -1 : 1))
  const weight = WEIGHTS[sort]
  return listed.toSorted((a, b) => weight(b) - weight(a))
}

function isShown({ exercised, invalid, faulted }: OperationReport, showing: Showing): boolean {
  switch (showing) {
    case 'all':
      return true
    case 'exercised':
      return exercised > 0
    case 'unexercised':
      return exercised === 0
    case 'invalid':
      return invalid > 0
    case 'faulted':
      return faulted > 0
  }
}
