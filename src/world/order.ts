/** Explicit orders: strings by code point, tuples member by member. Nothing in the simulator sorts any other way. */

/** One member of a key: numbers sort before text. */
export type KeyPart = number | string

/** A key of several members, compared from left to right; a shorter tuple sorts before its extensions. */
export type KeyTuple = readonly KeyPart[]

/**
 * Orders two strings by Unicode code point; JavaScript's `<` would compare UTF-16 units. Lone surrogates, which are no
 * code points, sort above the basic plane too: so all strings with a common beginning are adjacent, well-formed or not.
 */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const shorter = a.length < b.length ? a.length : b.length
  for (let index = 0; index < shorter; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left === right) continue
    // A surrogate stands for a code point above all other units.
    const leftRank = left >= 0xd800 && left <= 0xdfff ? left + 0x10000 : left
    const rightRank = right >= 0xd800 && right <= 0xdfff ? right + 0x10000 : right
    return leftRank - rightRank
  }
  return a.length - b.length
}

/** A bound above every number and every string; only scans use it, records never do. */
export const AFTER_ALL = Object.freeze({ bound: 'after-all' }) as unknown as string

export function compareParts(a: KeyPart, b: KeyPart): number {
  if (typeof a === 'number') return typeof b === 'number' ? compareNumbers(a, b) : -1
  if (typeof b === 'number') return 1
  if (typeof a !== 'string') return typeof b === 'string' ? 1 : 0
  return typeof b === 'string' ? compareCodePoints(a, b) : -1
}

// A subtraction would give NaN for two infinities.
function compareNumbers(a: number, b: number): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

export function compareTuples(a: KeyTuple, b: KeyTuple): number {
  const shorter = a.length < b.length ? a.length : b.length
  for (let index = 0; index < shorter; index++) {
    const left = a[index] as KeyPart
    const right = b[index] as KeyPart
    if (left === right) continue
    const order = compareParts(left, right)
    if (order !== 0) return order
  }
  return a.length - b.length
}

export function startsWith(tuple: KeyTuple, prefix: KeyTuple): boolean {
  if (tuple.length < prefix.length) return false
  for (let index = 0; index < prefix.length; index++) {
    if (tuple[index] !== prefix[index]) return false
  }
  return true
}
