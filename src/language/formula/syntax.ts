/** The syntax tree of a formula. Every node knows the span of text it was read from. */
import type { QueryNode } from '../query/syntax.ts'
import type { Span } from '../tokens.ts'
import type { Relation, Scalar } from '../values.ts'

/** Calculations have a value for each requirement, aggregations for a whole selection (service §4.1). */
export type FormulaLanguage = 'calculation' | 'aggregation'

/** `@Name`, or `ext@Name` for an external property. */
export interface Operand {
  readonly external: boolean
  readonly name: string
}

/** `POW` is written as a function. */
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | 'POW'
export type FormulaComparison = '=' | '!=' | '<' | '<=' | '>' | '>='
export type NumberFunction = 'ABS' | 'CEIL' | 'FLOOR' | 'ROUND' | 'SQRT'
export type Statistic = 'SUM' | 'AVG' | 'MIN' | 'MAX'

/** Requirements at the end of several relations, each counted once. */
export type Path = readonly Relation[]

/** A node that depends on the requirement. */
export type RequirementNode = Span &
  (
    | { readonly kind: 'operand'; readonly operand: Operand }
    | { readonly kind: 'count'; readonly path: Path }
    | {
        readonly kind: 'statistic'
        readonly statistic: Statistic
        readonly expression: FormulaNode
        /** Counts only requirements for which this is true: AVGIF. */
        readonly condition?: FormulaNode
        readonly path: Path
      }
  )

/** A figure over a selection; `COUNT(*)` has no expression and counts all. */
export interface AggregateNode extends Span {
  readonly kind: 'aggregate'
  readonly statistic: Statistic | 'COUNT'
  readonly expression?: FormulaNode
  readonly criteria?: QueryNode
}

/** Operators over any operands. Long sums are one node, so no tree is deeper than its nesting. */
export type FormulaNode = Span &
  (
    | { readonly kind: 'literal'; readonly value: Scalar }
    | { readonly kind: 'arithmetic'; readonly first: FormulaNode; readonly rest: readonly ArithmeticStep[] }
    | { readonly kind: 'negation'; readonly operand: FormulaNode }
    | {
        readonly kind: 'comparison'
        readonly operator: FormulaComparison
        readonly left: FormulaNode
        readonly right: FormulaNode
      }
    | { readonly kind: 'number'; readonly called: NumberFunction; readonly argument: FormulaNode }
    | {
        readonly kind: 'if'
        readonly condition: FormulaNode
        readonly whenTrue: FormulaNode
        readonly whenFalse: FormulaNode
      }
    | { readonly kind: 'concat'; readonly parts: readonly FormulaNode[] }
    | RequirementNode
    | AggregateNode
  )

export interface ArithmeticStep {
  readonly operator: ArithmeticOperator
  readonly operand: FormulaNode
}

export interface Formula {
  readonly language: FormulaLanguage
  readonly expression: FormulaNode
  /** In the order of the text; none in a calculation. */
  readonly aggregates: readonly AggregateNode[]
  /** What the formula refers to, as written, each once: `@Cost`, `ext@Cost`, `from@refines`. */
  readonly references: readonly string[]
}

/** An error of a formula, or of its value for one requirement. Positions count UTF-16 units from 0. */
export interface FormulaError {
  readonly position: number
  readonly message: string
}

export type DataType = 'NUMBER' | 'STRING' | 'BOOLEAN'

/** An operand as formulas write it, without the backslashes. */
export function nameOperand(operand: Operand): string {
  return `${operand.external ? 'ext' : ''}@${operand.name}`
}

export function dataTypeOf(value: Scalar): DataType {
  if (typeof value === 'number') return 'NUMBER'
  return typeof value === 'boolean' ? 'BOOLEAN' : 'STRING'
}
