/** Finds the name that somebody probably meant, so that an error can offer it. */
import { compareCodePoints } from './order.ts'

/** Longer names are compared by their beginning; more candidates are ignored. */
const COMPARED_LENGTH = 40
const COMPARED_CANDIDATES = 1000

export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  return nearestNames(name, candidates, 1)[0]
}

/**
 * Up to `limit` candidates near to `name`, nearest first, then by code point. Near means: no more than a third of the
 * characters (at least two) inserted, deleted or replaced; letter case decides between equals only.
 */
export function nearestNames(name: string, candidates: Iterable<string>, limit: number): string[] {
  const wanted = name.slice(0, COMPARED_LENGTH)
  const farthest = Math.max(2, Math.floor(wanted.length / 3))
  const near: { candidate: string; distance: number }[] = []
  let compared = 0
  for (const candidate of candidates) {
    if (compared++ === COMPARED_CANDIDATES) break
    const distance = editDistance(wanted, candidate.slice(0, COMPARED_LENGTH))
    if (distance <= farthest && distance < Math.max(wanted.length, candidate.length))
      near.push({ candidate, distance })
  }
  near.sort((a, b) => a.distance - b.distance || compareCodePoints(a.candidate, b.candidate))
  return [...new Set(near.map(({ candidate }) => candidate))].slice(0, limit)
}

/**
 * Levenshtein distance, in which swapping two neighbouring letters counts as one change, and another letter case as little.
 * Takes time for the product of the lengths, so callers bound them.
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = replacementCost(a.charAt(row - 1), b.charAt(column - 1))
      let distance = Math.min(
        (previous[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (previous[column - 1] as number) + cost,
      )
      if (isSwapped(a, row, b, column))
        distance = Math.min(distance, (beforePrevious[column - 2] as number) + 1)
      current[column] = distance
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] as number
}

function isSwapped(a: string, row: number, b: string, column: number): boolean {
  if (row < 2 || column < 2) return false
  return a.charAt(row - 1) === b.charAt(column - 2) && a.charAt(row - 2) === b.charAt(column - 1)
}

function replacementCost(a: string, b: string): number {
  if (a === b) return 0
  return a.toLowerCase() === b.toLowerCase() ? 0.01 : 1
}
