/**
 * A table: frozen records in a persistent B+tree, with declared secondary indexes.
 *
 * Forks and snapshots share trees; the first write after a share clones them (constant time) and copies the path it
 * touches. A transaction remembers the trees of before, or what it wrote to trees that nobody shares, so that a refusal
 * half-way leaves nothing behind.
 */
import {
  hasKey,
  type IndexDefinition,
  type IndexKeys,
  indexKeysOf,
  keepsKeys,
  NO_KEYS,
  type RangeOptions,
  uniqueMember,
} from './index-keys.ts'
import { IndexTree } from './index-tree.ts'
import { type Fields, keyField, type ObjectOf } from './fields.ts'
import { compareParts, type KeyPart, type KeyTuple } from '../order.ts'
import { createTree, differences, loadTree, type Tree, type TreeDifference } from './tree.ts'

/** Definitions are compared by identity. */
export interface TableDefinition<R, I extends string = string> {
  readonly name: string
  readonly fields: Fields
  readonly key: (record: R) => KeyPart
  readonly indexes: Readonly<Record<I, IndexDefinition<R>>>
}

/** The records of a table. */
export type RecordOf<T> = T extends TableDefinition<infer R, never> ? R : never

/** `key` may be left out where one field is the key as it is. */
export function defineTable<F extends Fields, I extends string>(definition: {
  readonly name: string
  readonly fields: F
  readonly key?: (record: ObjectOf<F>) => KeyPart
  readonly indexes: Readonly<Record<I, IndexDefinition<ObjectOf<F>>>>
}): TableDefinition<ObjectOf<F>, I> {
  const name = keyField(definition.fields) as keyof ObjectOf<F>
  return Object.freeze({ key: (record: ObjectOf<F>) => record[name] as KeyPart, ...definition })
}

interface Trees<R extends object> extends TableImage {
  records: Tree<KeyPart, R>
  indexes: IndexTree<R>[]
  /** How many walks are in progress: they must not see a write. */
  walks: number
  /** The value of `Table.state`; undefined after a write. */
  state: object | undefined
}

/** The trees of a table, the same object until a write; opaque outside this file. */
export interface TableImage {
  readonly records: unknown
}

/** The tables written since a transaction began; one for all tables of a world. */
export interface Transaction {
  open: boolean
  /** How many entries of the list count; the list itself is never shortened. */
  touched: number
  readonly tables: { commit(): void; rollback(): void }[]
  /** The list of `World.takeTransitions`; a transaction that fails removes what it added. */
  readonly transitions: object[]
}

export type Difference<R> = TreeDifference<KeyPart, R>

/** A write with a key, or a unique index key, that is taken already. A defect of the caller. */
export class TableConflict extends Error {
  readonly table: string
  readonly key: KeyTuple
  constructor(table: string, key: KeyTuple, what: string) {
    super(`table ${table}: ${what} ${JSON.stringify(key)} exists already`)
    this.table = table
    this.key = key
  }
}

const NO_INDEX_KEYS: readonly IndexKeys[] = []

/** Bulk loading pays off from this many records. */
const LEAST_LOADED = 256

/** Bulk replacing pays off from this share of a table. */
const LEAST_REPLACED = 1 / 8

export class Table<R extends object, I extends string = string> {
  readonly definition: TableDefinition<R, I>
  readonly #indexNames: readonly I[]
  #trees: Trees<R>
  #shared: boolean
  /** How to undo the transaction, once it has written here: first restore these trees, if there are any… */
  #before: Trees<R> | undefined
  /** …then these steps, the last one first. */
  #undo: { readonly key: KeyPart; readonly before: R | undefined }[] = []
  #touched = false
  readonly #transaction: Transaction

  constructor(definition: TableDefinition<R, I>, transaction: Transaction, image?: TableImage) {
    this.definition = definition
    this.#transaction = transaction
    this.#indexNames = Object.keys(definition.indexes) as I[]
    this.#trees = (image as Trees<R> | undefined) ?? emptyTrees(definition, this.#indexNames)
    this.#shared = image !== undefined
  }

  get size(): number {
    return this.#trees.records.size
  }

