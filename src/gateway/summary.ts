/** How several faults of one request are told. */

/** Faults and unknown names that one answer lists. */
export const MAXIMUM_LISTED = 50
/** Names that come from callers are kept to so many characters. */
export const LONGEST_NAME = 100

/** The first faults as one sentence; interfaces whose errors have no list show no others. */
export function summaryOf(faults: readonly string[]): string {
  const first = faults.slice(0, 3).join('; ')
  return faults.length <= 3 ? first : `${first} (and ${faults.length - 3} more)`
}
