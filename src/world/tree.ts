/** The persistent B+tree under every table: clones share nodes and copy only the path of a write. */
import sortedBTree from 'sorted-btree'
import sortedBTreeBulkLoad from 'sorted-btree/extended/bulkLoad.js'
import sortedBTreeDiff from 'sorted-btree/extended/diffAgainst.js'

/** An ordered map; `clone()` takes constant time. */
export type Tree<K, V> = InstanceType<typeof sortedBTree<K, V>>

// The package is CommonJS: depending on who loads it, its export is the default or a member of it.
function unwrap<T>(module: T): T {
  return (module as unknown as { default?: T }).default ?? module
}

const TreeClass = unwrap(sortedBTree)
const { bulkLoad } = unwrap(sortedBTreeBulkLoad)
const diffAgainst = unwrap(sortedBTreeDiff)

/** Entries of a node. */
const NODE_SIZE = 32

/** An empty tree ordered by `compare`. */
export function createTree<K, V>(compare: (a: K, b: K) => number): Tree<K, V> {
  return new TreeClass<K, V>(undefined, compare, NODE_SIZE)
}

/** A tree of entries whose keys ascend strictly, made in linear time. */
export function loadTree<K, V>(keys: K[], values: V[], compare: (a: K, b: K) => number): Tree<K, V> {
  return keys.length === 0 ? createTree(compare) : bulkLoad(keys, values, NODE_SIZE, compare)
}

/** A node as the package keeps it: an inner one knows how many entries are below it. */
interface Node<K> {
  readonly keys: readonly K[]
  readonly children?: readonly Node<K>[]
  size(): number
}

/** The key at a position from 0 on, found in one descent; undefined beyond the last one. */
export function keyAt<K, V>(tree: Tree<K, V>, position: number): K | undefined {
  let node = (tree as unknown as { readonly _root: Node<K> })._root
  let left = position
  while (node.children !== undefined) {
    const child = node.children.find((each) => {
      const size = each.size()
      if (left < size) return true
      left -= size
      return false
    })
    if (child === undefined) return undefined
    node = child
  }
  return node.keys[left]
}

/** Entries that differ between two trees of the same comparator; shared nodes are skipped. */
export function differences<K, V>(before: Tree<K, V>, after: Tree<K, V>) {
  const found: { key: K; before: V | undefined; after: V | undefined }[] = []
  diffAgainst(
    before,
    after,
    (key, value) => void found.push({ key, before: value, after: undefined }),
    (key, value) => void found.push({ key, before: undefined, after: value }),
    (key, left, right) => void (left !== right && found.push({ key, before: left, after: right })),
  )
  return found
}
