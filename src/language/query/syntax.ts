/** The syntax tree of a query. Every node knows the span of text it was read from. */
import type { Relation } from '../values.ts'
import type { Span } from '../tokens.ts'
import type { FieldName } from './fields.ts'

/** A field, with the name of its property, relationship or rule. */
export interface FieldReference {
  readonly field: FieldName
  readonly name?: string
  /** Compare the name in any letter case. */
  readonly anyCase?: true
}

/** `~`, LIKE and ILIKE are one operator; so are `=` and `==`, `!=` and `<>`. */
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~'

export type QueryValue = Span &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'number'; readonly number: number }
    | { readonly kind: 'boolean'; readonly boolean: boolean }
    | { readonly kind: 'user'; readonly user: string }
    | SpecialValue
  )

/** A baseline or variant of a named space: `('Release 1.0' in space 'ENG')`. */
export interface ScopedValue {
  readonly kind: 'scoped'
  readonly name: string | number
  readonly space: string
}

export type SpecialValue = ScopedValue | { readonly kind: 'currentBaseline' }

/** One condition, as the limit of terms counts it. */
export type ConditionNode = Span &
  (
    | { readonly kind: 'fullText'; readonly text: string }
    | {
        readonly kind: 'comparison'
        readonly field: FieldReference
        readonly operator: ComparisonOperator
        readonly value: QueryValue
      }
    | {
        readonly kind: 'membership'
        readonly field: FieldReference
        readonly negated: boolean
        readonly values: readonly QueryValue[]
        /** The list contains NULL: an absent value matches. */
        readonly orAbsent: boolean
      }
    | { readonly kind: 'presence'; readonly field: FieldReference; readonly absent: boolean }
    | FunctionNode
  )

/** Conditions that the source of the records decides. */
export type FunctionNode = Span &
  (
    | { readonly kind: 'baselineWas'; readonly baseline: string | number | ScopedValue }
    | { readonly kind: 'isModified'; readonly baseline: string | number }
    | {
        readonly kind: 'hasTest'
        readonly last: boolean
        readonly relationship?: string
        readonly status: string
      }
  )

/** An `and` never contains an `and` directly, nor an `or` an `or`: they take any number of operands. */
export type QueryNode = Span &
  (
    | { readonly kind: 'all' }
    | { readonly kind: 'and' | 'or'; readonly operands: readonly QueryNode[] }
    | { readonly kind: 'not'; readonly operand: QueryNode }
    | { readonly kind: 'chain'; readonly relation: Relation; readonly operand: QueryNode }
    | ConditionNode
  )
