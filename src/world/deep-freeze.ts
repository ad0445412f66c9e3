/** Data that nobody can change, through and through. */

/**
 * Freezes plain JSON data in place and deeply, without recursion. Tables freeze only the record itself: deep freezing
 * is too slow for bulk data.
 */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    Object.freeze(next)
    for (const member of Object.values(next)) if (typeof member === 'object') open.push(member)
  }
  return value
}
