/** Checks the options that users of the library pass: an unknown name is refused, not ignored. */
import { nearestName } from '../../world/nearest.ts'
import { shown } from './refusal.ts'
import { isObject } from '../../world/objects.ts'

/** Throws TypeError unless `value` is an object with known fields only; suggests the nearest name. */
export function checkFields(what: string, value: unknown, known: readonly string[]): void {
  refuseAsTypeError(complaintOfFields(what, value, known))
}

/** The error message for a value that is no object or has an unknown field; undefined if it is valid. */
export function complaintOfFields(
  what: string,
  value: unknown,
  known: readonly string[],
): string | undefined {
  if (!isObject(value)) return `${what} must be an object with ${listOf(known)}, not ${shown(String(value))}`
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  return unknown === undefined
    ? undefined
    : `${what} must not have ${shown(unknown)}: ${mendOf(unknown, known)}`
}

export function refuseAsTypeError(complaint: string | undefined): void {
  if (complaint !== undefined) throw new TypeError(complaint)
}

/** The nearest known name, or `otherwise`, which lists all. */
export function mendOf(
  name: string,
  known: readonly string[],
  otherwise = `there are ${listOf(known)}`,
): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? otherwise : `did you mean '${nearest}'?`
}

function listOf(known: readonly string[]): string {
  return known.length <= 50 ? known.join(', ') : `${known.slice(0, 50).join(', ')} and more`
}
