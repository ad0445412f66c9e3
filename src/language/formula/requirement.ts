/** Compiles formulas that are evaluated for one requirement after the other. */
import { cut } from '../syntax-error.ts'
import type { FieldValue } from '../values.ts'
import { compileFormula, toBoolean } from './operators.ts'
import { fail, failAbsent, isFailure, toNumber } from './outcome.ts'
import type { Evaluator, Failure, Outcome } from './outcome.ts'
import type { FormulaSource } from './source.ts'
import { summarise } from './statistic.ts'
import { nameOperand } from './syntax.ts'
import type { FormulaNode, Path, RequirementNode } from './syntax.ts'

/** Nodes evaluated and links followed in one run, unless the caller says otherwise. */
export const DEFAULT_BUDGET = 10_000_000

/** What is left of a run's steps. */
export interface Work {
  readonly budget: number
  left: number
  /** Set once something did not fit: whatever was summed up is then not the whole. */
  exhausted?: Failure
}

export function createWork(budget = DEFAULT_BUDGET): Work {
  return { budget, left: budget }
}

/** Compiles an expression. Within one run, the terms of a statistic are evaluated once per requirement. */
export function compileForRequirement<R>(
  expression: FormulaNode,
  source: FormulaSource<R>,
  work: Work,
): Evaluator<R> {
  const cost = countNodes(expression)
  const evaluate = compileFormula<R>(expression, (node) => {
    switch (node.kind) {
      case 'operand': {
        const { operand, start } = node
        const absent = failAbsent(start, `${cut(nameOperand(operand))} has no value`)
        return (record) => scalarOf(source.value(record, operand)) ?? absent
      }
      case 'count':
        return (record) => {
          const reached = follow(record, node.path, source, work, node.start)
          return 'failure' in reached ? reached.failure : reached.records.length
        }
      case 'statistic':
        return compileStatistic(node, source, work)
      case 'aggregate':
        return () => fail(node.start, 'this belongs to a selection, not to one requirement')
    }
  })
  return (record) => spend(work, cost, expression.start) ?? evaluate(record)
}

function compileStatistic<R>(
  node: RequirementNode & { kind: 'statistic' },
  source: FormulaSource<R>,
  work: Work,
): Evaluator<R> {
  const evaluate = oncePerRequirement(compileForRequirement(node.expression, source, work), source)
  const { condition } = node
  const holds =
    condition === undefined
      ? () => true
      : oncePerRequirement(compileForRequirement(condition, source, work), source)
  return (record) => {
    const reached = follow(record, node.path, source, work, node.start)
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

type Reached<R> = { readonly records: readonly R[] } | { readonly failure: Failure }

/** The requirements at the end of a path, each once, by identity: sums then do not depend on how they were reached. */
function follow<R>(
  record: R,
  path: Path,
  source: FormulaSource<R>,
  work: Work,
  position: number,
): Reached<R> {
  let reached: readonly R[] = [record]
  for (const relation of path) {
    if (reached.length === 0) break
    const next = new Map<number, R>()
    for (const from of reached) {
      const spent = spend(work, 1, position)
      if (spent !== undefined) return { failure: spent }
      for (const to of source.related(from, relation)) {
        next.set(source.identity(to), to)
        work.left--
      }
    }
    reached = [...next.values()]
  }
  return { records: reached.toSorted((a, b) => source.identity(a) - source.identity(b)) }
}

/** Takes steps off what is left; a failure once there are not enough. */
export function spend(work: Work, steps: number, position: number): Failure | undefined {
  if (work.left >= steps) {
    work.left -= steps
    return undefined
  }
  work.left = 0
  work.exhausted ??= fail(
    position,
    `the formula takes more than ${work.budget} steps over this selection; narrow it down`,
  )
  return work.exhausted
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

/** Several values count as their text. */
function scalarOf(values: FieldValue): Exclude<FieldValue, readonly unknown[]> {
  if (typeof values !== 'object') return values
  return values.length > 1 ? values.map(String).join(', ') : values[0]
}

/** Nodes of an expression without those that have costs of their own: the terms of statistics. */
function countNodes(node: FormulaNode): number {
  switch (node.kind) {
    case 'arithmetic':
      return node.rest.reduce((sum, step) => sum + countNodes(step.operand), 1 + countNodes(node.first))
    case 'negation':
      return 1 + countNodes(node.operand)
    case 'comparison':
      return 1 + countNodes(node.left) + countNodes(node.right)
    case 'number':
      return 1 + countNodes(node.argument)
    case 'if':
      return 1 + countNodes(node.condition) + countNodes(node.whenTrue) + countNodes(node.whenFalse)
    case 'concat':
      return node.parts.reduce((sum, part) => sum + countNodes(part), 1)
    default:
      return 1
  }
}
