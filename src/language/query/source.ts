/** What a query needs of the records that it runs over; the language does not know tables. Good while these do not change. */
import type { FieldValue, Relation, Scalar } from '../values.ts'
import type { FieldReference, FunctionNode, SpecialValue } from './syntax.ts'

/** Records reached by an index. Their order carries no meaning, and a record may come more than once. */
export interface Candidates<R> {
  /** How many, roughly; the plan takes the way with the fewest. */
  readonly count: number
  /** Read only for a way that is taken; every call begins anew. */
  readonly records: () => Iterable<R>
  /** No record among them fails the condition, so that none has to be tested. */
  readonly exact?: boolean
}

/** How one field of a query is read from a record. */
export interface FieldBinding<R> {
  /** The values that the field has in the record; undefined or empty when it is absent. */
  readonly values: (record: R) => FieldValue
  /** Its values are the keys of the records that this relation leads to: a condition can be tested on these, each once. */
  readonly keysAlong?: Relation
  /** Records that have the same list share one array, so that what is made of it is made once. */
  readonly shared?: true
  /**
   * At least every record one of whose values equals this one, or undefined without an index. Values are equal when
   * their texts are; a field that tells numbers from texts is asked with the type the query wrote, and a field equal in
   * any letter case with a text in upper case.
   */
  readonly lookup?: (value: Scalar) => Candidates<R> | undefined
  /** At least every record one of whose values begins with this text once both are folded with `foldCase`. */
  readonly prefix?: (folded: string) => Candidates<R> | undefined
}

/** A condition that the records' owner decides. */
export interface OwnCondition<R> {
  readonly matches: (record: R) => boolean
  /** At least every record that matches, when an index gives them. */
  readonly candidates?: Candidates<R> | undefined
}

/** The records that a query runs over. */
export interface QuerySource<R> {
  /** How many records a full scan reads. */
  readonly size: number
  /** A number that no two records share. */
  readonly identity: (record: R) => number
  /** How a field is read; undefined for a field that no record here has. Asked once per mention. */
  readonly field: (field: FieldReference) => FieldBinding<R> | undefined
  /** The value that a property naming this user holds, or undefined for an unknown user. */
  readonly user: (name: string) => Scalar | undefined
  /** The test for a field's value that is more than a number or a text. */
  readonly special: (field: FieldReference, value: SpecialValue) => OwnCondition<R>
  /** The test for a function, or for `baseline was N`. */
  readonly condition: (called: FunctionNode) => OwnCondition<R>
  /** The records that a relation leads to, those that exist; asked about a record again only when there were none. */
  readonly related: (record: R, relation: Relation) => readonly R[]
  /** At least every record whose relation leads to this one: `related` the other way round. */
  readonly relatedBy?: (record: R, relation: Relation) => Iterable<R>
  /** Everything that `related` leads to from any record, for a query that asks about many. */
  readonly allLinks?: (relation: Relation) => AllLinks<R>
}

/** The links of a relation: the identity of the record that each leads from, and the record that it leads to. */
export type AllLinks<R> = readonly { readonly from: number; readonly target: R }[]
