/** The syntax tree of a query. Every node knows the span of text it was read from. */
import type { NumberSpelling, Relation } from '../values.ts'
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
  /** After `~`, the text is a pattern; see like.ts. */
  (
    | { readonly kind: 'text'; readonly text: string }
    | ({ readonly kind: 'number' } & NumberSpelling)
    | { readonly kind: 'boolean'; readonly boolean: boolean }
    | { readonly kind: 'user'; readonly user: string }
    | SpecialValue
  )

/** The name of a record in quotes, or an unquoted number, which is its identifier or a name of digits. */
export type RecordName = string | NumberSpelling

/** A baseline or variant of a named space: `('Release 1.0' in space 'ENG')`. */
export interface ScopedValue {
  readonly kind: 'scoped'
  readonly name: RecordName
  readonly space: string
}

export type SpecialValue = ScopedValue | { readonly kind: 'currentBaseline' }

/** One condition, as the limit of terms counts it. */
export type ConditionNode = Span &
  /** The text is a pattern; see like.ts. */
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
    | { readonly kind: 'baselineWas'; readonly baseline: RecordName | ScopedValue }
    | { readonly kind: 'isModified'; readonly baseline: RecordName }
    | {
        readonly kind: 'hasTest'
        readonly last: boolean
        readonly relationship?: string
        /** A pattern; see like.ts. */
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
