/** What users of the library give as options: a name that nothing reads is refused, and not passed over. */
import { nearestName } from '../world/nearest.ts'
import { shown } from './refusal.ts'

/** Throws TypeError unless `given` is an object with no other fields than the known ones; offers the nearest. */
export function checkFields(what: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`${what} must be an object with ${listOf(known)}, not ${shown(String(given))}`)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new TypeError(`${what} must not have ${shown(unknown)}: ${mendOf(unknown, known)}`)
}

/** What to write instead of a name that nothing bears. */
export function mendOf(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? `there are ${listOf(known)}` : `did you mean '${nearest}'?`
}

function listOf(known: readonly string[]): string {
  return known.length <= 50 ? known.join(', ') : `${known.slice(0, 50).join(', ')} and more`
}
