/**
 * Types of requirements (service §4.6): a requirement has the type of its space whose pattern its key has. A pattern is
 * text with one number in it, `REQ-{000}`: the zeros say how many digits the number has at least.
 */
import type { Store } from '../../world/store/store.ts'
import { invalid } from '../input/errors.ts'
import { type RequirementTypeRecord, requirementTypes } from '../records/wiki/types.ts'

export const MAXIMUM_TYPES = 100
/** More digits are beyond what a sequence counts to. */
const MAXIMUM_DIGITS = 15

/** The text around the number of a pattern, and its minimum of digits. */
export interface KeyPattern {
  readonly prefix: string
  readonly suffix: string
  readonly digits: number
}

/** Takes time linear in the pattern's length; undefined for a bad pattern. */
export function parsePattern(pattern: string): KeyPattern | undefined {
  const open = pattern.indexOf('{')
  const close = pattern.indexOf('}')
  if (open === -1 || close <= open + 1 || close - open - 1 > MAXIMUM_DIGITS) return undefined
  for (let position = open + 1; position < close; position++) {
    if (pattern[position] !== '0') return undefined
  }
  const prefix = pattern.slice(0, open)
  const suffix = pattern.slice(close + 1)
  if (suffix.includes('{') || suffix.includes('}')) return undefined
  // A digit next to the number would make a key ambiguous.
  if (isDigit(prefix, prefix.length - 1) || isDigit(suffix, 0)) return undefined
  return { prefix, suffix, digits: close - open - 1 }
}

/** Reads a pattern. Throws a Refusal (INVALID) that names the parameter. */
export function readPattern(pattern: string, parameter: string): KeyPattern {
  const read = parsePattern(pattern)
  if (read !== undefined) return read
  throw invalid(
    parameter,
    pattern,
    `a pattern is text with one number of 1 to ${MAXIMUM_DIGITS} zeros in braces and no digit beside it, such as 'REQ-{000}'`,
  )
}

/** A number has more digits only if it needs them: `REQ-{000}` does not match `REQ-0001`. */
export function hasPattern({ prefix, suffix, digits }: KeyPattern, key: string): boolean {
  const end = key.length - suffix.length
  const length = end - prefix.length
  if (length < digits || !key.startsWith(prefix) || !key.endsWith(suffix)) return false
  if (length > digits && key[prefix.length] === '0') return false
  for (let position = prefix.length; position < end; position++) {
    if (!isDigit(key, position)) return false
  }
  return true
}

export function typesOfSpace(store: Store, projectContainerId: number): RequirementTypeRecord[] {
  return [...store.table(requirementTypes).range('project', [projectContainerId])]
}

/** Finds the types of many keys; the pattern with the most text wins, then the most digits, then the older type. */
export function typeFinder(
  store: Store,
  projectContainerId: number,
): (key: string) => RequirementTypeRecord | undefined {
  const known = typesOfSpace(store, projectContainerId)
    .flatMap((type) => {
      const pattern = parsePattern(type.pattern)
      return pattern === undefined ? [] : [{ type, pattern, text: type.pattern.length - pattern.digits }]
    })
    .sort((a, b) => b.text - a.text || b.pattern.digits - a.pattern.digits || a.type.id - b.type.id)
  return (key) => known.find(({ pattern }) => hasPattern(pattern, key))?.type
}

export function typeOfKey(
  store: Store,
  projectContainerId: number,
  key: string,
): RequirementTypeRecord | undefined {
  return typeFinder(store, projectContainerId)(key)
}

function isDigit(text: string, position: number): boolean {
  const character = text[position]
  return character !== undefined && character >= '0' && character <= '9'
}
