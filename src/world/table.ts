/**
 * A table: frozen records in a persistent B+tree, with declared secondary indexes.
 *
 * Forks and snapshots share trees; the first write after a share clones them (constant time) and copies the path it
 * touches. A transaction remembers the trees of before, so that a refusal half-way leaves nothing behind.
 */
import { AFTER_ALL, compareParts, compareTuples, type KeyPart, type KeyTuple, startsWith } from './order.ts'
import { createTree, differences, type Tree } from './tree.ts'

/** One secondary index of a table. */
export interface IndexDefinition<R> {
  /** The index keys of a record: none, one tuple or several. */
  readonly keys: (record: R) => readonly KeyTuple[] | KeyTuple | undefined
  /** At most one record for each index key. */
  readonly unique?: boolean
  /**
   * How many leading members are counted, so that the number of records below such a prefix is known at once. Every
   * index key must have that many.
   */
  readonly counted?: number
}

/** What a table holds and how it is found. Definitions are compared by identity. */
export interface TableDefinition<R, I extends string = string> {
  readonly name: string
  readonly key: (record: R) => KeyPart
  readonly indexes: Readonly<Record<I, IndexDefinition<R>>>
}

/** Declares a table; see TableDefinition. */
export function defineTable<R extends object>() {
  return <I extends string>(definition: TableDefinition<R, I>): TableDefinition<R, I> =>
    Object.freeze(definition)
}

interface IndexTrees<R> {
  entries: Tree<KeyTuple, R>
  counts: Tree<KeyTuple, number> | undefined
}

interface Trees<R> extends TableImage {
  records: Tree<KeyPart, R>
  indexes: IndexTrees<R>[]
}

/** The trees of a table at one moment, the same object as long as nothing is written; opaque to all but this file. */
export interface TableImage {
  readonly records: unknown
}

/** The tables written since a transaction began, so that it can be undone; one for all tables of a world. */
export interface Transaction {
  open: boolean
  readonly touched: { commit(): void; rollback(): void }[]
}

/** One record that differs between two images of a table. */
export interface Difference<R> {
  readonly key: KeyPart
  readonly before: R | undefined
  readonly after: R | undefined
}

/** How a scan runs: from a bound, in which direction. */
export interface ScanOptions {
  readonly reverse?: boolean
}

/** A write that a table refuses: a key that exists already, or an index key that must be unique. A defect of the caller. */
export class TableConflict extends Error {
  readonly table: string
  readonly key: KeyTuple
  constructor(table: string, key: KeyTuple, what: string) {
    super(`table ${table}: ${what} ${JSON.stringify(key)} exists already`)
    this.table = table
    this.key = key
  }
}

export class Table<R extends object, I extends string = string> {
  readonly definition: TableDefinition<R, I>
  readonly #indexNames: readonly I[]
  #trees: Trees<R>
  #shared: boolean
  #before: Trees<R> | undefined
  readonly #transaction: Transaction

  constructor(definition: TableDefinition<R, I>, transaction: Transaction, image?: TableImage) {
    this.definition = definition
    this.#transaction = transaction
    this.#indexNames = Object.keys(definition.indexes) as I[]
    this.#trees = (image as Trees<R> | undefined) ?? emptyTrees(definition, this.#indexNames)
    this.#shared = image !== undefined
  }

  /** Number of records. */
  get size(): number {
    return this.#trees.records.size
  }

  get(key: KeyPart): R | undefined {
    return this.#trees.records.get(key)
  }

  has(key: KeyPart): boolean {
    return this.#trees.records.has(key)
  }

  /** Adds a record. Throws TableConflict when its key, or a unique index key, is taken. */
  insert(record: R): R {
    const key = this.definition.key(record)
    if (this.has(key)) throw new TableConflict(this.definition.name, [key], 'key')
    return this.#write(record, undefined)
  }

  /** Adds a record or replaces the one of the same key. Throws TableConflict when a unique index key is taken by another. */
  put(record: R): R {
    return this.#write(record, this.get(this.definition.key(record)))
  }

  /** Replaces the record of this key by one with the given fields changed; undefined when there is none. */
  update(key: KeyPart, changes: Partial<R>): R | undefined {
    const previous = this.get(key)
    if (previous === undefined) return undefined
    return this.#write(mergeFields(previous, changes), previous)
  }

