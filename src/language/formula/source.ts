/** What formulas are evaluated over. The owner of the requirements implements this. */
import type { QueryNode } from '../query/syntax.ts'
import type { FieldValue, Relation } from '../values.ts'
import type { Operand } from './syntax.ts'

/** What a formula reads of requirements, which must not change meanwhile. */
export interface FormulaSource<R> {
  /** Unique among the requirements. */
  readonly identity: (record: R) => number
  /** Several values count as their text, joined by `, `. */
  readonly value: (record: R, operand: Operand) => FieldValue
  readonly related: (record: R, relation: Relation) => Iterable<R>
  readonly criteria: (query: QueryNode) => (record: R) => boolean
}
