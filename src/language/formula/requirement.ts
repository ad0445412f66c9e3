/** Compiles formulas that are evaluated for one requirement after the other. */
import { cut } from '../syntax-error.ts'
import type { FieldValue, Relation } from '../values.ts'
import { STEPS, createWork, spend, stepsOfText } from './budget.ts'
import type { Budget, Work } from './budget.ts'
import { toBoolean, toNumber } from './operand-values.ts'
import { compileFormula } from './operators.ts'
import { fail, failAbsent, isFailure } from './outcome.ts'
import type { Evaluator, Failure, Outcome } from './outcome.ts'
import type { FormulaSource } from './source.ts'
import { summarise } from './statistic.ts'
import { nameOperand } from './syntax.ts'
import type { FormulaNode, Path, RequirementNode } from './syntax.ts'

/** One evaluation of a formula: its source, its budget, and the links that it has found. */
export interface Run<R> {
  readonly source: FormulaSource<R>
  readonly work: Work
  /** The ends of each relation, as `nameRelation` writes it, by the identity of its start. */
  readonly links: Map<string, Map<number, Found<R>>>
}

export function createRun<R>(source: FormulaSource<R>, budget?: Budget): Run<R> {
  return { source, work: createWork(budget), links: new Map() }
}

/** Within one run, the terms of a statistic are evaluated once for each requirement. */
export function compileForRequirement<R>(expression: FormulaNode, run: Run<R>): Evaluator<R> {
  const { source, work } = run
  const cost = countSteps(expression)
  const evaluate = compileFormula<R>(expression, (node) => {
    switch (node.kind) {
      case 'operand': {
        const { operand, start } = node
        const absent = failAbsent(start, `${cut(nameOperand(operand))} has no value`)
        return (record) => {
          const value = scalarOf(source.value(record, operand))
          return spend(work, stepsOfText(value), start) ?? value ?? absent
        }
      }
      case 'count': {
        const follow = compilePath(node.path, run, node.start)
        return (record) => {
          const reached = follow(record)
          return 'failure' in reached ? reached.failure : reached.records.length
        }
      }
      case 'statistic':
        return compileStatistic(node, run)
      case 'aggregate':
        return () => fail(node.start, 'this belongs to a selection, not to one requirement')
    }
  })
  return (record) => spend(work, cost, expression.start) ?? evaluate(record)
}

function compileStatistic<R>(node: RequirementNode & { kind: 'statistic' }, run: Run<R>): Evaluator<R> {
  const evaluate = oncePerRequirement(compileForRequirement(node.expression, run), run.source)
  const { condition } = node
  const holds =
    condition === undefined
      ? () => true
      : oncePerRequirement(compileForRequirement(condition, run), run.source)
  const follow = compilePath(node.path, run, node.start)
  return (record) => {
    const reached = follow(record)
    if ('failure' in reached) return reached.failure
    const numbers: number[] = []
    for (const target of reached.records) {
      const taken = condition === undefined || toBoolean(holds(target), condition)
      if (taken === false) continue
      if (taken !== true) return taken
      const number = toNumber(evaluate(target), node.expression)
      if (!isFailure(number)) numbers.push(number)
      else if (!number.absent) return number
    }
    return summarise(node.statistic, numbers, node.start)
  }
}

interface Found<R> {
  readonly records: readonly R[]
}

type Reached<R> = Found<R> | { readonly failure: Failure }

/** The requirements at the end of a path, each once, by identity: sums must not depend on how they were reached. */
function compilePath<R>(path: Path, run: Run<R>, position: number): (record: R) => Reached<R> {
  const { identity } = run.source
  const steps = path.map((relation) => compileRelation(relation, run, position))
  return (record) => {
    let reached: readonly R[] = [record]
    for (const linked of steps) {
      if (reached.length === 0) break
      const next = new Map<number, R>()
      for (const from of reached) {
        const found = linked(from)
        if ('failure' in found) return found
        for (const to of found.records) next.set(identity(to), to)
      }
      reached = [...next.values()]
    }
    return { records: reached.toSorted((a, b) => identity(a) - identity(b)) }
  }
}

/** The requirements one relation on, found once in a run: the budget does not see links that lead nowhere. */
function compileRelation<R>(
  relation: Relation,
  { source, work, links }: Run<R>,
  position: number,
): (record: R) => Reached<R> {
  const name = nameRelation(relation)
  const known = links.get(name) ?? new Map<number, Found<R>>()
  links.set(name, known)
  return (record) => {
    const identity = source.identity(record)
    const before = known.get(identity)
    const tooMany = spend(work, before === undefined ? STEPS.findLinks : STEPS.visit, position)
    if (tooMany !== undefined) return { failure: tooMany }
    const found = before ?? { records: [...source.related(record, relation)] }
    if (before === undefined) known.set(identity, found)
    const failure = spend(work, found.records.length * STEPS.followLink, position)
    return failure === undefined ? found : { failure }
  }
}

function nameRelation({ direction, relationship }: Relation): string {
  return relationship === undefined ? direction : `${direction}@${relationship}`
}

function oncePerRequirement<R>(evaluate: Evaluator<R>, source: FormulaSource<R>): Evaluator<R> {
  const outcomes = new Map<number, Outcome>()
  return (record) => {
    const identity = source.identity(record)
    let outcome = outcomes.get(identity)
    if (outcome === undefined) {
      outcome = evaluate(record)
      outcomes.set(identity, outcome)
    }
    return outcome
  }
}

function scalarOf(values: FieldValue): Exclude<FieldValue, readonly unknown[]> {
  if (typeof values !== 'object') return values
  return values.length > 1 ? values.map(String).join(', ') : values[0]
}

/** Steps of an expression without those that are counted on evaluation: statistics, links and texts. */
function countSteps(node: FormulaNode): number {
  switch (node.kind) {
    case 'arithmetic':
      return node.rest.reduce((sum, step) => sum + countSteps(step.operand), 1 + countSteps(node.first))
    case 'negation':
      return 1 + countSteps(node.operand)
    case 'comparison':
      return 1 + countSteps(node.left) + countSteps(node.right)
    case 'number':
      return 1 + countSteps(node.argument)
    case 'if':
      return 1 + countSteps(node.condition) + countSteps(node.whenTrue) + countSteps(node.whenFalse)
    case 'concat':
      return node.parts.reduce((sum, part) => sum + countSteps(part), 1)
    case 'operand':
      return STEPS.operand
    case 'literal':
      return 1 + stepsOfText(node.value)
    default:
      return 1
  }
}