  /** Takes the record of this key out; true when there was one. */
  remove(key: KeyPart): boolean {
    const record = this.get(key)
    if (record === undefined) return false
    const trees = this.#writable()
    trees.records.delete(key)
    this.#indexNames.forEach((name, position) => {
      for (const indexKey of this.#indexKeys(name, record))
        this.#unindex(trees, position, name, indexKey, key)
    })
    return true
  }

  /** All records in order of their key. Writes made meanwhile do not disturb a scan. */
  *scan(options: ScanOptions & { from?: KeyPart } = {}): Generator<R> {
    const records = this.#still().records
    if (options.reverse) for (const pair of records.entriesReversed(options.from)) yield pair[1]
    else yield* records.values(options.from)
  }

  /** The record with this index key; the first by table key when the index is not unique. */
  find(index: I, key: KeyTuple): R | undefined {
    const entries = this.#index(index).entries
    if (this.definition.indexes[index].unique) return entries.get(key)
    const pair = entries.getPairOrNextHigher(key)
    return pair !== undefined && startsWith(pair[0], key) ? pair[1] : undefined
  }

  /**
   * Records whose index key begins with `prefix`, in index order, then by table key. `from` is a full or partial index
   * key to begin at: all that begins with it is included, whatever the direction.
   */
  *range(index: I, prefix: KeyTuple, options: ScanOptions & { from?: KeyTuple } = {}): Generator<R> {
    this.#still()
    const entries = this.#index(index).entries
    const end = [...prefix, AFTER_ALL]
    const { from = options.reverse ? end : prefix } = options
    const pairs = options.reverse
      ? entries.entriesReversed(lower([...from, AFTER_ALL], end), [])
      : entries.entries(compareTuples(from, prefix) < 0 ? prefix : from, [])
    for (const [key, record] of pairs) {
      if (!startsWith(key, prefix)) return
      yield record
    }
  }

  /** Records whose index key is `prefix` followed by a string that begins with `text`, in index order. */
  *rangeOfText(index: I, prefix: KeyTuple, text: string): Generator<R> {
    this.#still()
    for (const [key, record] of this.#index(index).entries.entries([...prefix, text], [])) {
      const member = key[prefix.length]
      if (!startsWith(key, prefix) || typeof member !== 'string' || !member.startsWith(text)) return
      yield record
    }
  }

  /** The distinct values of the index member after `prefix`, in order; each costs one descent. */
  *distinct(index: I, prefix: KeyTuple): Generator<KeyPart> {
    this.#still()
    const entries = this.#index(index).entries
    let key = entries.nextHigherKey(prefix)
    while (key !== undefined && startsWith(key, prefix) && key.length > prefix.length) {
      const member = key[prefix.length] as KeyPart
      yield member
      key = entries.nextHigherKey([...prefix, member, AFTER_ALL])
    }
  }

  /** How many index entries begin with `prefix`: known at once up to the index's `counted` members, else counted. */
  count(index: I, prefix: KeyTuple): number {
    if (prefix.length === 0) return this.#index(index).entries.size
    const { counts } = this.#index(index)
    if (counts !== undefined && prefix.length <= (this.definition.indexes[index].counted ?? 0)) {
      return counts.get(prefix) ?? 0
    }
    let total = 0
    for (const _ of this.range(index, prefix)) total++
    return total
  }

  /** The state of this moment, shared from now on. Not inside a transaction that has written this table. */
  image(): TableImage {
    if (this.#before !== undefined)
      throw new Error(`table ${this.definition.name}: no image inside a transaction`)
    return this.#still()
  }

  /** Puts an image back. */
  restore(image: TableImage): void {
    this.#trees = image as Trees<R>
    this.#shared = true
    this.#before = undefined
  }

  /** Makes the writes since the transaction began final. */
  commit(): void {
    this.#before = undefined
  }

  /** Undoes the writes since the transaction began. */
  rollback(): void {
    if (this.#before !== undefined) this.#trees = this.#before
    this.#shared = true
    this.#before = undefined
  }

  #write(record: R, previous: R | undefined): R {
    const stored = Object.freeze(record)
    const key = this.definition.key(stored)
    this.#refuseTakenKeys(stored, key)
    const trees = this.#writable()
    trees.records.set(key, stored)
    this.#indexNames.forEach((name, position) => {
      const next = this.#indexKeys(name, stored)
      if (previous !== undefined) {
        for (const indexKey of this.#indexKeys(name, previous)) {
          if (!next.some((kept) => compareTuples(kept, indexKey) === 0)) {
            this.#unindex(trees, position, name, indexKey, key)
          }
        }
      }
      for (const indexKey of next) this.#enter(trees, position, name, indexKey, key, stored)
    })
    return stored
  }

  #refuseTakenKeys(record: R, key: KeyPart): void {
    for (const name of this.#indexNames) {
      if (!this.definition.indexes[name].unique) continue
      for (const indexKey of this.#indexKeys(name, record)) {
        const holder = this.#index(name).entries.get(indexKey)
        if (holder !== undefined && compareParts(this.definition.key(holder), key) !== 0) {
          throw new TableConflict(this.definition.name, indexKey, `${name} key`)
        }
      }
    }
  }

  #enter(trees: Trees<R>, position: number, name: I, indexKey: KeyTuple, key: KeyPart, record: R): void {
    const index = trees.indexes[position] as IndexTrees<R>
    const definition = this.definition.indexes[name]
    const added = index.entries.set(definition.unique ? indexKey : [...indexKey, key], record)
    if (added && index.counts !== undefined) addCounts(index.counts, indexKey, definition.counted ?? 0, 1)
  }

  #unindex(trees: Trees<R>, position: number, name: I, indexKey: KeyTuple, key: KeyPart): void {
    const index = trees.indexes[position] as IndexTrees<R>
    const definition = this.definition.indexes[name]
    const removed = index.entries.delete(definition.unique ? indexKey : [...indexKey, key])
    if (removed && index.counts !== undefined) addCounts(index.counts, indexKey, definition.counted ?? 0, -1)
  }

  #indexKeys(name: I, record: R): readonly KeyTuple[] {
    return indexKeysOf(this.definition.indexes[name], record)
  }

  #index(name: I): IndexTrees<R> {
    const index = this.#trees.indexes[this.#indexNames.indexOf(name)]
    if (index === undefined) throw new Error(`table ${this.definition.name} has no index ${String(name)}`)
    return index
  }

  /** The trees as they are now, safe to walk: a later write clones them first. */
  #still(): Trees<R> {
    this.#shared = true
    return this.#trees
  }

  #writable(): Trees<R> {
    if (this.#transaction.open && this.#before === undefined) {
      this.#before = this.#trees
      this.#shared = true
      this.#transaction.touched.push(this)
    }
    if (!this.#shared) return this.#trees
    this.#trees = {
      records: this.#trees.records.clone(),
      indexes: this.#trees.indexes.map(({ entries, counts }) => ({
        entries: entries.clone(),
        counts: counts?.clone(),
      })),
    }
    this.#shared = false
    return this.#trees
  }
}

