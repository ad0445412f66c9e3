/**
 * One secondary index of a table: a persistent tree from index keys to the table keys of records, so that a write changes
 * only indexes whose keys it changes. Records that share an index key are in a tree of their own below it, in order of their
 * table keys, so that a key held by thousands is kept once.
 */
import { gatherKeys } from './gathering.ts'
import {
  compareStoredKeys,
  type IndexDefinition,
  indexKeysOf,
  type RangeOptions,
  type StoredKey,
  storedKey,
  storedKeyBegins,
  tupleOf,
  uniqueMember,
} from './index-keys.ts'
import { AFTER_ALL, compareParts, compareTuples, type KeyPart, type KeyTuple } from '../order.ts'
import { createTree, differences, loadTree, type Tree } from './tree.ts'

interface PostingList {
  /** The version of the index that may write these trees; others clone them first. */
  readonly owner: object
  readonly keys: Tree<KeyPart, unknown>
  readonly byMember: Tree<KeyPart, KeyPart> | undefined
  /**
   * A cache of all keys by position for pages that begin within the list, until the next write. Without it, a page of 20
   * at 100,000 records would miss its floor beside 12 records.
   */
  keysByPosition: readonly KeyPart[] | undefined
}

/** The table key of a record, or a list of several. */
type Holder = KeyPart | PostingList

const isPostingList = (holder: Holder | undefined): holder is PostingList => typeof holder === 'object'

/** An index over these records that is built when a version of the table first reads it, once for all versions. */
class DeferredIndex<R extends object> {
  readonly records: Tree<KeyPart, R>
  readonly #definition: IndexDefinition<R>
  #built: IndexTree<R> | undefined

  constructor(definition: IndexDefinition<R>, records: Tree<KeyPart, R>) {
    this.#definition = definition
    // Later writes to the table must not change what these records are.
    this.records = records.clone()
  }

  get(): IndexTree<R> {
    return (this.#built ??= IndexTree.load(this.#definition, this.records))
  }
}

export class IndexTree<R extends object> {
  readonly definition: IndexDefinition<R>
  readonly #records: Tree<KeyPart, R>
  /** Undefined until the first read of a deferred index. */
  #holders: Tree<StoredKey, Holder> | undefined
  #deferred: DeferredIndex<R> | undefined
  // An object rather than the index itself, which would keep what older versions hold alive.
  readonly #owner = {}

  /** An empty index. */
  constructor(definition: IndexDefinition<R>, records: Tree<KeyPart, R>) {
    this.definition = definition
    this.#records = records
    this.#holders = createTree(compareStoredKeys)
  }

  /** The index over many records; `refuse` is called with a record whose unique key another one has. */
  static load<R extends object>(
    definition: IndexDefinition<R>,
    records: Tree<KeyPart, R>,
    refuse?: (key: KeyTuple, record: R) => never,
  ): IndexTree<R> {
    const index = new IndexTree<R>(definition, records)
    const { keys, held } = gatherKeys(definition, records)
    const holders = held.map((members, position) =>
      Array.isArray(members)
        ? index.#newPostings(members, (record) => refuse?.(tupleOf(keys[position] as StoredKey), record))
        : members,
    )
    index.#holders = loadTree(keys, holders, compareStoredKeys)
    return index
  }

  /** The same, built when it is first read: most indexes of a large world never are. Not for unique keys. */
  static defer<R extends object>(definition: IndexDefinition<R>, records: Tree<KeyPart, R>): IndexTree<R> {
    const index = new IndexTree<R>(definition, records)
    index.#holders = undefined
    index.#deferred = new DeferredIndex(definition, records)
    return index
  }

  /** A clone over records that have the same index keys: the same ones, or some of them replaced. Constant time. */
  over(records: Tree<KeyPart, R>): IndexTree<R> {
    const index = new IndexTree(this.definition, records)
    index.#holders = this.#holders?.clone()
    index.#deferred = this.#deferred
    return index
  }

