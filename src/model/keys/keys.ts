/** Keys of requirements as pages define them, and the stored sequences that number them. */
import type { Store } from '../../world/store.ts'
import { Refusal, shown } from '../refusal.ts'

/** Code points that a key may have. */
export const MAXIMUM_KEY_LENGTH = 255
const VALID_KEY = /^[\p{L}\p{Nd}_.-]+$/u
const NUMBERED = /^(.*?)(\d+)$/su

// Control characters, and what would end a path segment or a list of keys.
const EXTENDED_KEY = /^[^\p{Cc}\p{Cs}/,]*[^\p{Cc}\p{Cs}/,\s][^\p{Cc}\p{Cs}/,]*$/u

/**
 * Refuses a key with anything but letters, digits, `_`, `-` and `.`; in extended mode (a setting of the space) other
 * characters are allowed too, but no control characters, slashes and commas. `parameter` names it in the message.
 */
export function checkRequirementKey(key: string, parameter: string, extended = false): void {
  if (key.length > 2 * MAXIMUM_KEY_LENGTH || [...key].length > MAXIMUM_KEY_LENGTH) {
    throw new Refusal(
      'INVALID',
      `${parameter} ${shown(key)} has more than ${MAXIMUM_KEY_LENGTH} characters: shorten it`,
    )
  }
  if ((extended ? EXTENDED_KEY : VALID_KEY).test(key)) return
  throw new Refusal(
    'INVALID',
    extended
      ? `${parameter} ${shown(key)}: a key has no control characters, slashes and commas, and is not blank`
      : `${parameter} ${shown(key)}: a key is made of letters, digits, '_', '-' and '.'`,
  )
}

/** The name of the sequence that holds the last number of a prefix in a space or other project container. */
export function keySequence(projectContainerId: number, prefix: string): string {
  return `key/${projectContainerId}/${prefix}`
}

/** Raises the sequence of a key's prefix to the number that the key ends in, if it ends in one. */
export function noteKeyUsed(store: Store, projectContainerId: number, key: string): void {
  const [, prefix, digits] = NUMBERED.exec(key) ?? []
  if (prefix === undefined || digits === undefined) return
  const number = Number(digits)
  // A number that JavaScript would round is never suggested either.
  if (Number.isSafeInteger(number)) store.raise(keySequence(projectContainerId, prefix), number)
}