/** The index keys of a record, as a list whatever the definition answers. */
export function indexKeysOf<R>(index: IndexDefinition<R>, record: R): readonly KeyTuple[] {
  const keys = index.keys(record)
  if (keys === undefined) return []
  return isTupleList(keys) ? keys : [keys]
}

function emptyTrees<R extends object, I extends string>(
  definition: TableDefinition<R, I>,
  names: readonly I[],
): Trees<R> {
  return {
    records: createTree<KeyPart, R>(compareParts),
    indexes: names.map((name) => ({
      entries: createTree<KeyTuple, R>(compareTuples),
      counts: definition.indexes[name].counted ? createTree<KeyTuple, number>(compareTuples) : undefined,
    })),
  }
}

function addCounts(counts: Tree<KeyTuple, number>, indexKey: KeyTuple, members: number, step: 1 | -1): void {
  for (let length = 1; length <= members && length <= indexKey.length; length++) {
    const prefix = indexKey.slice(0, length)
    const next = (counts.get(prefix) ?? 0) + step
    if (next === 0) counts.delete(prefix)
    else counts.set(prefix, next)
  }
}

function lower(a: KeyTuple, b: KeyTuple): KeyTuple {
  return compareTuples(a, b) <= 0 ? a : b
}

function isTupleList(keys: readonly KeyTuple[] | KeyTuple): keys is readonly KeyTuple[] {
  return keys.length === 0 || Array.isArray(keys[0])
}

/** A copy with the given fields changed; a field given as undefined is left out. */
function mergeFields<R extends object>(record: R, changes: Partial<R>): R {
  const merged: R = { ...record, ...changes }
  for (const name of Object.keys(changes) as (keyof R)[]) {
    if (changes[name] === undefined) delete merged[name]
  }
  return merged
}

/** The records that differ between two images of one table, in order of key; what the images share is not visited. */
export function differencesOfImages<R extends object>(
  before: TableImage,
  after: TableImage,
): Difference<R>[] {
  const left = (before as Trees<R>).records
  const right = (after as Trees<R>).records
  return differences(left, right).toSorted((a, b) => compareParts(a.key, b.key))
}
