/** Table keys of records under their index keys, gathered for building an index of many at once. */
import { type IndexDefinition, isTupleList, type StoredKey, storedKey } from './index-keys.ts'
import { compareParts, compareTuples, type KeyPart, type KeyTuple } from '../order.ts'
import type { Tree } from './tree.ts'

/** The table keys under an index key: one, or several, each once and in order. */
type Held = KeyPart | KeyPart[]

/**
 * A node of a tree over the members of index keys. A key that no other one shares its beginning with is kept whole in the
 * first node of its own; below a node with `longer`, the key of that node itself ends there.
 */
interface Branch {
  key: KeyTuple | undefined
  held: Held | undefined
  longer: Map<KeyPart, Branch> | undefined
}

/**
 * The index keys of many records in order, with the table keys under each, gathered in one walk over the records.
 *
 * Keys are looked up member by member, as texts of whole keys would have to be made and hashed for every record.
 */
export function gatherKeys<R extends object>(
  definition: IndexDefinition<R>,
  records: Tree<KeyPart, R>,
): { readonly keys: StoredKey[]; readonly held: Held[] } {
  const root = newBranch()
  records.forEachPair((key, record) => {
    const found = definition.keys(record)
    if (found === undefined) return
    if (!isTupleList(found)) addTo(root, found, key)
    else for (const indexKey of found) addTo(root, indexKey, key)
  })
  const keys: StoredKey[] = []
  const held: Held[] = []
  const walk = (branch: Branch) => {
    if (branch.key !== undefined) {
      keys.push(storedKey(branch.key))
      held.push(branch.held as Held)
    }
    if (branch.longer === undefined) return
    for (const longer of inOrder(branch.longer)) walk(longer)
  }
  walk(root)
  return { keys, held }
}

/** The nodes in the order of their members; most are added in that order. */
function inOrder(longer: ReadonlyMap<KeyPart, Branch>): Iterable<Branch> {
  let last: KeyPart | undefined
  for (const member of longer.keys()) {
    if (last !== undefined && compareParts(last, member) > 0)
      return Array.from(longer)
        .sort(([a], [b]) => compareParts(a, b))
        .map(([, branch]) => branch)
    last = member
  }
  return longer.values()
}

function addTo(root: Branch, key: KeyTuple, own: KeyPart): void {
  let branch = root
  for (let depth = 0; ; depth++) {
    if (branch.key === undefined && branch.longer === undefined) {
      branch.key = key
      branch.held = own
      return
    }
    if (branch.key !== undefined && branch.longer === undefined) {
      if (compareTuples(branch.key, key) === 0) return hold(branch, own)
      if (branch.key.length > depth) moveDown(branch, depth)
    }
    if (key.length === depth) {
      branch.key ??= key
      return hold(branch, own)
    }
    const member = key[depth] as KeyPart
    branch.longer ??= new Map()
    let longer = branch.longer.get(member)
    if (longer === undefined) branch.longer.set(member, (longer = newBranch()))
    branch = longer
  }
}

/** Moves a key that goes on to a node below. */
function moveDown(branch: Branch, depth: number): void {
  const below = newBranch()
  below.key = branch.key
  below.held = branch.held
  branch.longer = new Map([[branch.key?.[depth] as KeyPart, below]])
  branch.key = undefined
  branch.held = undefined
}

function hold(branch: Branch, own: KeyPart): void {
  const { held } = branch
  if (held === undefined) branch.held = own
  else if (!Array.isArray(held)) {
    if (held !== own) branch.held = [held, own]
  } else if (held.at(-1) !== own) held.push(own)
}

// All nodes have the same fields, so that engines use one layout.
function newBranch(): Branch {
  return { key: undefined, held: undefined, longer: undefined }
}
