/** The keys of records in the indexes of a table, one index by one, and how ranges of them are asked for. */
import { compareParts, compareTuples, type KeyPart, type KeyTuple, startsWith } from '../order.ts'

/** One secondary index of a table. */
export interface IndexDefinition<R> {
  /** The index keys of a record: none, one tuple or several. */
  readonly keys: (record: R) => readonly KeyTuple[] | KeyTuple | undefined
  /** No two records have the same index key; with a function, unless it returns different values for them, or undefined. */
  readonly unique?: true | ((record: R) => KeyPart | undefined)
}

/** How a range is walked. */
export interface RangeOptions {
  readonly reverse?: boolean
  readonly from?: KeyTuple
  /** How many of the first records to leave out; those that share an index key are passed over in one descent. */
  readonly skip?: number
  /** What the member after the prefix begins with, which `from` has then too. */
  readonly text?: string
}

/** What a record is filed under in one index. */
export type IndexKeys = readonly KeyTuple[]

export const NO_KEYS: IndexKeys = []

export function hasKey(keys: IndexKeys, wanted: KeyTuple): boolean {
  for (let position = 0; position < keys.length; position++)
    if (compareTuples(keys[position] as KeyTuple, wanted) === 0) return true
  return false
}

/** What must differ among the records of one index key; undefined if nothing must. */
export function uniqueMember<R>({ unique }: IndexDefinition<R>, record: R): KeyPart | undefined {
  return unique === true ? ONLY_MEMBER : unique?.(record)
}

/** The member of all records of an index whose keys themselves are unique. */
const ONLY_MEMBER = 0

/** Whether all records have the same keys and members in an index as their replacements. */
export function keepsKeys<R>(definition: IndexDefinition<R>, replacements: ReadonlyMap<R, R>): boolean {
  for (const [record, replacement] of replacements) {
    const [left, right] = [indexKeysOf(definition, record), indexKeysOf(definition, replacement)]
    if (uniqueMember(definition, record) !== uniqueMember(definition, replacement)) return false
    if (left.length !== right.length) return false
    if (left.some((key, position) => compareTuples(key, right[position] as KeyTuple) !== 0)) return false
  }
  return true
}

/** The index keys of a record, as a list whatever the definition answers. */
export function indexKeysOf<R>(definition: IndexDefinition<R>, record: R): readonly KeyTuple[] {
  const keys = definition.keys(record)
  if (keys === undefined) return NO_KEYS
  return isTupleList(keys) ? keys : [keys]
}

export function isTupleList(keys: readonly KeyTuple[] | KeyTuple): keys is readonly KeyTuple[] {
  return keys.length === 0 || Array.isArray(keys[0])
}

/**
 * An index key as it is kept: one that is a single number is that number. A node keeps numbers side by side, where a descent
 * would else look at two more places of memory for each key that it compares.
 */
export type StoredKey = KeyTuple | number

export function storedKey(key: KeyTuple): StoredKey {
  const [first] = key
  return key.length === 1 && typeof first === 'number' ? first : key
}

export function tupleOf(key: StoredKey): KeyTuple {
  return typeof key === 'number' ? [key] : key
}

/** True when the key begins with every member of `prefix`. */
export function storedKeyBegins(key: StoredKey, prefix: KeyTuple): boolean {
  return startsWith(tupleOf(key), prefix)
}

/** Orders keys as `compareTuples` does, however they are kept. */
export function compareStoredKeys(a: StoredKey, b: StoredKey): number {
  return typeof a === 'number' && typeof b === 'number'
    ? compareParts(a, b)
    : compareTuples(tupleOf(a), tupleOf(b))
}
