/** Evaluates formulas over requirements (service §4.1 calculations and aggregations, §4.4 accumulators). */
import type { Scalar } from '../values.ts'
import { STEPS, spend, spendText, stepsOfCriteria } from './budget.ts'
import type { Budget } from './budget.ts'
import { compileFormula } from './operators.ts'
import { toNumber } from './operand-values.ts'
import { fail, isFailure } from './outcome.ts'
import type { Evaluator, Outcome } from './outcome.ts'
import { compileForRequirement, createRun } from './requirement.ts'
import type { Run } from './requirement.ts'
import type { FormulaSource } from './source.ts'
import { summarise } from './statistic.ts'
import { dataTypeOf } from './syntax.ts'
import type { AggregateNode, DataType, Formula, FormulaError } from './syntax.ts'

export type CalculationResult<R> =
  | { readonly record: R; readonly value: Scalar; readonly dataType: DataType }
  | { readonly record: R; readonly error: FormulaError }

/** Undefined if there is no value; then one of the errors explains it. */
export interface AggregationResult<R> {
  readonly value: Scalar | undefined
  readonly dataType: DataType | undefined
  readonly count: number
  /** Errors with their requirements, which the figure leaves out; at most 1,001. */
  readonly errors: readonly (FormulaError & { readonly record?: R })[]
}

/** Results come in the order of the requirements and share the budget. */
export function evaluateCalculation<R>(
  formula: Formula,
  records: Iterable<R>,
  source: FormulaSource<R>,
  budget?: Budget,
): readonly CalculationResult<R>[] {
  const run = createRun(source, budget)
  const evaluate = compileForRequirement(formula.expression, run)
  const results: CalculationResult<R>[] = []
  for (const record of records) {
    const outcome = spendText(run.work, evaluate(record), formula.expression.start)
    results.push(
      isFailure(outcome)
        ? { record, error: plain(outcome) }
        : { record, value: outcome, dataType: dataTypeOf(outcome) },
    )
  }
  return results
}

/** Sums add in the given order, so callers sort by id first. */
export function evaluateAggregation<R>(
  formula: Formula,
  records: Iterable<R>,
  source: FormulaSource<R>,
  budget?: Budget,
): AggregationResult<R> {
  const run = createRun(source, budget)
  const figures = formula.aggregates.map((aggregate) => createFigure(aggregate, run))
  const { count, errors } = addUp(figures, records, run)
  const outcome = run.work.exhausted ?? combine(formula, figures)
  if (!isFailure(outcome)) return { value: outcome, dataType: dataTypeOf(outcome), count, errors }
  return { value: undefined, dataType: undefined, count, errors: [...errors, plain(outcome)] }
}

/** Feeds all requirements to all figures until the work runs out. */
function addUp<R>(
  figures: readonly Figure<R>[],
  records: Iterable<R>,
  { work }: Run<R>,
): Pick<AggregationResult<R>, 'count' | 'errors'> {
  const errors: (FormulaError & { readonly record: R })[] = []
  let count = 0
  for (const record of records) {
    let counted = false
    for (const figure of figures) {
      const outcome = figure.add(record)
      if (work.exhausted !== undefined) return { count, errors }
      if (outcome === true) counted = true
      else if (outcome !== false && errors.length < MAXIMUM_ERRORS) errors.push({ ...outcome, record })
    }
    if (counted) count++
  }
  return { count, errors }
}

function combine<R>(formula: Formula, figures: readonly Figure<R>[]): Outcome {
  const results = new Map(formula.aggregates.map((node, index) => [node, figures[index]?.result()]))
  const evaluate = compileFormula<typeof results>(formula.expression, (node) => {
    const misplaced = fail(node.start, 'this belongs to one requirement, not to a selection')
    return (aggregates) => (node.kind === 'aggregate' ? aggregates.get(node) : undefined) ?? misplaced
  })
  return evaluate(results)
}

/** Requirements with errors beyond these are left out silently. */
const MAXIMUM_ERRORS = 1000

interface Figure<R> {
  /** True if the requirement gave a value, false if it has none, otherwise why its value cannot be used. */
  readonly add: (record: R) => boolean | FormulaError
  readonly result: () => Outcome
}

function createFigure<R>(node: AggregateNode, run: Run<R>): Figure<R> {
  const { statistic, expression, criteria, start } = node
  const fits = criteria === undefined ? () => true : run.source.criteria(criteria)
  const steps = STEPS.figure + (criteria === undefined ? 0 : stepsOfCriteria(criteria))
  const selects = (record: R) => spend(run.work, steps, start) === undefined && fits(record)
  const evaluate: Evaluator<R> =
    expression === undefined ? () => true : compileForRequirement(expression, run)
  if (statistic === 'COUNT') {
    let counted = 0
    return {
      add: (record) => {
        const outcome = selects(record) && evaluate(record)
        if (outcome === false) return false
        if (isFailure(outcome)) return outcome.absent ? false : plain(outcome)
        counted++
        return true
      },
      result: () => counted,
    }
  }
  const numbers: number[] = []
  return {
    add: (record) => {
      if (!selects(record)) return false
      const number = toNumber(evaluate(record), expression ?? node)
      if (isFailure(number)) return number.absent ? false : plain(number)
      numbers.push(number)
      return true
    },
    result: () => summarise(statistic, numbers, start),
  }
}

function plain(failure: FormulaError): FormulaError {
  return { position: failure.position, message: failure.message }
}
