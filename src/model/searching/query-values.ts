/** Values of queries that a property cannot be compared with (service §4.3): errors, or warnings of a search that has some. */
import type { Grammar } from '../../language/grammar.ts'
import type { QueryPlan } from '../../language/query/plan.ts'
import { invalidParts } from '../input/errors.ts'

/** Throws INVALID for a value that is no day where days are compared, and for a number that is not exact. */
export function refuseUnfitValues(
  { unfit }: Pick<QueryPlan<unknown>, 'unfit'>,
  grammar: Grammar | undefined,
): void {
  if (grammar === undefined || unfit.length === 0) return
  const errors = unfit.filter(({ kind }) =>
    kind === 'day' ? grammar.days === 'refuse' : grammar.numbers !== 'value',
  )
  if (errors.length === 0) return
  const lines = errors.map(({ position, problem }) => `Error at position ${position}: ${problem}`)
  const reasons = new Set(errors.map(({ kind }) => (kind === 'day' ? 'no-day' : 'inexact-number')))
  throw invalidParts(lines, ...reasons)
}

/** Warnings of values that are no days; their comparisons are false. */
export function warningsOfUnfitValues(
  { unfit }: Pick<QueryPlan<unknown>, 'unfit'>,
  grammar: Grammar | undefined,
): readonly string[] {
  if (grammar?.days === 'texts') return []
  return unfit.filter(({ kind }) => kind === 'day').map(({ problem }) => problem)
}
