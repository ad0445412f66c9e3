/** Reads fields of records, each once per record however many conditions ask for it. */
import { foldCase } from '../values.ts'
import type { FieldValue, Relation, Scalar } from '../values.ts'
import { rememberLast, rememberLists } from './memory.ts'
import { printField, printRelation } from './print.ts'
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
export function createFieldReaders<R>(source: QuerySource<R>): (field: FieldReference) => FieldReader<R> {
  return oncePerText(printField, (field) => createReader(source.field(field)))
}

/** Gives what follows a relation, the same to every chain along it: each record's links are followed once. */
export function createLinkReaders<R>(
  source: QuerySource<R>,
): (relation: Relation) => (record: R) => readonly R[] {
  return oncePerText(printRelation, (relation) =>
    rememberLists((record: R) => source.related(record, relation), source.identity),
  )
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

function oncePerText<K, V>(textOf: (key: K) => string, create: (key: K) => V): (key: K) => V {
  const created = new Map<string, V>()
  return (key) => {
    const text = textOf(key)
    const known = created.get(text)
    if (known !== undefined) return known
    const value = create(key)
    created.set(text, value)
    return value
  }
}

function createReader<R>(binding: FieldBinding<R> | undefined): FieldReader<R> {
  if (binding === undefined) return { binding, values: () => undefined, folded: () => undefined }
  const values = rememberLast(binding.values)
  return { binding, values, folded: rememberLast((record: R) => foldValues(values(record))) }
}

function foldValues(values: FieldValue): FieldValue {
  if (typeof values === 'string') return foldCase(values)
  if (typeof values === 'object') return values.map((value) => foldCase(String(value)))
  return values === undefined ? undefined : foldCase(String(values))
}
