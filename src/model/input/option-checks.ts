/** Checks the options that users of the library pass: an unknown name is refused, not ignored. */
import { nearestName } from '../../world/nearest.ts'
import { quoted } from './refusal.ts'
import { isObject } from '../../world/objects.ts'

/** Throws TypeError unless `value` is an object with known fields only; suggests the nearest name. */
export function checkFields(what: string, value: unknown, known: readonly string[]): void {
  const problem = problemOfFields(what, value, known)
  if (problem !== undefined) throw new TypeError(problem)
}

/** The error message for a value that is no object or has an unknown field; undefined if it is valid. */
export function problemOfFields(what: string, value: unknown, known: readonly string[]): string | undefined {
  if (!isObject(value)) return `${what} must be an object with ${listOf(known)}, not ${quoted(String(value))}`
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  return unknown === undefined
    ? undefined
    : `${what} must not have ${quoted(unknown)}: ${suggestionFor(unknown, known)}`
}

/** The nearest known name, or `otherwise`, which lists all. */
export function suggestionFor(
  name: string,
  known: readonly string[],
  otherwise = `there are ${listOf(known)}`,
): string {
  const nearest = nearestName(name, known)
  return nearest === undefined ? otherwise : `did you mean '${nearest}'?`
}

/** The same for a field of an object; `known` may be empty. */
export function suggestionForField(name: string, known: readonly string[]): string {
  return suggestionFor(name, known, known.length === 0 ? 'leave it out' : `it takes ${known.join(', ')}`)
}

function listOf(known: readonly string[]): string {
  return known.length <= 50 ? known.join(', ') : `${known.slice(0, 50).join(', ')} and more`
}