  /** The table keys under each index key. */
  #read(): Tree<StoredKey, Holder> {
    const deferred = this.#deferred
    if (this.#holders !== undefined || deferred === undefined) return this.#holders as Tree<StoredKey, Holder>
    this.#deferred = undefined
    const holders = deferred.get().#read().clone()
    this.#holders = holders
    for (const { key, before, after } of differences(deferred.records, this.#records)) {
      if (before !== undefined)
        for (const indexKey of indexKeysOf(this.definition, before)) this.leave(indexKey, key, before)
      if (after !== undefined)
        for (const indexKey of indexKeysOf(this.definition, after)) this.enter(indexKey, key, after)
    }
    return holders
  }

  findFirst(prefix: KeyTuple): R | undefined {
    const pair = this.#read().getPairOrNextHigher(storedKey(prefix))
    if (pair === undefined || !storedKeyBegins(pair[0], prefix)) return undefined
    return this.#recordOf(isPostingList(pair[1]) ? (pair[1].keys.minKey() as KeyPart) : pair[1])
  }

  findLast(prefix: KeyTuple): R | undefined {
    const pair = this.#read().nextLowerPair([...prefix, AFTER_ALL])
    if (pair === undefined || !storedKeyBegins(pair[0], prefix)) return undefined
    return this.#recordOf(isPostingList(pair[1]) ? (pair[1].keys.maxKey() as KeyPart) : pair[1])
  }

  findUnique(key: KeyTuple, member: KeyPart): R | undefined {
    const holder = this.#read().get(storedKey(key))
    const own = isPostingList(holder) ? holder.byMember?.get(member) : holder
    const record = own === undefined ? undefined : this.#recordOf(own)
    return record !== undefined && uniqueMember(this.definition, record) === member ? record : undefined
  }

  /** Whether another record has this index key and the same unique member. */
  isTaken(indexKey: KeyTuple, record: R): boolean {
    const member = uniqueMember(this.definition, record)
    return member !== undefined && this.findUnique(indexKey, member) !== undefined
  }

  enter(indexKey: KeyTuple, key: KeyPart, record: R): void {
    // The usual case first: a key of its own costs one descent. A unique key is never held by another record.
    const holders = this.#holders
    if (holders === undefined) return
    const stored = storedKey(indexKey)
    if (holders.set(stored, key, false)) return
    const holder = holders.get(stored) as Holder
    if (holder === key) return
    const postings = isPostingList(holder) ? this.#own(stored, holder) : this.#newPostings([holder])
    if (!isPostingList(holder)) holders.set(stored, postings)
    postings.keys.set(key, undefined)
    postings.keysByPosition = undefined
    this.#addMember(postings, key, record)
  }

  /** Updates the posting list of a replaced record whose index key stays. */
  keep(indexKey: KeyTuple, key: KeyPart, record: R, previous: R): void {
    if (uniqueMember(this.definition, record) === uniqueMember(this.definition, previous)) return
    const stored = storedKey(indexKey)
    const holder = this.#holders?.get(stored)
    if (!isPostingList(holder)) return
    const postings = this.#own(stored, holder)
    this.#removeMember(postings, previous)
    this.#addMember(postings, key, record)
  }

  /** Removes a record from an index key, if it is there. */
  leave(indexKey: KeyTuple, key: KeyPart, record: R): void {
    const holders = this.#holders
    if (holders === undefined) return
    const stored = storedKey(indexKey)
    const holder = holders.get(stored)
    if (isPostingList(holder)) {
      const postings = this.#own(stored, holder)
      if (!postings.keys.delete(key)) return
      postings.keysByPosition = undefined
      this.#removeMember(postings, record)
      if (postings.keys.size === 1) holders.set(stored, postings.keys.minKey() as KeyPart)
    } else {
      if (holder !== key) return
      holders.delete(stored)
    }
  }

  /** See Table.range. Do not write during the walk. */
  *range(prefix: KeyTuple, options: RangeOptions): Generator<R> {
    let { skip = 0 } = options
    for (const [key, holder] of this.#pairs(prefix, options)) {
      if (options.text !== undefined && !String(tupleOf(key)[prefix.length]).startsWith(options.text)) return
      const size = isPostingList(holder) ? holder.keys.size : 1
      if (skip >= size) {
        skip -= size
        continue
      }
      if (!isPostingList(holder)) yield this.#recordOf(holder)
      else if (skip > 0) {
        const keys = (holder.keysByPosition ??= holder.keys.keysArray())
        for (let at = skip; at < size; at++)
          yield this.#recordOf(keys[options.reverse ? size - 1 - at : at] as KeyPart)
      } else if (options.reverse) {
        for (const [own] of holder.keys.entriesReversed(undefined, [])) yield this.#recordOf(own)
      } else for (const own of holder.keys.keys()) yield this.#recordOf(own)
      skip = 0
    }
  }

  /** Visits the records of `range` in its order. Do not write during the walk. */
  forEach(prefix: KeyTuple, visit: (record: R, indexKey: KeyTuple) => void): void {
    this.#read().forRange(storedKey(prefix), [...prefix, AFTER_ALL], false, (key, holder) => {
      if (isPostingList(holder))
        holder.keys.forEachPair((own) => void visit(this.#recordOf(own), tupleOf(key)))
      else visit(this.#recordOf(holder), tupleOf(key))
    })
  }

  *distinct(prefix: KeyTuple): Generator<KeyPart> {
    const holders = this.#read()
    let key = holders.nextHigherKey(prefix)
    while (key !== undefined && storedKeyBegins(key, prefix)) {
      const member = tupleOf(key)[prefix.length] as KeyPart
      yield member
      key = holders.nextHigherKey([...prefix, member, AFTER_ALL])
    }
  }

  count(prefix: KeyTuple): number {
    let total = 0
    this.#read().forRange(storedKey(prefix), [...prefix, AFTER_ALL], false, (_, holder) => {
      total += isPostingList(holder) ? holder.keys.size : 1
    })
    return total
  }