  /** A new object after every write: the same object means the same records, in any version of the world. */
  get state(): object {
    return (this.#trees.state ??= {})
  }

  get(key: KeyPart): R | undefined {
    return this.#trees.records.get(key)
  }

  has(key: KeyPart): boolean {
    return this.#trees.records.get(key) !== undefined
  }

  /** Throws TableConflict if its key, or a unique index key, is taken. */
  insert(record: R): R {
    return this.#write(record, undefined)
  }

  /**
   * Adds records as `insert` does, but all or none. A table that they fill for the most part is built anew from sorted
   * lists; an empty one always, because most of its indexes then wait for their first read.
   */
  insertMany(records: readonly R[]): void {
    if (this.size > 0 && (records.length < LEAST_LOADED || records.length < this.size)) {
      return this.#allOrNone(() => {
        for (const record of records) this.insert(record)
      })
    }
    const all = [...this.#trees.records.values(), ...records].map((record) => Object.freeze(record))
    const keys = all.map((record) => this.definition.key(record))
    if (!ascends(keys)) {
      all.sort((a, b) => compareParts(this.definition.key(a), this.definition.key(b)))
      keys.sort(compareParts)
    }
    keys.forEach((key, position) => {
      if (position > 0 && key === keys[position - 1]) this.#refuse([key])
    })
    const tree = loadTree(keys, all, compareParts)
    const indexes = this.#loadIndexes(this.#indexNames, tree)
    this.#share()
    const trees = this.#writable()
    trees.records = tree
    trees.indexes = indexes
  }

  /** Inserts or replaces. Throws TableConflict if another record has a unique index key. */
  put(record: R): R {
    return this.replace(record, this.get(this.definition.key(record)))
  }

  /** As `put`, for a caller that has just read the previous record; undefined if there is none. */
  replace(record: R, previous: R | undefined): R {
    return this.#write(record, previous)
  }

  /** Changes fields of the record with this key; undefined if there is none. */
  update(key: KeyPart, changes: Partial<R>): R | undefined {
    const previous = this.get(key)
    if (previous === undefined) return undefined
    const next = mergeFields(previous, changes)
    if (this.definition.key(next) !== key)
      throw new Error(`table ${this.definition.name}: an update changes the key`)
    return this.#write(next, previous)
  }

