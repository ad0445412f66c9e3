/** What belongs to requirements, filed by their names for queries that ask about many of them. */
import { compareCodePoints } from '../../../world/order.ts'

const NONE: readonly never[] = []

/** Things filed under two names, such as those of a baseline and of a key. */
export class Filing<T> {
  readonly #drawers = new Map<string | number, Map<string | number, T[]>>()
  /** The drawer asked for last: a scan asks for one space after the other. */
  #lastOuter: string | number | undefined
  #last: Map<string | number, T[]> | undefined

  add(outer: string | number, inner: string | number, thing: T): void {
    let drawer = this.#drawers.get(outer)
    if (drawer === undefined) this.#drawers.set(outer, (drawer = new Map()))
    const things = drawer.get(inner)
    if (things === undefined) drawer.set(inner, [thing])
    else things.push(thing)
  }

  of(outer: string | number, inner: string | number): readonly T[] {
    if (outer !== this.#lastOuter) {
      this.#lastOuter = outer
      this.#last = this.#drawers.get(outer)
    }
    return this.#last?.get(inner) ?? NONE
  }
}

/** A thing, and the name of the requirement that it belongs to. */
export interface Named<T> {
  readonly spaceKey: string
  readonly key: string
  readonly thing: T
}

/** Finds the things of a requirement by its name. */
export type FindNamed<T> = (spaceKey: string, key: string) => readonly T[]

/**
 * Files things for a scan, which asks in order of key and mostly for what has none: two comparisons then tell so, in a
 * third of the time of a look into a map. They stay in the order given.
 */
export function fileForScan<T>(named: readonly Named<T>[]): FindNamed<T> {
  if (named.length === 0) return () => NONE
  const spaces = new Map<string, Named<T>[]>()
  for (const each of named) {
    const ofSpace = spaces.get(each.spaceKey)
    if (ofSpace === undefined) spaces.set(each.spaceKey, [each])
    else ofSpace.push(each)
  }
  const finders = new Map([...spaces].map(([spaceKey, ofSpace]) => [spaceKey, fileKeys(ofSpace)]))
  let lastSpace: string | undefined
  let find: ((key: string) => readonly T[]) | undefined
  return (spaceKey, key) => {
    if (spaceKey !== lastSpace) {
      lastSpace = spaceKey
      find = finders.get(spaceKey)
    }
    return find === undefined ? NONE : find(key)
  }
}

function fileKeys<T>(named: readonly Named<T>[]): (key: string) => readonly T[] {
  const keys: string[] = []
  const things: T[][] = []
  for (const { key, thing } of named.toSorted((a, b) => compareCodePoints(a.key, b.key))) {
    if (keys.at(-1) === key) things.at(-1)?.push(thing)
    else {
      keys.push(key)
      things.push([thing])
    }
  }
  // The first of the keys that is not before the key asked for last.
  let place = 0
  return (key) => {
    place = advance(keys, key, place)
    return keys[place] === key ? (things[place] as T[]) : NONE
  }
}

/** The place of the first key that is not before this one; `place` is where it may well be, or next to that. */
function advance(keys: readonly string[], key: string, place: number): number {
  const isBefore = (index: number) => compareCodePoints(keys[index] as string, key) < 0
  let [low, high] = [0, keys.length]
  if (place > 0 && !isBefore(place - 1)) high = place - 1
  else {
    low = place
    while (low < high && low < place + NEAR && isBefore(low)) low++
    if (low === high || low < place + NEAR) return low
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Keys that are tried one after the other, before those between are left out. */
const NEAR = 2