  #recordOf(key: KeyPart): R {
    return this.#records.get(key) as R
  }

  *#pairs(prefix: KeyTuple, { reverse = false, from }: RangeOptions): Generator<[StoredKey, Holder]> {
    const holders = this.#read()
    const end = [...prefix, AFTER_ALL]
    const bound = reverse ? from && [...from, AFTER_ALL] : from
    const [begin, sign] = reverse ? [end, 1] : [prefix, -1]
    const start = storedKey(bound === undefined || compareTuples(bound, begin) * sign > 0 ? begin : bound)
    // Most ranges hold nothing or one key: two descents tell that, and cost less than an iterator.
    let pair = reverse ? holders.nextLowerPair(start) : holders.getPairOrNextHigher(start)
    if (pair === undefined || !storedKeyBegins(pair[0], prefix)) return
    yield pair
    pair = reverse ? holders.nextLowerPair(pair[0]) : holders.nextHigherPair(pair[0])
    if (pair === undefined || !storedKeyBegins(pair[0], prefix)) return
    const pairs = reverse ? holders.entriesReversed(pair[0], []) : holders.entries(pair[0], [])
    for (const next of pairs) {
      if (!storedKeyBegins(next[0], prefix)) return
      yield next
    }
  }

  #own(indexKey: StoredKey, postings: PostingList): PostingList {
    if (postings.owner === this.#owner) return postings
    const own: PostingList = {
      owner: this.#owner,
      keys: postings.keys.clone(),
      byMember: postings.byMember?.clone(),
      keysByPosition: undefined,
    }
    this.#holders?.set(indexKey, own)
    return own
  }

  /** Holds records by their table keys, which ascend; `refuse` is called with one whose member another one has. */
  #newPostings(keys: KeyPart[], refuse?: (record: R) => void): PostingList {
    const byMember = this.definition.unique && createTree<KeyPart, KeyPart>(compareParts)
    const postings: PostingList = {
      owner: this.#owner,
      keys: loadTree<KeyPart, unknown>(keys, keys, compareParts),
      byMember,
      keysByPosition: undefined,
    }
    if (byMember !== undefined)
      for (const key of keys) this.#addMember(postings, key, this.#recordOf(key), refuse)
    return postings
  }

  #addMember({ byMember }: PostingList, key: KeyPart, record: R, refuse?: (record: R) => void): void {
    const member = byMember && uniqueMember(this.definition, record)
    if (member !== undefined && byMember?.set(member, key) === false) refuse?.(record)
  }

  #removeMember({ byMember }: PostingList, record: R): void {
    const member = byMember && uniqueMember(this.definition, record)
    if (member !== undefined) byMember?.delete(member)
  }
}