  /**
   * Replaces records by ones of the same keys, all or none. Where they are much of the table, an index whose keys stay is
   * only told the new records, and the others are built anew. Throws TableConflict as `put` does.
   */
  replaceMany(records: readonly R[]): void {
    if (records.length < LEAST_LOADED || records.length < this.size * LEAST_REPLACED) {
      return this.#allOrNone(() => {
        for (const record of records) this.#write(record, this.#previous(record))
      })
    }
    const before = this.#share()
    const next = new Map(records.map((record) => [this.#previous(record), Object.freeze(record)]))
    const replacementOf = (record: R) => next.get(record) ?? record
    const all = before.records.mapValues(replacementOf)
    const keeping = before.indexes.map((index) => keepsKeys(index.definition, next))
    const loaded = this.#loadIndexes(
      this.#indexNames.filter((_, position) => !keeping[position]),
      all,
    )
    const indexes = before.indexes.map((index, position) =>
      keeping[position] ? index.over(all) : (loaded.shift() as IndexTree<R>),
    )
    const trees = this.#writable()
    trees.records = all
    trees.indexes = indexes
  }

  /** False if there was no such record. */
  remove(key: KeyPart): boolean {
    const record = this.get(key)
    if (record === undefined) return false
    const trees = this.#writable()
    this.#note(key, record)
    trees.records.delete(key)
    for (const index of trees.indexes) {
      for (const indexKey of indexKeysOf(index.definition, record)) index.leave(indexKey, key, record)
    }
    return true
  }

  /** All records in order of their key; later writes do not affect a scan. */
  *scan(options: { reverse?: boolean; from?: KeyPart } = {}): Generator<R> {
    const trees = this.#trees
    trees.walks++
    try {
      if (options.reverse) for (const pair of trees.records.entriesReversed(options.from)) yield pair[1]
      else yield* trees.records.values(options.from)
    } finally {
      trees.walks--
    }
  }

  /** Visits all records in order of their key; the fastest way to read them. */
  forEachRecord(visit: (record: R) => void): void {
    const trees = this.#trees
    trees.walks++
    try {
      trees.records.forEachPair((_, record) => visit(record))
    } finally {
      trees.walks--
    }
  }

  find(index: I, key: KeyTuple): R | undefined {
    return this.#index(index).findFirst(key)
  }

  /** The last record of `range`, in one descent. */
  findLast(index: I, prefix: KeyTuple): R | undefined {
    return this.#index(index).findLast(prefix)
  }

  /** The record with this whole index key and unique member; see IndexDefinition.unique. */
  findUnique(index: I, key: KeyTuple, member: KeyPart): R | undefined {
    return this.#index(index).findUnique(key, member)
  }

  /**
   * Records whose index key begins with `prefix`, in index order, then by table key. `from` is a full or partial index
   * key to begin at: all that begins with it is included, whatever the direction.
   */
  range(index: I, prefix: KeyTuple, options: RangeOptions = {}): Generator<R> {
    return this.#walk(index, (tree) => tree.range(prefix, options))
  }

  /** The first wanted record of `range`. */
  findWhere(
    index: I,
    prefix: KeyTuple,
    wanted: (record: R) => boolean,
    options?: RangeOptions,
  ): R | undefined {
    for (const record of this.range(index, prefix, options)) if (wanted(record)) return record
    return undefined
  }

  /** Visits the records of `range` with their index keys; the fastest way to walk many. */
  forEach(index: I, prefix: KeyTuple, visit: (record: R, indexKey: KeyTuple) => void): void {
    const trees = this.#trees
    trees.walks++
    try {
      this.#index(index).forEach(prefix, visit)
    } finally {
      trees.walks--
    }
  }

  /** Records whose index key is `prefix` followed by a string that begins with `text`, in index order. */
  rangeOfText(index: I, prefix: KeyTuple, text: string): Generator<R> {
    return this.range(index, prefix, { from: [...prefix, text], text })
  }

  /** The distinct values of the index member after `prefix`, in order; one descent each. */
  distinct(index: I, prefix: KeyTuple): Generator<KeyPart> {
    return this.#walk(index, (tree) => tree.distinct(prefix))
  }

  /** How many index entries begin with `prefix`; reads no records. */
  count(index: I, prefix: KeyTuple): number {
    return this.#index(index).count(prefix)
  }

  /** The current state, shared from now on. Not inside a transaction that has written this table. */
  image(): TableImage {
    if (this.#touched) throw new Error(`table ${this.definition.name}: no image inside a transaction`)
    return this.#share()
  }

  /** Without an image, the table becomes empty. */
  restore(image: TableImage | undefined): void {
    this.#backTo((image as Trees<R> | undefined) ?? emptyTrees(this.definition, this.#indexNames))
    this.commit()
  }

  commit(): void {
    this.#before = undefined
    this.#touched = false
    if (this.#undo.length > 0) this.#undo = []
  }

  rollback(): void {
    const steps = this.#undo.toReversed()
    if (this.#before !== undefined) this.#backTo(this.#before)
    this.commit()
    for (const { key, before } of steps) {
      if (before === undefined) this.remove(key)
      else this.#write(before, this.get(key))
    }
  }

  /** Indexes over all records; only unique ones are built at once. Throws TableConflict where a unique key is taken. */
  #loadIndexes(names: readonly I[], records: Tree<KeyPart, R>): IndexTree<R>[] {
    return names.map((name) => {
      const definition = this.definition.indexes[name]
      return definition.unique === undefined
        ? IndexTree.defer(definition, records)
        : IndexTree.load(definition, records, (key, record) => this.#refuse(key, name, record))
    })
  }

  /** Throws TableConflict for a key of the table, or for an index key with its unique member. */
  #refuse(key: KeyTuple, index?: I, record?: R): never {
    const unique = index && this.definition.indexes[index].unique
    const member = typeof unique === 'function' && record !== undefined ? unique(record) : undefined
    const whole = member === undefined ? key : [...key, member]
    throw new TableConflict(this.definition.name, whole, index === undefined ? 'key' : `${index} key`)
  }

  #allOrNone(write: () => void): void {
    const before = this.#share()
    try {
      write()
    } catch (error) {
      this.#backTo(before)
      throw error
    }
  }

  #previous(record: R): R {
    const key = this.definition.key(record)
    const previous = this.get(key)
    if (previous === undefined) throw new Error(`table ${this.definition.name} has no record ${String(key)}`)
    return previous
  }

  #write(record: R, previous: R | undefined): R {
    const stored = Object.freeze(record)
    const key = this.definition.key(stored)
    const former = previous === undefined ? NO_INDEX_KEYS : this.#indexKeys(previous)
    const next = this.#indexKeys(stored)
    this.#refuseTakenKeys(former, next, previous, stored)
    const trees = this.#writable()
    if (!trees.records.set(key, stored, previous !== undefined) && previous === undefined) this.#refuse([key])
    this.#note(key, previous)
    for (let position = 0; position < next.length; position++) {
      const index = trees.indexes[position] as IndexTree<R>
      const left = former[position] ?? NO_KEYS
      const entered = next[position] as IndexKeys
      // Plain loops: iterators would allocate some twenty objects for each create.
      for (let at = 0; at < left.length; at++) {
        const indexKey = left[at] as KeyTuple
        if (!hasKey(entered, indexKey)) index.leave(indexKey, key, previous as R)
      }
      for (let at = 0; at < entered.length; at++) {
        const indexKey = entered[at] as KeyTuple
        if (hasKey(left, indexKey)) index.keep(indexKey, key, stored, previous as R)
        else index.enter(indexKey, key, stored)
      }
    }
    return stored
  }

  #indexKeys(record: R): readonly IndexKeys[] {
    const { indexes } = this.#trees
    // Every exchange writes sequences, which have no index.
    return indexes.length === 0
      ? NO_INDEX_KEYS
      : indexes.map(({ definition }) => indexKeysOf(definition, record))
  }

  /** Throws TableConflict if a record gets a unique index key that another one has. */
  #refuseTakenKeys(
    former: readonly IndexKeys[],
    next: readonly IndexKeys[],
    previous: R | undefined,
    record: R,
  ): void {
    for (let position = 0; position < next.length; position++) {
      const index = this.#trees.indexes[position] as IndexTree<R>
      const { definition } = index
      if (!definition.unique) continue
      const keepsMember =
        previous !== undefined && uniqueMember(definition, previous) === uniqueMember(definition, record)
      const left = keepsMember ? (former[position] as IndexKeys) : NO_KEYS
      const entered = next[position] as IndexKeys
      for (let at = 0; at < entered.length; at++) {
        const indexKey = entered[at] as KeyTuple
        if (!hasKey(left, indexKey) && index.isTaken(indexKey, record))
          this.#refuse(indexKey, this.#indexNames[position], record)
      }
    }
  }

  #index(name: I): IndexTree<R> {
    const index = this.#trees.indexes[this.#indexNames.indexOf(name)]
    if (index === undefined) throw new Error(`table ${this.definition.name} has no index ${String(name)}`)
    return index
  }

  // A generator, so that the walk sees the state of its first step.
  *#walk<T>(index: I, walk: (tree: IndexTree<R>) => Generator<T>): Generator<T> {
    const trees = this.#trees
    trees.walks++
    try {
      yield* walk(this.#index(index))
    } finally {
      trees.walks--
    }
  }

  /** The current trees, which may be shared from now on: a later write clones them first. */
  #share(): Trees<R> {
    this.#shared = true
    return this.#trees
  }

  /** Returns to trees that images and forks may share. */
  #backTo(trees: Trees<R>): void {
    this.#trees = trees
    this.#shared = true
  }

  #writable(): Trees<R> {
    const transaction = this.#transaction
    if (transaction.open && !this.#touched) {
      this.#touched = true
      transaction.tables[transaction.touched++] = this
    }
    const { walks, records, indexes } = this.#trees
    if (!this.#shared && walks === 0) {
      this.#trees.state = undefined
      return this.#trees
    }
    if (this.#touched) this.#before ??= this.#trees
    const clone = records.clone()
    const own = indexes.map((index) => index.over(clone))
    this.#trees = { records: clone, indexes: own, walks: 0, state: undefined }
    this.#shared = false
    return this.#trees
  }

  /** Records what a write replaces, unless whole trees restore it already. */
  #note(key: KeyPart, before: R | undefined): void {
    if (this.#touched && this.#before === undefined) this.#undo.push({ key, before })
  }
}

