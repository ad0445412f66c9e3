/** Long lists in a record, of which only the first members are read. */

/** Members read of each list in a record. */
export const MEMBERS = 100

/** Whether a list in a record was cut: a text behind its members says how many there are. */
export function isCut(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (Array.isArray(value) && value.length > MEMBERS) || Object.values(value).some(isCut)
}
