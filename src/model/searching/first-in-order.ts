/** The beginning of a sorted list, without sorting all of it. */

/** Beyond this count, keeping the best costs more than sorting everything. */
const MAXIMUM_KEPT = 1024

/** The first `count` items in the order of `compare`, which must be total. Leaves `items` as they are. */
export function firstInOrder<T>(items: readonly T[], compare: (a: T, b: T) => number, count: number): T[] {
  if (count >= items.length || count > MAXIMUM_KEPT) return items.toSorted(compare).slice(0, count)
  const best: T[] = []
  for (const item of items) {
    if (best.length >= count) {
      const last = best[count - 1]
      if (last === undefined || compare(item, last) >= 0) continue
      best.pop()
    }
    best.splice(placeOf(best, item, compare), 0, item)
  }
  return best
}

function placeOf<T>(sorted: readonly T[], item: T, compare: (a: T, b: T) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(item, sorted[middle] as T) < 0) high = middle
    else low = middle + 1
  }
  return low
}
