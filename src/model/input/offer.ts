/** What an error offers in place of a name that does not exist: the nearest one, and how many there are. */
import { nearestName } from '../../world/nearest.ts'
import { quoted } from './refusal.ts'

/** How many names an error looks at before and after the missing one, and at the beginning of a list. */
export const LOOKED_AT = 50

/** `did you mean 'REQ-1' (one of 14)?`, `there are 14`, `there are none`. Pass only names that the caller may read. */
export function offerOf(name: unknown, names: Iterable<string>, count: number): string {
  if (count === 0) return 'there are none'
  const nearest = nearestName(String(name), names)
  if (nearest === undefined) return count === 1 ? 'there is one' : `there are ${count}`
  return `did you mean ${quoted(nearest)} (${count === 1 ? 'the only one' : `one of ${count}`})?`
}

/** The first items that pass; looks at ten times as many. */
export function firstOf<T>(items: Iterable<T>, passes: (item: T) => boolean, maximum = LOOKED_AT): T[] {
  const found: T[] = []
  let looked = 0
  for (const item of items) {
    if (passes(item) && found.push(item) === maximum) break
    if (++looked === 10 * maximum) break
  }
  return found
}
