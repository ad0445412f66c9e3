/**
 * How a table declares the fields of its records. The type of a record is inferred from them; the check of an import,
 * filters, redaction and links read them. What takes no argument is a constant.
 */

/** What a value looks like. */
type Form =
  | { readonly form: 'text' | 'flag' | 'instant' | 'dueInstant' | 'json' }
  | {
      readonly form: 'number'
      readonly isWhole?: true
      readonly from?: number
      readonly above?: number
      readonly to?: number
    }
  | { readonly form: 'choice'; readonly values: readonly (string | boolean)[] }
  | { readonly form: 'list' | 'map'; readonly of: Field }
  | { readonly form: 'pair'; readonly of: readonly [Field, Field] }
  | { readonly form: 'object'; readonly fields: Fields }
  | { readonly form: 'either'; readonly of: readonly Field[] }
  | { readonly form: 'later'; readonly of: () => Field }

/** What is true of a field, whatever its form. */
interface Traits {
  readonly isOptional?: true
  readonly isNullable?: true
  /** Its value alone is the key of the table. */
  readonly isKey?: true
  /** Left out wherever records are shown. */
  readonly isSecret?: true
  /** Text that may contain the hash of a session, which is hidden wherever records are shown. */
  readonly hidesHashes?: true
  readonly refersTo?: Reference
  readonly rule?: Rule
}

/** A record of a table that a value names by its key. */
export interface Reference {
  readonly table: string
  /** `existed`: the sequence of the table gave the number, and the record may be gone. `any`: nothing is checked. */
  readonly holds: 'exists' | 'existed' | 'any'
}

interface Rule {
  /** As an error states it, such as `must be written type/subtype`. */
  readonly expected: string
  readonly isValid: (value: never) => boolean
}

/** `T` is the type of the values; `carries` is never set. */
export type Field<T = unknown> = Form & Traits & { readonly carries?: { readonly type: T } }
export type Fields = Readonly<Record<string, Field>>

export type ValueOf<F> = F extends { readonly carries?: { readonly type: infer T } } ? T : never

/** The object that has these fields. */
export type ObjectOf<F> = Flat<
  {
    readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? never : K]: ValueOf<F[K]>
  } & {
    readonly [K in keyof F as F[K] extends { readonly isOptional: true } ? K : never]?: ValueOf<F[K]>
  }
>
type Flat<T> = { [K in keyof T]: T[K] }

export const text: Field<string> = { form: 'text' }
export const flag: Field<boolean> = { form: 'flag' }
export const json: Field<unknown> = { form: 'json' }
/** An instant that the clock can show, in milliseconds since 1970-01-01T00:00:00Z. */
export const instant: Field<number> = { form: 'instant' }
/** When a job is due, which near the end of the calendar is after all that the clock can show. */
export const dueInstant: Field<number> = { form: 'dueInstant' }
/** Any whole number. */
export const whole: Field<number> = { form: 'number', isWhole: true }
/** A number that counts from 0. */
export const count: Field<number> = { form: 'number', isWhole: true, from: 0 }
/** A number that counts from 1. */
export const ordinal: Field<number> = { form: 'number', isWhole: true, from: 1 }
/** An id that a sequence gave. */
export const id: Field<number> = ordinal

export function number(range: { from?: number; above?: number; to?: number } = {}): Field<number> {
  return { form: 'number', ...range }
}

export function wholeNumber(from: number, to?: number): Field<number> {
  return { form: 'number', isWhole: true, from, ...(to === undefined ? {} : { to }) }
}

export function oneOf<const V extends string | boolean>(values: readonly V[]): Field<V> {
  return { form: 'choice', values }
}

export function list<T>(of: Field<T>): Field<readonly T[]> {
  return { form: 'list', of }
}

/** An object whose names anyone may choose. */
export function map<T>(of: Field<T>): Field<Readonly<Record<string, T>>> {
  return { form: 'map', of }
}

export function pair<A, B>(first: Field<A>, second: Field<B>): Field<readonly [A, B]> {
  return { form: 'pair', of: [first, second] }
}

export function object<F extends Fields>(fields: F): Field<ObjectOf<F>> {
  return { form: 'object', fields }
}

export function either<const F extends readonly Field[]>(...of: F): Field<ValueOf<F[number]>> {
  return { form: 'either', of }
}

/** A field that contains itself. */
export function later<T>(of: () => Field<T>): Field<T> {
  return { form: 'later', of }
}

export function optional<T>(field: Field<T>): Field<T> & { readonly isOptional: true } {
  return { ...field, isOptional: true }
}

export function nullable<T>(field: Field<T>): Field<T | null> {
  return { ...field, isNullable: true }
}

export function key(): Field<number>
export function key<T>(field: Field<T>): Field<T>
export function key(field: Field = id): Field {
  return { ...field, isKey: true }
}

const HASH = /^[0-9a-f]{64}$/

/** What is kept of a password, token or session. */
export function secret(): Field<string>
export function secret<T>(field: Field<T>): Field<T>
export function secret(field: Field = matching(HASH)): Field {
  return { ...field, isSecret: true }
}

export function hidingHashes(field: Field<string>): Field<string> {
  return { ...field, hidesHashes: true }
}

/** The key of a record of another table, which exists. */
export function ref(table: string): Field<number>
export function ref<T>(table: string, of: Field<T>): Field<T>
export function ref(table: string, of: Field = id): Field {
  return { ...of, refersTo: { table, holds: 'exists' } }
}

/** The id of a record that exists or once did, such as the user who made something. */
export function pastRef(table: string): Field<number> {
  return { ...id, refersTo: { table, holds: 'existed' } }
}

/** The key of a record that may never have been; nothing checks it. */
export function looseRef(table: string): Field<number>
export function looseRef<T>(table: string, of: Field<T>): Field<T>
export function looseRef(table: string, of: Field = id): Field {
  return { ...of, refersTo: { table, holds: 'any' } }
}

/** A field with a rule besides its form; `expected` completes `'field': …, not 'value'`. */
export function where<T>(field: Field<T>, expected: string, isValid: (value: T) => boolean): Field<T> {
  return { ...field, rule: { expected, isValid } }
}

export function matching(pattern: RegExp): Field<string> {
  return where(text, `invalid string: must match pattern ${String(pattern)}`, (value) => pattern.test(value))
}

/** The name of the field that is the key of a table; undefined if several make up the key. */
export function keyField(fields: Fields): string | undefined {
  return Object.keys(fields).find((name) => fields[name]?.isKey)
}
