/** Keys of requirements as pages define them, and the stored sequences that number them. */
import { hasMoreCharacters } from '../../world/characters.ts'
import { endOfRun, isDecimalDigit, isLetter } from '../../language/unicode.ts'
import type { Store } from '../../world/store/store.ts'
import { invalid } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import { keyHolds } from '../records/wiki/requirement-keys.ts'

/** Code points that a key may have. */
const MAXIMUM_KEY_LENGTH = 255
// No control characters, and nothing that would end a path segment or a list of keys.
const EXTENDED_KEY = /^[^\p{Cc}\p{Cs}/,]*[^\p{Cc}\p{Cs}/,\s][^\p{Cc}\p{Cs}/,]*$/u

/** URLs drop these segments, so no request could name such a key. */
const RELATIVE_SEGMENTS = ['.', '..']

/**
 * Refuses a key with anything but letters, digits, `_`, `-` and `.`; extended mode allows more. `.` and `..` are no keys.
 * `space` is the key of the space that can be in extended mode; absent for others, such as workspaces.
 */
export function checkRequirementKey(key: string, parameter: string, extended = false, space?: string): void {
  checkKeyBeginning(key, parameter, extended, space)
  if (RELATIVE_SEGMENTS.includes(key))
    throw invalid(parameter, key, "a key is neither '.' nor '..'", 'key-characters')
  if (key !== key.trim())
    throw invalid(parameter, key, 'a key neither begins nor ends with a blank', 'key-characters')
}

/** Rejects characters that no key may have, even before its number; see checkRequirementKey. */
export function checkKeyBeginning(key: string, parameter: string, extended: boolean, space?: string): void {
  if (hasMoreCharacters(key, MAXIMUM_KEY_LENGTH))
    throw invalid(
      parameter,
      key,
      `has more than ${MAXIMUM_KEY_LENGTH} characters, so shorten it`,
      'key-characters',
    )
  if (extended ? EXTENDED_KEY.test(key) : isPlainKey(key)) return
  const rule = extended
    ? 'a key has no control characters, slashes and commas, and is not blank'
    : `a key is made of letters, digits, '_', '-' and '.'${suggestionFor(key, space)}`
  throw invalid(parameter, key, rule, 'key-characters')
}

/** How a space can allow the key, if it can. */
function suggestionFor(key: string, space: string | undefined): string {
  if (space === undefined || !EXTENDED_KEY.test(key) || key !== key.trim()) return ''
  const place = `space ${quoted(space)}`
  return `; to allow other characters, set 'extendedMode: true' for ${place} in the scenario, or add it to the setting extendedModeSpaces`
}

/** Whether a key has only characters that keys have everywhere. */
export function isPlainKey(key: string): boolean {
  return key !== '' && endOfRun(key, 0, isKeyCharacter) === key.length
}

function isKeyCharacter(point: number): boolean {
  return isLetter(point) || isDecimalDigit(point) || point === 0x5f || point === 0x2d || point === 0x2e
}

export function keySequence(projectContainerId: number, prefix: string): string {
  return `key/${projectContainerId}/${prefix}`
}

export function isKeySequence(sequence: string): boolean {
  return sequence.startsWith('key/')
}

/** The text before the number that a key ends in, and its digits; undefined for a key that ends in none. */
export function numberOfKey(key: string): { readonly prefix: string; readonly digits: string } | undefined {
  let begin = key.length
  while (begin > 0 && isDigit(key.charCodeAt(begin - 1))) begin--
  return begin === key.length ? undefined : { prefix: key.slice(0, begin), digits: key.slice(begin) }
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

export function keyHoldId(projectContainerId: number, key: string): string {
  return `${projectContainerId}/${key}`
}

/** Notes that a key is in use: raises the sequence of its prefix to the number that it ends in, and ends its hold. */
export function noteKeyUsed(store: Store, projectContainerId: number, key: string): void {
  const holds = store.table(keyHolds)
  if (holds.size > 0) holds.remove(keyHoldId(projectContainerId, key))
  const numbered = numberOfKey(key)
  if (numbered !== undefined)
    store.raise(keySequence(projectContainerId, numbered.prefix), sequenceNumber(numbered.digits))
}

/** The number that a key raises its sequence to: at most the last safe integer, after which no key is suggested. */
export function sequenceNumber(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}