function ascends(keys: readonly KeyPart[]): boolean {
  return keys.every((key, position) => position === 0 || compareParts(keys[position - 1] as KeyPart, key) < 0)
}

function emptyTrees<R extends object, I extends string>(
  definition: TableDefinition<R, I>,
  names: readonly I[],
): Trees<R> {
  const records = createTree<KeyPart, R>(compareParts)
  const indexes = names.map((name) => new IndexTree(definition.indexes[name], records))
  return { records, indexes, walks: 0, state: undefined }
}

/** A copy with changed fields; a field that is undefined is removed. */
function mergeFields<R extends object>(record: R, changes: Partial<R>): R {
  const merged: R = Object.assign({ ...record }, changes)
  for (const name of Object.keys(changes) as (keyof R)[]) {
    if (changes[name] === undefined) delete merged[name]
  }
  return merged
}

/** The records that differ between two images of a table, in order of key; skips what the images share. */
export function differencesOfImages(
  before: TableImage | undefined,
  after: TableImage | undefined,
): Difference<object>[] {
  if (before === after) return []
  const [left, right] = [before, after].map(
    (image) => (image as Trees<object> | undefined)?.records ?? createTree<KeyPart, object>(compareParts),
  ) as [Tree<KeyPart, object>, Tree<KeyPart, object>]
  return differences(left, right).toSorted((a, b) => compareParts(a.key, b.key))
}
