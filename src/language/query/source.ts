/** What a query needs of the records that it runs over; the language does not know tables. Good while these do not change. */
import type { FieldValue, Relation, Scalar } from '../values.ts'
import type { FieldReference, FunctionNode, SpecialValue } from './syntax.ts'

/** Records found by an index, in no particular order and possibly more than once. */
export interface Candidates<R> {
  /** An estimate; the plan takes the path with the fewest. */
  readonly count: number
  /** Called only for the chosen path; every call starts again. */
  readonly records: () => Iterable<R>
  /** Every candidate fulfils the condition, so none has to be tested. */
  readonly exact?: boolean
}

/** How a query reads one field of a record. */
export interface FieldBinding<R> {
  /** Undefined or empty if the field is absent. */
  readonly values: (record: R) => FieldValue
  /** The values are the keys of the records of this relation: a condition can be tested once for each. */
  readonly keysAlong?: Relation
  /** The values are days: they are compared with days and moments by the day. */
  readonly days?: true
  /** The values are numbers, so that an unquoted number that is not exact cannot be compared with them. */
  readonly numbers?: true
  /** Records with the same list share one array, so that its results can be cached. */
  readonly shared?: true
  /**
   * At least every record one of whose values equals this one, or undefined without an index. Values are equal when
   * their texts are; a field that tells numbers from texts is asked with the type the query wrote, a field equal in
   * any letter case with a text in upper case, and a property of days with the day, with which moments of it begin.
   */
  readonly lookup?: (value: Scalar) => Candidates<R> | undefined
  /** At least every record that has a value. */
  readonly present?: () => Candidates<R> | undefined
  /** At least every record with a value that begins with this text, both folded with `foldCase`. */
  readonly prefix?: (folded: string) => Candidates<R> | undefined
}

export interface OwnCondition<R> {
  readonly matches: (record: R) => boolean
  /** At least every record that matches, if an index can find them. */
  readonly candidates?: Candidates<R> | undefined
}

export interface QuerySource<R> {
  readonly size: number
  /** Unique among the records. */
  readonly identity: (record: R) => number
  /** Undefined for a field that no record here has. Called once for each mention. */
  readonly field: (field: FieldReference) => FieldBinding<R> | undefined
  /** The value of a property that names this user; undefined for an unknown user. */
  readonly user: (name: string) => Scalar | undefined
  /** Compiles a value other than a number or a text. */
  readonly special: (field: FieldReference, value: SpecialValue) => OwnCondition<R>
  /** Compiles a function, or `baseline was N`. */
  readonly condition: (called: FunctionNode) => OwnCondition<R>
  /** Only records that exist. Called again for a record only if it had none. */
  readonly related: (record: R, relation: Relation) => readonly R[]
  /** At least every record whose relation leads to this one: the inverse of `related`. */
  readonly relatedBy?: (record: R, relation: Relation) => Iterable<R>
  /** All links of a relation, for a query that follows many. */
  readonly allLinks?: (relation: Relation) => AllLinks<R>
}

/** The identity of the record at the start of each link, and the record at its end. */
export type AllLinks<R> = readonly { readonly from: number; readonly target: R }[]
