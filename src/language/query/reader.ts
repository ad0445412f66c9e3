/** Reads fields of records, each once per record however many conditions ask for it. */
import { escapeName } from '../tokens.ts'
import { foldCase } from '../values.ts'
import type { FieldValue, Scalar } from '../values.ts'
import type { FieldReference } from './syntax.ts'
import type { FieldBinding, QuerySource } from './source.ts'

/** One field of the records at hand. */
export interface FieldReader<R> {
  readonly binding: FieldBinding<R> | undefined
  readonly values: (record: R) => FieldValue
  /** The same values as texts in folded letter case. */
  readonly folded: (record: R) => FieldValue
}

/** Gives the reader of a field, the same one to every condition on it. */
export function createReaders<R>(source: QuerySource<R>): (field: FieldReference) => FieldReader<R> {
  const readers = new Map<string, FieldReader<R>>()
  return (field) => {
    const id = field.name === undefined ? field.field : `${field.field}@${escapeName(field.name)}`
    let reader = readers.get(id)
    if (reader === undefined) {
      reader = createReader(source.field(field))
      readers.set(id, reader)
    }
    return reader
  }
}

/** True when a field has no value. */
export function isAbsent(values: FieldValue): boolean {
  return values === undefined || (typeof values === 'object' && values.length === 0)
}

/** True when one of the values passes the test. */
export function someValue(values: FieldValue, test: (value: Scalar) => boolean): boolean {
  if (values === undefined) return false
  return typeof values === 'object' ? values.some(test) : test(values)
}

function createReader<R>(binding: FieldBinding<R> | undefined): FieldReader<R> {
  if (binding === undefined) return { binding, values: () => undefined, folded: () => undefined }
  const values = rememberLast(binding.values)
  return { binding, values, folded: rememberLast((record: R) => foldValues(values(record))) }
}

/** A scan asks about the same record again and again before it goes on to the next. */
function rememberLast<R>(read: (record: R) => FieldValue): (record: R) => FieldValue {
  let last: R | undefined
  let values: FieldValue
  let started = false
  return (record) => {
    if (!started || record !== last) {
      values = read(record)
      last = record
      started = true
    }
    return values
  }
}

function foldValues(values: FieldValue): FieldValue {
  if (typeof values === 'string') return foldCase(values)
  if (typeof values === 'object') return values.map((value) => foldCase(String(value)))
  return values === undefined ? undefined : foldCase(String(values))
}
