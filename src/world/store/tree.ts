/** The persistent B+tree under every table: clones share nodes and copy only the path of a write. */
import sortedBTree, { type asSet } from 'sorted-btree'
import sortedBTreeBulkLoad from 'sorted-btree/extended/bulkLoad.js'
import sortedBTreeDiffAgainst from 'sorted-btree/extended/diffAgainst.js'

/**
 * An ordered map; `clone()` takes constant time. Typed by a named export, as `nodenext` takes the default export of CommonJS
 * for the module.
 */
export type Tree<K, V> = Parameters<typeof asSet<K, V>>[0]

// Depending on the loader, a CommonJS export is the default or a member of it.
function unwrap<T>(module: T): T {
  return (module as unknown as { default?: T }).default ?? module
}

const TreeClass = unwrap(sortedBTree)
const { bulkLoad } = unwrap(sortedBTreeBulkLoad)
const diffAgainst = unwrap(sortedBTreeDiffAgainst)

const NODE_SIZE = 32

export function createTree<K, V>(compare: (a: K, b: K) => number): Tree<K, V> {
  return new TreeClass<K, V>(undefined, compare, NODE_SIZE)
}

/** Loads entries with strictly ascending keys in linear time. */
export function loadTree<K, V>(keys: K[], values: V[], compare: (a: K, b: K) => number): Tree<K, V> {
  return keys.length === 0 ? createTree(compare) : bulkLoad(keys, values, NODE_SIZE, compare)
}

export interface TreeDifference<K, V> {
  readonly key: K
  readonly before: V | undefined
  readonly after: V | undefined
}

/** The differences of two trees with the same comparator, in no order; skips shared nodes. */
export function differences<K, V>(before: Tree<K, V>, after: Tree<K, V>): TreeDifference<K, V>[] {
  const found: TreeDifference<K, V>[] = []
  diffAgainst(
    before,
    after,
    (key, value) => void found.push({ key, before: value, after: undefined }),
    (key, value) => void found.push({ key, before: undefined, after: value }),
    (key, left, right) => void found.push({ key, before: left, after: right }),
  )
  return found
}
