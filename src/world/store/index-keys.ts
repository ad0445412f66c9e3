/** The keys of records in the indexes of a table, one index by one, and how ranges of them are asked for. */
import { compareParts, compareTuples, type KeyPart, type KeyTuple, startsWith } from '../order.ts'

export interface IndexDefinition<R> {
  readonly keys: (record: R) => readonly KeyTuple[] | KeyTuple | undefined
  /** Index keys are unique; with a function, unless it returns different values, or undefined. */
  readonly unique?: true | ((record: R) => KeyPart | undefined)
}

export interface RangeOptions {
  readonly reverse?: boolean
  readonly from?: KeyTuple
  /** How many records to skip; those with the same index key are skipped in one descent. */
  readonly skip?: number
  /** What the member after the prefix begins with; `from` must begin with it, too. */
  readonly text?: string
}

export type IndexKeys = readonly KeyTuple[]

export const NO_KEYS: IndexKeys = []

export function hasKey(keys: IndexKeys, wanted: KeyTuple): boolean {
  for (let position = 0; position < keys.length; position++)
    if (compareTuples(keys[position] as KeyTuple, wanted) === 0) return true
  return false
}

/** The value that must differ among the records of an index key; undefined for no limit. */
export function uniqueMember<R>({ unique }: IndexDefinition<R>, record: R): KeyPart | undefined {
  return unique === true ? ONLY_MEMBER : unique?.(record)
}

/** The member of all records of an index whose keys are unique themselves. */
const ONLY_MEMBER = 0

/** Whether the replacements of records leave an index unchanged. */
export function keepsKeys<R>(definition: IndexDefinition<R>, replacements: ReadonlyMap<R, R>): boolean {
  for (const [record, replacement] of replacements) {
    const [left, right] = [indexKeysOf(definition, record), indexKeysOf(definition, replacement)]
    if (uniqueMember(definition, record) !== uniqueMember(definition, replacement)) return false
    if (left.length !== right.length) return false
    if (left.some((key, position) => compareTuples(key, right[position] as KeyTuple) !== 0)) return false
  }
  return true
}

/** The index keys of a record, always as a list. */
export function indexKeysOf<R>(definition: IndexDefinition<R>, record: R): readonly KeyTuple[] {
  const keys = definition.keys(record)
  if (keys === undefined) return NO_KEYS
  return isTupleList(keys) ? keys : [keys]
}

export function isTupleList(keys: readonly KeyTuple[] | KeyTuple): keys is readonly KeyTuple[] {
  return keys.length === 0 || Array.isArray(keys[0])
}

/**
 * A key of a single number is stored as that number. A node stores numbers side by side, so that comparing a key
 * needs no further memory access.
 */
export type StoredKey = KeyTuple | number

export function storedKey(key: KeyTuple): StoredKey {
  const [first] = key
  return key.length === 1 && typeof first === 'number' ? first : key
}

export function tupleOf(key: StoredKey): KeyTuple {
  return typeof key === 'number' ? [key] : key
}

export function storedKeyBegins(key: StoredKey, prefix: KeyTuple): boolean {
  return startsWith(tupleOf(key), prefix)
}

/** Compares as `compareTuples`, whatever the representation. */
export function compareStoredKeys(a: StoredKey, b: StoredKey): number {
  return typeof a === 'number' && typeof b === 'number'
    ? compareParts(a, b)
    : compareTuples(tupleOf(a), tupleOf(b))
}
