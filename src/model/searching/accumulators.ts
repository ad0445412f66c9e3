/** Accumulators: figures over the requirements of a search, written as aggregations or taken from columns (service §4.4). */
import type { Grammar } from '../../language/grammar.ts'
import { DEFAULT_STEPS } from '../../language/formula/budget.ts'
import { type AggregationResult, evaluateAggregation } from '../../language/formula/evaluate.ts'
import { parseFormula } from '../../language/formula/parse.ts'
import type { FormulaSource } from '../../language/formula/source.ts'
import type { Formula } from '../../language/formula/syntax.ts'
import { readFormula } from './formulas.ts'
import type { RequirementRecord } from '../records/wiki/requirements.ts'

export interface Accumulator {
  readonly formula: Formula
  /** How many characters precede the caller's text. */
  readonly offset: number
}

/** All accumulators of one call share these steps evenly: a second or so of work. */
const TOTAL_STEPS = 12_000_000

const TOTAL_OF = 'SUM('

/** Reads an aggregation. Throws a Refusal (INVALID) that begins with the position of the first error. */
export function readAccumulator(text: string, grammar?: Grammar): Accumulator {
  return { formula: readFormula(text, 'aggregation', grammar), offset: 0 }
}

/** Reads the formula of a column; a calculation stands for the sum of its results. Throws a Refusal (INVALID). */
export function readColumnAccumulator(text: string, grammar?: Grammar): Accumulator {
  const aggregation = parseFormula(text, 'aggregation', grammar)
  if (aggregation.ok) return { formula: aggregation.formula, offset: 0 }
  readFormula(text, 'calculation')
  return { formula: readFormula(`${TOTAL_OF}${text})`, 'aggregation', grammar), offset: TOTAL_OF.length }
}

/** The order of the requirements does not matter: sums add in order of id. */
export function accumulate(
  accumulators: readonly Accumulator[],
  rows: readonly RequirementRecord[],
  source: FormulaSource<RequirementRecord>,
): readonly AggregationResult<RequirementRecord>[] {
  const ordered = rows.toSorted((a, b) => a.id - b.id)
  const steps = Math.min(DEFAULT_STEPS, Math.floor(TOTAL_STEPS / Math.max(accumulators.length, 1)))
  return accumulators.map(({ formula, offset }) => {
    const result = evaluateAggregation(formula, ordered, source, { steps })
    const errors = result.errors.map((error) => ({
      ...error,
      position: Math.max(0, error.position - offset),
    }))
    return { ...result, errors }
  })
}
