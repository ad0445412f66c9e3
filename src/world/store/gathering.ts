/** Table keys of records under their index keys, gathered for building an index of many at once. */
import {
  compareStoredKeys,
  type IndexDefinition,
  isTupleList,
  type StoredKey,
  storedKey,
  tupleOf,
} from './index-keys.ts'
import type { KeyPart } from '../order.ts'

/**
 * The table keys under each index key, gathered record by record: bulk data is walked once for all indexes of its table,
 * since memory is what a walk waits for. Records come in order of table key.
 *
 * Most indexes of bulk data ascend as the records do, with a record to a key: lists of both keys instead of an object for
 * each save a third of the time.
 */
export class Gathering<R extends object> {
  readonly definition: IndexDefinition<R>
  /** Index keys, and at the same positions what each holds: a table key, or several, each once and in order. */
  readonly #keys: StoredKey[] = []
  readonly #held: (KeyPart | KeyPart[])[] = []
  #places: KeyPlaces | undefined

  constructor(definition: IndexDefinition<R>) {
    this.definition = definition
  }

  add(own: KeyPart, record: R): void {
    const found = this.definition.keys(record)
    if (found === undefined) return
    if (!isTupleList(found)) this.#file(storedKey(found), own)
    else for (const key of found) this.#file(storedKey(key), own)
  }

  /** What was gathered, in order of index key. */
  sorted(): { readonly keys: StoredKey[]; readonly held: (KeyPart | KeyPart[])[] } {
    const [keys, held] = [this.#keys, this.#held]
    if (this.#places === undefined) return { keys, held }
    const order = keys.map((_, position) => position)
    order.sort((x, y) => compareStoredKeys(keys[x] as StoredKey, keys[y] as StoredKey))
    return {
      keys: order.map((position) => keys[position] as StoredKey),
      held: order.map((position) => held[position] as KeyPart | KeyPart[]),
    }
  }

  #file(key: StoredKey, own: KeyPart): void {
    const last = this.#keys.at(-1)
    // Only a list that does not come in the order of the index is looked up by key.
    if (this.#places === undefined && last !== undefined) {
      const order = compareStoredKeys(last, key)
      if (order === 0) return addTo(this.#held, this.#keys.length - 1, own)
      if (order > 0) this.#places = placesOf(this.#keys)
    }
    if (this.#places !== undefined) {
      const place = findPlace(this.#places, key)
      if (place !== -1) return addTo(this.#held, place, own)
      enterPlace(this.#places, { key, place: this.#keys.length }, 0)
    }
    this.#keys.push(key)
    this.#held.push(own)
  }
}

function addTo(held: (KeyPart | KeyPart[])[], place: number, own: KeyPart): void {
  const members = held[place] as KeyPart | KeyPart[]
  if (!Array.isArray(members)) {
    if (members !== own) held[place] = [members, own]
  } else if (members.at(-1) !== own) members.push(own)
}

/**
 * Where each key is, member by member: texts of whole keys would have to be made and hashed for every record. A branch
 * that holds one key alone is that key.
 */
type KeyPlaces = Map<KeyPart | undefined, KeyPlaces | KeyPlace>

interface KeyPlace {
  readonly key: StoredKey
  readonly place: number
}

function placesOf(keys: readonly StoredKey[]): KeyPlaces {
  const places: KeyPlaces = new Map()
  keys.forEach((key, place) => enterPlace(places, { key, place }, 0))
  return places
}

function findPlace(places: KeyPlaces, key: StoredKey): number {
  let branch: KeyPlaces | KeyPlace | undefined = places
  for (let depth = 0; branch instanceof Map; depth++) branch = branch.get(tupleOf(key)[depth])
  return branch !== undefined && compareStoredKeys(branch.key, key) === 0 ? branch.place : -1
}

/** Enters a key that is not there yet. */
function enterPlace(places: KeyPlaces, entered: KeyPlace, depth: number): void {
  const member = tupleOf(entered.key)[depth]
  const branch = places.get(member)
  if (branch === undefined) places.set(member, entered)
  else if (branch instanceof Map) enterPlace(branch, entered, depth + 1)
  else {
    const both: KeyPlaces = new Map()
    enterPlace(both, branch, depth + 1)
    enterPlace(both, entered, depth + 1)
    places.set(member, both)
  }
}
