/**
 * Parameters of paths and queries as data: a kind, its bounds, and a decoder of text. OpenAPI and the reference pages are
 * generated from the same declarations.
 */
import { countCharacters, hasMoreCharacters } from '../../world/characters.ts'
import { quoted } from '../../model/input/refusal.ts'
import { countText } from '../../world/count-text.ts'

/** Values beyond 2^53 - 1 stay exact as bigint. They name no record, but responses may repeat them. */
export type Int64 = number | bigint

export interface Parameter<T> {
  readonly kind: 'int64' | 'int32' | 'string' | 'boolean' | 'enumeration' | 'sort' | 'list'
  readonly required: boolean
  /** The operation checks `required` itself, because an alternative of an assumption makes the parameter optional. */
  readonly checkedByOperation?: boolean
  readonly hasDefault: boolean
  readonly description: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maximumLength?: number
  /** The text is a name that users give (A265). */
  readonly isName?: boolean
  readonly values?: readonly string[]
  readonly default?: T
  /** May be sent several times (sort criteria). */
  readonly repeatable?: boolean
  readonly example?: string
  /** Turns text into a value, or returns what is wrong with it. */
  readonly decode: (text: string) => Decoded<T>
}

export type Decoded<T> =
  | { readonly value: T }
  | { readonly problem: string; readonly reason?: 'bounds' | 'large-number' | 'limit' }

/** One sort criterion of a standalone list. */
export interface SortCriterion {
  readonly property: string
  readonly descending: boolean
}

const INT64_MAXIMUM = 2n ** 63n - 1n
const INT64_MINIMUM = -(2n ** 63n)
const INT32_MAXIMUM = 2 ** 31 - 1
const INT32_MINIMUM = -(2 ** 31)
const DIGITS = /^-?\d{1,40}$/
/** JavaScript represents whole numbers of so many characters exactly. */
const SAFE_DIGITS = 15
/** Maximum number of sort criteria. */
export const MAXIMUM_CRITERIA = 20
/** Maximum number of values of a list. */
export const MAXIMUM_ITEMS = 1000

type Options<T> = Partial<
  Pick<Parameter<T>, 'description' | 'required' | 'checkedByOperation' | 'default' | 'example'>
>
type NumberOptions<T> = Options<T> & Partial<Pick<Parameter<T>, 'minimum' | 'maximum'>>

/** A parameter whose type states whether its value is always present. */
export type Declared<T, O> = Parameter<T> & {
  readonly required: O extends { readonly required: true } ? true : boolean
  readonly hasDefault: O extends { readonly default: T } ? true : boolean
}

/** A whole number of 64 bits, never rounded. */
export function int64<const O extends NumberOptions<Int64>>(options: O = {} as O): Declared<Int64, O> {
  const { minimum, maximum } = options
  return base('int64', options, (text) => {
    if (!DIGITS.test(text)) return { problem: `must be a whole number (int64), not ${quoted(text)}` }
    // Short numbers need no bigint. Adding 0 turns -0 into 0.
    if (text.length <= SAFE_DIGITS) return bounded<Int64>(0 + Number(text), text, minimum, maximum)
    const exact = BigInt(text)
    if (exact > INT64_MAXIMUM || exact < INT64_MINIMUM) {
      return { problem: `must be within the range of int64, not ${quoted(text)}`, reason: 'large-number' }
    }
    const value = exact >= Number.MIN_SAFE_INTEGER && exact <= Number.MAX_SAFE_INTEGER ? Number(exact) : exact
    return bounded<Int64>(value, text, minimum, maximum)
  })
}

/** A whole number of 32 bits. */
export function int32<const O extends NumberOptions<number>>(options: O = {} as O): Declared<number, O> {
  const { minimum, maximum } = options
  return base('int32', options, (text) => {
    if (!DIGITS.test(text)) return { problem: `must be a whole number (int32), not ${quoted(text)}` }
    const value = Number(text)
    if (value > INT32_MAXIMUM || value < INT32_MINIMUM) {
      return { problem: `must be within the range of int32, not ${quoted(text)}` }
    }
    return bounded(value, text, minimum, maximum)
  })
}

