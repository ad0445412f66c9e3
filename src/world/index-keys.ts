/** The keys of records in the indexes of a table, one index by one. */
import { type IndexDefinition, indexKeysOf } from './index-tree.ts'
import { compareTuples, type KeyTuple } from './order.ts'

/** What a record is filed under in one index. */
export type IndexKeys = readonly KeyTuple[]

export const NO_KEYS: IndexKeys = []

export function hasKey(keys: IndexKeys, wanted: KeyTuple): boolean {
  for (const key of keys) if (compareTuples(key, wanted) === 0) return true
  return false
}

/** Whether all records stand under the same keys of an index as their replacements. */
export function keepsKeys<R>(definition: IndexDefinition<R>, replacements: ReadonlyMap<R, R>): boolean {
  for (const [record, replacement] of replacements)
    if (!hasSameKeys(definition, record, replacement)) return false
  return true
}

function hasSameKeys<R>(definition: IndexDefinition<R>, a: R, b: R): boolean {
  const [left, right] = [indexKeysOf(definition, a), indexKeysOf(definition, b)]
  return (
    left.length === right.length &&
    left.every((key, position) => compareTuples(key, right[position] as KeyTuple) === 0)
  )
}
