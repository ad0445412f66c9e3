/**
 * One secondary index of a table: a persistent tree from index keys to records. Records that share an index key are in a
 * tree of their own below it, in order of their table key, so that a key held by thousands is kept once.
 */
import { AbsenceFilter } from './absence-filter.ts'
import type { Gathering } from './gathering.ts'
import { type IndexDefinition, isUnder } from './index-keys.ts'
import { AFTER_ALL, compareParts, compareTuples, type KeyPart, type KeyTuple, startsWith } from './order.ts'
import { createTree, keyAt, loadTree, type Tree } from './tree.ts'

/** The records of one index key when there are several. */
class Sharers<R> {
  /** The version of the index that may write this tree; others clone it first. */
  readonly owner: object
  readonly records: Tree<KeyPart, R>
  constructor(owner: object, records: Tree<KeyPart, R>) {
    this.owner = owner
    this.records = records
  }
}

/** How a range is walked. */
export interface RangeOptions {
  readonly reverse?: boolean
  readonly from?: KeyTuple
  /** How many of the first records to leave out; those that share an index key are passed over in one descent. */
  readonly skip?: number
}

/** What lookups found is forgotten beyond so many: some 10 MB. */
const MOST_FOUND = 2 ** 17

/** A filter is renewed when so many times the keys that a version has entered are more than all that it has. */
const WRITES_SHARE = 16

export class IndexTree<R extends object> {
  readonly definition: IndexDefinition<R>
  readonly #keyOf: (record: R) => KeyPart
  #holders: Tree<KeyTuple, R | Sharers<R>>
  readonly #counts: Tree<KeyTuple, number> | undefined
  /** What lookups found in this version, by the member that `hashedBy` names. */
  readonly #found: Map<KeyPart | undefined, R> | undefined
  /** The texts that this member has; versions share it until it is worn, since it only ever lets too much through. */
  #present: AbsenceFilter | undefined
  /** Keys that were entered in this version. */
  #entered = 0
  #size: number
  // An object rather than the index itself, which would keep what older versions hold alive.
  readonly #owner = {}

  /** An empty index, or a clone of another: constant time, what they share is copied when written. */
  constructor(definition: IndexDefinition<R>, keyOf: (record: R) => KeyPart, source?: IndexTree<R>) {
    this.definition = definition
    this.#keyOf = keyOf
    this.#found = definition.hashedBy === undefined ? undefined : new Map()
    if (source === undefined) {
      this.#present = definition.hashedBy === undefined ? undefined : new AbsenceFilter()
      this.#holders = createTree(compareTuples)
      this.#counts = definition.counted ? createTree(compareTuples) : undefined
      this.#size = 0
    } else {
      this.#present = source.#present
      this.#holders = source.#holders.clone()
      this.#counts = source.#counts?.clone()
      this.#size = source.#size
    }
  }