/** A text, of at most so many characters (code points). */
export function string<const O extends Options<string> & { maximumLength?: number; isName?: boolean }>(
  options: O = {} as O,
): Declared<string, O> {
  const { maximumLength } = options
  return base('string', options, (text) => {
    if (maximumLength !== undefined && hasMoreCharacters(text, maximumLength)) {
      return {
        problem: `must have at most ${countText(maximumLength, 'character')}, not ${countCharacters(text)}: ${quoted(text)}`,
        reason: 'bounds',
      }
    }
    return { value: text }
  })
}

/** `true` or `false`. */
export function boolean<const O extends Options<boolean>>(options: O = {} as O): Declared<boolean, O> {
  return base<boolean, O>('boolean', options, (text) => {
    if (text === 'true') return { value: true }
    if (text === 'false') return { value: false }
    return { problem: `must be true or false, not ${quoted(text)}` }
  })
}

/** One of the values, in any letter case. */
export function oneOf<const V extends string, const O extends Options<V>>(
  values: readonly V[],
  options: O = {} as O,
): Declared<V, O> {
  return base('enumeration', { ...options, values }, (text) => {
    const wanted = text.toUpperCase()
    const value = values.find((candidate) => candidate.toUpperCase() === wanted)
    return value === undefined
      ? { problem: `must be one of ${values.join(', ')}, not ${quoted(text)}` }
      : { value }
  })
}

/** Sort criteria: `property` or `property,asc|desc`, sent once for each criterion or joined by commas. */
export function sort<const O extends Options<readonly SortCriterion[]>>(
  properties: readonly string[],
  options: O = {} as O,
): Declared<readonly SortCriterion[], O> {
  return base('sort', { ...options, values: properties, repeatable: true }, (text) =>
    decodeSort(text, properties),
  )
}

/** Texts joined by commas, or sent several times, without blank ones. At most 1,000. */
export function list<const O extends Options<readonly string[]> & { maximumLength?: number }>(
  options: O = {} as O,
): Declared<readonly string[], O> {
  return base('list', { ...options, repeatable: true }, (text) => {
    const items = text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
    if (items.length > MAXIMUM_ITEMS)
      return {
        problem: `takes at most ${MAXIMUM_ITEMS} values, not ${items.length}: ${quoted(text)}`,
        reason: 'limit',
      }
    const { maximumLength } = options
    const long = items.find((item) => maximumLength !== undefined && hasMoreCharacters(item, maximumLength))
    if (long !== undefined && maximumLength !== undefined) {
      return {
        problem: `takes values of at most ${countText(maximumLength, 'character')}, not ${quoted(long)} in ${quoted(text)}`,
        reason: 'bounds',
      }
    }
    return { value: items }
  })
}

function decodeSort(text: string, properties: readonly string[]): Decoded<readonly SortCriterion[]> {
  const criteria: { property: string; descending: boolean }[] = []
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const direction = part.toLowerCase()
    const last = criteria.at(-1)
    if (last !== undefined && (direction === 'asc' || direction === 'desc')) {
      last.descending = direction === 'desc'
      continue
    }
    if (!properties.includes(part)) {
      const where = part === text ? '' : ` in ${quoted(text)}`
      return {
        problem: `takes property,(asc|desc) with a property of ${properties.join(', ')}, not ${quoted(part)}${where}`,
      }
    }
    if (criteria.length >= MAXIMUM_CRITERIA) {
      return { problem: `takes at most ${MAXIMUM_CRITERIA} criteria`, reason: 'limit' }
    }
    criteria.push({ property: part, descending: false })
  }
  return { value: criteria }
}

function bounded<T extends Int64>(value: T, text: string, minimum?: number, maximum?: number): Decoded<T> {
  if (minimum !== undefined && value < minimum)
    return { problem: `must be at least ${minimum}, not ${quoted(text)}`, reason: 'bounds' }
  if (maximum !== undefined && value > maximum)
    return { problem: `must be at most ${maximum}, not ${quoted(text)}`, reason: 'bounds' }
  return { value }
}

function base<T, O>(
  kind: Parameter<T>['kind'],
  options: O & Partial<Parameter<T>>,
  decode: (text: string) => Decoded<T>,
): Declared<T, O> {
  const { required = false, description = '' } = options
  const hasDefault = options.default !== undefined
  return { ...options, required, description, hasDefault, kind, decode } as unknown as Declared<T, O>
}
