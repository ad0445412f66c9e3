/** The number or truth value of an operand, or the failure that says why it has none (service §4.4). */
import { cut } from '../syntax-error.ts'
import { numberOf } from '../values.ts'
import type { Scalar } from '../values.ts'
import { fail, type Failure, isFailure, type Outcome } from './outcome.ts'
import { nameOperand } from './syntax.ts'
import type { FormulaNode } from './syntax.ts'

export function toNumber(outcome: Outcome, node: FormulaNode): number | Failure {
  if (typeof outcome === 'number' || isFailure(outcome)) return outcome
  return numberOf(outcome) ?? fail(node.start, `${describe(node, outcome)}, not a number`)
}

/** The truth value of an outcome; an absent one is false. */
export function toBoolean(outcome: Outcome, node: FormulaNode): Outcome {
  if (typeof outcome === 'boolean') return outcome
  if (isFailure(outcome)) return outcome.absent ? false : outcome
  const text = String(outcome).toLowerCase()
  if (text === 'true' || text === 'false') return text === 'true'
  return fail(node.start, `${describe(node, outcome)}, not true or false`)
}

/** `@Cost is 'high'`, or the bare value of a node without a name. */
function describe(node: FormulaNode, value: Scalar): string {
  const shown = typeof value === 'string' ? `'${cut(value)}'` : String(value)
  return node.kind === 'operand' ? `${cut(nameOperand(node.operand))} is ${shown}` : `the value is ${shown}`
}
