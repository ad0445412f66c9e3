/** What formulas are evaluated over. The owner of the requirements implements this. */
import type { QueryNode } from '../query/syntax.ts'
import type { FieldValue, Relation } from '../values.ts'
import type { Operand } from './syntax.ts'

/** What a formula needs to know of the requirements. All answers are of one moment. */
export interface FormulaSource<R> {
  /** A number that no two requirements share. */
  readonly identity: (record: R) => number
  /** The values of a property; several count as their text, joined by `, `. */
  readonly value: (record: R, operand: Operand) => FieldValue
  /** The requirements that a relation leads to, those that exist. */
  readonly related: (record: R, relation: Relation) => Iterable<R>
  /** The test for the criteria of an aggregation. */
  readonly criteria: (query: QueryNode) => (record: R) => boolean
}
