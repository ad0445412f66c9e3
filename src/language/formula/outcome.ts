/** What evaluating a part of a formula can end in: a value, or a failure that says where and why. */
import type { Scalar } from '../values.ts'
import type { FormulaError } from './syntax.ts'

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

/** A finite result; minus zero becomes zero. */
export function finite(number: number, position: number): Outcome {
  if (Number.isFinite(number)) return number === 0 ? 0 : number
  return fail(position, 'the result is beyond what a number can hold')
}
