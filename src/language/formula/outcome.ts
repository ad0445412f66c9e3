/** What evaluating a part of a formula can end in: a value, or a failure that says where and why. */
import { cut } from '../syntax-error.ts'
import { numberOf } from '../values.ts'
import type { Scalar } from '../values.ts'
import { nameOperand } from './syntax.ts'
import type { FormulaError, FormulaNode } from './syntax.ts'

/** Sums skip an absent value; any other failure spoils them. */
export interface Failure extends FormulaError {
  readonly absent: boolean
}

export type Outcome = Scalar | Failure

/** Evaluates part of a formula for a requirement, or for the figures of a selection. */
export type Evaluator<Subject> = (subject: Subject) => Outcome

export function isFailure(outcome: Outcome): outcome is Failure {
  return typeof outcome === 'object'
}

export function fail(position: number, message: string): Failure {
  return { position, message, absent: false }
}

export function failAbsent(position: number, message: string): Failure {
  return { position, message, absent: true }
}

export function toNumber(outcome: Outcome, node: FormulaNode): number | Failure {
  if (typeof outcome === 'number' || isFailure(outcome)) return outcome
  return numberOf(outcome) ?? fail(node.start, `${describe(node, outcome)}, not a number`)
}

/** A finite result; minus zero becomes zero. */
export function finite(number: number, position: number): Outcome {
  if (Number.isFinite(number)) return number === 0 ? 0 : number
  return fail(position, 'the result is beyond what a number can hold')
}

/** `@Cost is 'high'`, or the bare value of a node without a name. */
export function describe(node: FormulaNode, value: Scalar): string {
  const shown = typeof value === 'string' ? `'${cut(value)}'` : String(value)
  return node.kind === 'operand' ? `${cut(nameOperand(node.operand))} is ${shown}` : `the value is ${shown}`
}
