/** Reads fields of records, each once per record however many conditions ask for it. */
import { foldCase } from '../values.ts'
import type { FieldValue, Relation, Scalar } from '../values.ts'
import { oncePerKey } from '../../world/once.ts'
import { cacheLast, cacheLists } from './caches.ts'
import { printField, printRelation } from './print.ts'
import type { FieldReference } from './syntax.ts'
import type { AllLinks, FieldBinding, QuerySource } from './source.ts'

export interface FieldReader<R> {
  readonly binding: FieldBinding<R> | undefined
  readonly values: (record: R) => FieldValue
  /** The values as texts in folded letter case. */
  readonly folded: (record: R) => FieldValue
}

/** All conditions on a field share its reader. */
export function createFieldReaders<R>(source: QuerySource<R>): (field: FieldReference) => FieldReader<R> {
  return oncePerText(printField, (field) => createReader(source.field(field)))
}

export interface LinkReader<R> {
  readonly related: (record: R) => readonly R[]
  /** All links, once enough calls were made to pay for reading them together. */
  readonly all: () => AllLinks<R> | undefined
}

/** Up to this many records have their links followed one by one. */
const FEW = 512

/** All chains along a relation share its reader, which follows each link once. */
export function createLinkReaders<R>(source: QuerySource<R>): (relation: Relation) => LinkReader<R> {
  return oncePerText(printRelation, (relation) => {
    const { allLinks } = source
    let uses = 0
    let all: AllLinks<R> | undefined
    return {
      related: cacheLists((record: R) => source.related(record, relation), source.identity),
      all() {
        if (all === undefined && allLinks !== undefined && uses++ >= FEW) all = allLinks(relation)
        return all
      },
    }
  })
}

export function isAbsent(values: FieldValue): boolean {
  return values === undefined || (typeof values === 'object' && values.length === 0)
}

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
  const values = binding === undefined ? () => undefined : cacheLast(binding.values)
  const fold = binding?.shared === true ? oncePerKey(foldValues) : foldValues
  const folded = cacheLast((record: R) => fold(values(record)))
  return { binding, values, folded }
}

function foldValues(values: FieldValue): FieldValue {
  if (typeof values === 'string') return foldCase(values)
  if (typeof values === 'object') return values.map((value) => foldCase(String(value)))
  return values === undefined ? undefined : foldCase(String(values))
}
