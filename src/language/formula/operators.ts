/** Compiles the operators and functions that need nothing but the outcomes of their operands. */
import { hasMoreCharacters } from '../../world/characters.ts'
import { compareCodePoints } from '../../world/order.ts'
import { MAXIMUM_QUERY_LENGTH } from '../limits.ts'
import { numberOf } from '../values.ts'
import type { Scalar } from '../values.ts'
import { toBoolean, toNumber } from './operand-values.ts'
import { fail, finite, isFailure } from './outcome.ts'
import type { Evaluator, Outcome } from './outcome.ts'
import type {
  AggregateNode,
  ArithmeticOperator,
  FormulaComparison,
  FormulaNode,
  NumberFunction,
  RequirementNode,
} from './syntax.ts'

/** Compiles a formula once, so that evaluation never walks the tree; `leaf` compiles what depends on the subject. */
export function compileFormula<Subject>(
  node: FormulaNode,
  leaf: (node: RequirementNode | AggregateNode) => Evaluator<Subject>,
): Evaluator<Subject> {
  const compile = (part: FormulaNode) => compileFormula(part, leaf)
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'arithmetic':
      return compileArithmetic(node, compile)
    case 'negation': {
      const operand = compile(node.operand)
      return (subject) => {
        const number = toNumber(operand(subject), node.operand)
        return isFailure(number) ? number : finite(-number, node.start)
      }
    }
    case 'comparison': {
      const [left, right] = [compile(node.left), compile(node.right)]
      return (subject) => compareOutcomes(node.operator, left(subject), right(subject))
    }
    case 'number':
      return compileNumberFunction(node, compile)
    case 'if':
      return compileIf(node, compile)
    case 'concat':
      return compileConcat(node, compile)
    default:
      return leaf(node)
  }
}

type Compile<Subject> = (node: FormulaNode) => Evaluator<Subject>

function compileArithmetic<Subject>(
  node: FormulaNode & { kind: 'arithmetic' },
  compile: Compile<Subject>,
): Evaluator<Subject> {
  const first = compile(node.first)
  const steps = node.rest.map((step) => ({ ...step, evaluate: compile(step.operand) }))
  return (subject) => {
    let total: Outcome = toNumber(first(subject), node.first)
    for (const { operator, operand, evaluate } of steps) {
      if (typeof total !== 'number') return total
      const number = toNumber(evaluate(subject), operand)
      total = isFailure(number) ? number : calculate(operator, total, number, operand.start)
    }
    return total
  }
}

/** The remainder has the sign of the dividend. */
function calculate(operator: ArithmeticOperator, left: number, right: number, position: number): Outcome {
  if (right === 0 && (operator === '/' || operator === '%')) return fail(position, 'division by zero')
  if (operator === 'POW' && left === 0 && right < 0) return fail(position, 'division by zero')
  switch (operator) {
    case '+':
      return finite(left + right, position)
    case '-':
      return finite(left - right, position)
    case '*':
      return finite(left * right, position)
    case '/':
      return finite(left / right, position)
    case '%':
      return finite(left % right, position)
    case 'POW':
      if (left < 0 && !Number.isInteger(right))
        return fail(position, `POW of ${left}, which is negative, with a fractional exponent`)
      return finite(power(left, right), position)
  }
}

/**
 * JavaScript engines round powers differently: whole exponents multiply, others keep the 14 digits on which engines
 * agree.
 */
function power(base: number, exponent: number): number {
  if (!Number.isInteger(exponent)) return Number((base ** exponent).toPrecision(14))
  let result = 1
  let factor = base
  for (let rest = Math.abs(exponent); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result *= factor
    factor *= factor
  }
  return exponent < 0 ? 1 / result : result
}

/** A comparison with an absent value is false. Two numbers compare as numbers, anything else as text. */
function compareOutcomes(operator: FormulaComparison, left: Outcome, right: Outcome): Outcome {
  if (isFailure(left) && !left.absent) return left
  if (isFailure(right) && !right.absent) return right
  if (isFailure(left) || isFailure(right)) return false
  const order = compareScalars(left, right)
  switch (operator) {
    case '=':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

function compareScalars(left: Scalar, right: Scalar): number {
  const a = numberOf(left)
  const b = a === undefined ? undefined : numberOf(right)
  if (a !== undefined && b !== undefined) return a < b ? -1 : Number(a > b)
  return compareCodePoints(String(left), String(right))
}

const NUMBER_FUNCTIONS: Readonly<Record<NumberFunction, (number: number) => number>> = {
  ABS: Math.abs,
  CEIL: Math.ceil,
  FLOOR: Math.floor,
  // Rounds halves away from zero.
  ROUND: (number) => Math.sign(number) * Math.round(Math.abs(number)),
  SQRT: Math.sqrt,
}

function compileNumberFunction<Subject>(
  node: FormulaNode & { kind: 'number' },
  compile: Compile<Subject>,
): Evaluator<Subject> {
  const argument = compile(node.argument)
  const apply = NUMBER_FUNCTIONS[node.called]
  return (subject) => {
    const number = toNumber(argument(subject), node.argument)
    if (isFailure(number)) return number
    if (node.called === 'SQRT' && number < 0)
      return fail(node.argument.start, `SQRT of ${number}, which is negative`)
    return finite(apply(number), node.start)
  }
}

function compileIf<Subject>(
  node: FormulaNode & { kind: 'if' },
  compile: Compile<Subject>,
): Evaluator<Subject> {
  const condition = compile(node.condition)
  const [whenTrue, whenFalse] = [compile(node.whenTrue), compile(node.whenFalse)]
  return (subject) => {
    const holds = toBoolean(condition(subject), node.condition)
    if (isFailure(holds)) return holds
    return holds === true ? whenTrue(subject) : whenFalse(subject)
  }
}

/** Limits the length of texts, which CONCAT could otherwise grow without bound. */
function compileConcat<Subject>(
  node: FormulaNode & { kind: 'concat' },
  compile: Compile<Subject>,
): Evaluator<Subject> {
  const parts = node.parts.map(compile)
  return (subject) => {
    let text = ''
    for (const part of parts) {
      const outcome = part(subject)
      if (!isFailure(outcome)) text += String(outcome)
      else if (!outcome.absent) return outcome
      if (hasMoreCharacters(text, MAXIMUM_QUERY_LENGTH))
        return fail(node.start, `the text is longer than ${MAXIMUM_QUERY_LENGTH} characters`)
    }
    return text
  }
}
