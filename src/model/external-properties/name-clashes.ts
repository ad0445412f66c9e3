/** Names of properties that differ from others only in letter case: most likely they were meant to be the same. */
import { quoted } from '../input/refusal.ts'

/**
 * What to say after each new name that differs only in letter case from one that is `known`, or from a new one before it.
 */
export function clashesOfNames(
  names: Iterable<string>,
  known: Iterable<string>,
): ReadonlyMap<string, string> {
  const existing = new Set(known)
  const byLowerCase = new Map<string, string>()
  for (const name of existing) byLowerCase.set(name.toLowerCase(), name)
  const clashes = new Map<string, string>()
  for (const name of names) {
    const lower = name.toLowerCase()
    const other = byLowerCase.get(lower)
    if (other === undefined) byLowerCase.set(lower, name)
    else if (other !== name && !existing.has(name))
      clashes.set(
        name,
        `differs only in letter case from ${quoted(other)}: write that, or create the external property ${quoted(name)} first`,
      )
  }
  return clashes
}