  /** The index over gathered records; `refuse` is told of a unique key that two of them have. */
  static load<R extends object>(
    gathering: Gathering<R>,
    keyOf: (record: R) => KeyPart,
    refuse: (key: KeyTuple) => never,
  ): IndexTree<R> {
    const { definition } = gathering
    const index = new IndexTree<R>(definition, keyOf)
    const { keys, held } = gathering.sorted()
    const holders = held.map((members, position) => {
      if (!Array.isArray(members)) return members
      if (definition.unique === true) return refuse(keys[position] as KeyTuple)
      return new Sharers<R>(index.#owner, loadTree(members.map(keyOf), members, compareParts))
    })
    index.#holders = loadTree(keys, holders, compareTuples)
    if (definition.hashedBy !== undefined) index.#present = index.#newFilter(keys)
    if (definition.counted === undefined) index.#size = held.reduce((sum, each) => sum + sizeOf(each), 0)
    else keys.forEach((key, position) => index.#count(key, sizeOf(held[position] as R | R[])))
    return index
  }

  clone(): IndexTree<R> {
    return new IndexTree(this.definition, this.#keyOf, this)
  }

  /** The record with this index key; the first by table key when several share it. */
  find(key: KeyTuple): R | undefined {
    return this.#found === undefined ? this.#descendTo(key) : this.#findAgain(this.#found, key)
  }

  /** The first record whose index key begins with `prefix`. */
  findFirst(prefix: KeyTuple): R | undefined {
    if (this.#isAbsent(prefix)) return undefined
    const pair = this.#holders.getPairOrNextHigher(prefix)
    if (pair === undefined || !startsWith(pair[0], prefix)) return undefined
    return pair[1] instanceof Sharers ? first(pair[1].records) : pair[1]
  }

  /** The last record whose index key begins with `prefix`. */
  findLast(prefix: KeyTuple): R | undefined {
    if (this.#isAbsent(prefix)) return undefined
    const pair = this.#lastPair(prefix)
    if (pair === undefined || !startsWith(pair[0], prefix)) return undefined
    return pair[1] instanceof Sharers ? last(pair[1].records) : pair[1]
  }

  /** Files a record under an index key, or replaces the one of the same table key there. */
  enter(indexKey: KeyTuple, key: KeyPart, record: R): void {
    this.#forget(indexKey)
    this.#note(indexKey)
    // The usual case first: a key of its own costs one descent. A unique key is never held by another record.
    if (this.#holders.set(indexKey, record, this.definition.unique === true)) return this.#count(indexKey, 1)
    if (this.definition.unique === true) return
    const holder = this.#holders.get(indexKey) as R | Sharers<R>
    if (holder instanceof Sharers) {
      if (this.#own(indexKey, holder).records.set(key, record)) this.#count(indexKey, 1)
    } else if (compareParts(this.#keyOf(holder), key) === 0) {
      this.#holders.set(indexKey, record)
    } else {
      const records = createTree<KeyPart, R>(compareParts)
      records.set(this.#keyOf(holder), holder)
      records.set(key, record)
      this.#holders.set(indexKey, new Sharers(this.#owner, records))
      this.#count(indexKey, 1)
    }
  }

  /** Puts a record in the place of the one of the same table key, which is filed under this index key. */
  replace(indexKey: KeyTuple, key: KeyPart, record: R): void {
    this.#forget(indexKey)
    const holder = this.definition.unique === true ? undefined : this.#holders.get(indexKey)
    if (holder instanceof Sharers) this.#own(indexKey, holder).records.set(key, record)
    else this.#holders.set(indexKey, record)
  }

  /** Takes the record of this table key out from under an index key. */
  leave(indexKey: KeyTuple, key: KeyPart): void {
    this.#forget(indexKey)
    const holder = this.#holders.get(indexKey)
    if (holder instanceof Sharers) {
      const { records } = this.#own(indexKey, holder)
      if (!records.delete(key)) return
      if (records.size === 1) this.#holders.set(indexKey, first(records) as R)
    } else {
      if (holder === undefined || compareParts(this.#keyOf(holder), key) !== 0) return
      this.#holders.delete(indexKey)
    }
    this.#count(indexKey, -1)
  }

  /** Records whose index key begins with `prefix`; see Table.range. Not to be written while it is walked. */
  *range(prefix: KeyTuple, options: RangeOptions): Generator<R> {
    let { skip = 0 } = options
    for (const [, holder] of this.#pairs(prefix, options)) {
      const size = holder instanceof Sharers ? holder.records.size : 1
      if (skip >= size) {
        skip -= size
        continue
      }
      if (!(holder instanceof Sharers)) yield holder
      else if (options.reverse) {
        const begin = keyAt(holder.records, size - 1 - skip)
        for (const pair of holder.records.entriesReversed(begin)) yield pair[1]
      } else yield* holder.records.values(skip === 0 ? undefined : keyAt(holder.records, skip))
      skip = 0
    }
  }

  /** Tells each record that `range` would give, in its order, with its index key. Not to be written meanwhile. */
  forEach(prefix: KeyTuple, visit: (record: R, indexKey: KeyTuple) => void): void {
    const alone = this.#found === undefined ? undefined : this.#aloneUnder(this.#found, prefix)
    if (alone !== undefined) return visit(alone, prefix)
    if (this.#isAbsent(prefix)) return
    const isUnique = this.definition.unique === true
    this.#holders.forRange(prefix, [...prefix, AFTER_ALL], false, (key, holder) => {
      // Of a unique index, records that nobody wants are not even looked at.
      if (isUnique) visit(holder as R, key)
      else if (holder instanceof Sharers)
        holder.records.forEachPair((_own, record) => void visit(record, key))
      else visit(holder, key)
    })
  }

  /** The index over other records, each of which has the index keys of the one that it is the replacement of. */
  replacing(replacementOf: (record: R) => R): IndexTree<R> {
    const index = this.clone()
    index.#holders = this.#holders.mapValues((holder) =>
      holder instanceof Sharers
        ? new Sharers(index.#owner, holder.records.mapValues(replacementOf))
        : replacementOf(holder),
    )
    return index
  }

  /** Records whose index key is `prefix` followed by a string that begins with `text`. */
  *rangeOfText(prefix: KeyTuple, text: string): Generator<R> {
    for (const [key, holder] of this.#pairs(prefix, { from: [...prefix, text] })) {
      const member = key[prefix.length]
      if (typeof member !== 'string' || !member.startsWith(text)) return
      if (holder instanceof Sharers) yield* holder.records.values()
      else yield holder
    }
  }

  /** The distinct values of the index member after `prefix`, in order. */
  *distinct(prefix: KeyTuple): Generator<KeyPart> {
    let key = this.#holders.nextHigherKey(prefix)
    while (key !== undefined && startsWith(key, prefix)) {
      const member = key[prefix.length] as KeyPart
      yield member
      key = this.#holders.nextHigherKey([...prefix, member, AFTER_ALL])
    }
  }

  /** How many entries begin with `prefix`. */
  count(prefix: KeyTuple): number {
    if (prefix.length === 0) return this.#size
    if (this.#counts !== undefined && prefix.length <= (this.definition.counted ?? 0))
      return this.#counts.get(prefix) ?? 0
    let total = 0
    for (const [, holder] of this.#pairs(prefix, {}))
      total += holder instanceof Sharers ? holder.records.size : 1
    return total
  }

  #descendTo(key: KeyTuple): R | undefined {
    const holder = this.#holders.get(key)
    return holder instanceof Sharers ? first(holder.records) : holder
  }

  #findAgain(found: Map<KeyPart | undefined, R>, key: KeyTuple): R | undefined {
    const known = this.#known(found, key)
    if (known !== undefined) return known
    if (this.#isAbsent(key)) return undefined
    const record = this.#descendTo(key)
    if (record !== undefined) this.#remember(found, key, record)
    return record
  }

  /** The one record under a whole index key; undefined where there are none or several, or the key is not whole. */
  #aloneUnder(found: Map<KeyPart | undefined, R>, key: KeyTuple): R | undefined {
    if (key.length <= (this.definition.hashedBy as number)) return undefined
    const known = this.#known(found, key)
    if (known !== undefined) return known
    const holder = this.#holders.get(key)
    if (holder === undefined || holder instanceof Sharers) return undefined
    this.#remember(found, key, holder)
    return holder
  }

  #known(found: Map<KeyPart | undefined, R>, key: KeyTuple): R | undefined {
    const known = found.get(key[this.definition.hashedBy as number])
    return known !== undefined && isUnder(this.definition, known, key) ? known : undefined
  }

  #remember(found: Map<KeyPart | undefined, R>, key: KeyTuple, record: R): void {
    if (found.size >= MOST_FOUND) found.clear()
    found.set(key[this.definition.hashedBy as number], record)
  }

  /** True only where no key begins with this prefix. */
  #isAbsent(prefix: KeyTuple): boolean {
    return this.#size === 0 || this.#present?.mayHave(prefix[this.definition.hashedBy as number]) === false
  }

  #note(indexKey: KeyTuple): void {
    this.#entered++
    // Not at the first write of each fork: a new filter is a walk over all keys, which enough writes have to share.
    if (this.#present?.isWorn && this.#entered * WRITES_SHARE > this.#holders.size)
      this.#present = this.#newFilter()
    this.#present?.add(indexKey[this.definition.hashedBy as number])
  }

  /** A filter of what is here now: those that are worn hold what other versions have, and what is gone. */
  #newFilter(keys: Iterable<KeyTuple> = this.#holders.keys()): AbsenceFilter {
    const filter = new AbsenceFilter(this.#holders.size)
    for (const key of keys) filter.add(key[this.definition.hashedBy as number])
    return filter
  }

  /** To be told of every index key that is written. */
  #forget(indexKey: KeyTuple): void {
    this.#found?.delete(indexKey[this.definition.hashedBy as number])
  }

  *#pairs(prefix: KeyTuple, { reverse = false, from }: RangeOptions): Generator<[KeyTuple, R | Sharers<R>]> {
    if (this.#isAbsent(prefix)) return
    // Most ranges hold nothing or one key: two descents tell that, and cost less than an iterator.
    let pair = reverse ? this.#lastPair(prefix, from) : this.#firstPair(prefix, from)
    if (pair === undefined || !startsWith(pair[0], prefix)) return
    yield pair
    pair = reverse ? this.#holders.nextLowerPair(pair[0]) : this.#holders.nextHigherPair(pair[0])
    if (pair === undefined || !startsWith(pair[0], prefix)) return
    const pairs = reverse ? this.#holders.entriesReversed(pair[0], []) : this.#holders.entries(pair[0], [])
    for (const next of pairs) {
      if (!startsWith(next[0], prefix)) return
      yield next
    }
  }

  #firstPair(prefix: KeyTuple, from: KeyTuple = prefix): [KeyTuple, R | Sharers<R>] | undefined {
    return this.#holders.getPairOrNextHigher(compareTuples(from, prefix) < 0 ? prefix : from)
  }

  #lastPair(prefix: KeyTuple, from?: KeyTuple): [KeyTuple, R | Sharers<R>] | undefined {
    const end = [...prefix, AFTER_ALL]
    return this.#holders.nextLowerPair(from === undefined ? end : lower([...from, AFTER_ALL], end))
  }

  #own(indexKey: KeyTuple, sharers: Sharers<R>): Sharers<R> {
    if (sharers.owner === this.#owner) return sharers
    const own = new Sharers(this.#owner, sharers.records.clone())
    this.#holders.set(indexKey, own)
    return own
  }

  #count(indexKey: KeyTuple, step: number): void {
    this.#size += step
    const { counted = 0 } = this.definition
    if (this.#counts === undefined) return
    for (let length = 1; length <= counted && length <= indexKey.length; length++) {
      const prefix = length === indexKey.length ? indexKey : indexKey.slice(0, length)
      const next = (this.#counts.get(prefix) ?? 0) + step
      if (next === 0) this.#counts.delete(prefix)
      else this.#counts.set(prefix, next)
    }
  }
}

function sizeOf<R>(members: R | R[]): number {
  return Array.isArray(members) ? members.length : 1
}

function first<R>(records: Tree<KeyPart, R>): R | undefined {
  const key = records.minKey()
  return key === undefined ? undefined : records.get(key)
}

function last<R>(records: Tree<KeyPart, R>): R | undefined {
  const key = records.maxKey()
  return key === undefined ? undefined : records.get(key)
}

function lower(a: KeyTuple, b: KeyTuple): KeyTuple {
  return compareTuples(a, b) <= 0 ? a : b
}
