/** Table keys of records under their index keys, gathered for building an index of many at once. */
import { type IndexDefinition, isTupleList, type StoredKey, storedKey } from './index-keys.ts'
import { compareParts, type KeyPart, type KeyTuple } from '../order.ts'
import type { Tree } from './tree.ts'

/** The table keys under an index key: one, or several, each once and in order. */
type Held = KeyPart | KeyPart[]

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
    for (const [, longer] of [...branch.longer].sort(([a], [b]) => compareParts(a, b))) walk(longer)
  }
  walk(root)
  return { keys, held }
}

function addTo(root: Branch, key: KeyTuple, own: KeyPart): void {
  let branch = root
  for (const member of key) {
    branch.longer ??= new Map()
    let longer = branch.longer.get(member)
    if (longer === undefined) branch.longer.set(member, (longer = newBranch()))
    branch = longer
  }
  const { held } = branch
  branch.key ??= key
  if (held === undefined) branch.held = own
  else if (!Array.isArray(held)) {
    if (held !== own) branch.held = [held, own]
  } else if (held.at(-1) !== own) held.push(own)
}

// All nodes have the same fields, so that engines use one layout.
function newBranch(): Branch {
  return { key: undefined, held: undefined, longer: undefined }
}
