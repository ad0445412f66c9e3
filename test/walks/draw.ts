/** Seeded choices of a walk: one seed, one sequence. */

export interface Draw {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number
  /** One of these; undefined if there are none. */
  pick<T>(items: readonly T[]): T | undefined
  /** One of these, of which there is at least one. */
  of<const T>(...items: readonly [T, ...T[]]): T
  /** True so many times in a hundred. */
  chance(percent: number): boolean
  /** Up to `most` of these, in their order. */
  some<T>(items: readonly T[], most: number): T[]
}

/** The generator mulberry32, whose state is one 32-bit number. */
export function createDraw(seed: number): Draw {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (bound: number): number => next() % bound
  const pick = <T>(items: readonly T[]): T | undefined =>
    items.length === 0 ? undefined : items[below(items.length)]
  return {
    below,
    pick,
    of: (...items) => items[below(items.length)] as (typeof items)[number],
    chance: (percent) => below(100) < percent,
    some(items, most) {
      const wanted = new Set<number>()
      for (let count = below(most) + 1; count > 0 && items.length > 0; count--)
        wanted.add(below(items.length))
      return items.filter((_item, position) => wanted.has(position))
    },
  }
}
