/** Values of typed properties: from the text that a caller sends to what is stored, or to what is wrong with it. */
import { isBlank } from '../../input/blank.ts'
import { numberOf } from '../../../language/values.ts'
import type { Store } from '../../../world/store/store.ts'
import { parseInstant } from '../../../world/time/duration.ts'
import { invalid, invalidRequest } from '../../input/errors.ts'
import { type Refusal, quoted } from '../../input/refusal.ts'
import { users } from '../../records/service/users.ts'
import { valueToText } from '../../records/text/excerpt.ts'
import { PROPERTY_DATA_TYPES, type PropertyDataType } from '../../records/wiki/requirements.ts'

/** A value of a type; of a list, `value` is its items joined by `, `. */
export interface TypedValue {
  readonly value: string | number | boolean
  readonly multivalues?: readonly string[]
}

/** Throws a Refusal (INVALID) for a type that only external properties have. */
export function requireInlineType(dataType: PropertyDataType, parameter: string): void {
  const types: readonly PropertyDataType[] = PROPERTY_DATA_TYPES
  if (types.includes(dataType)) return
  throw invalid(parameter, dataType, `only an external property has it: write one of ${types.join(', ')}`)
}

export const MAXIMUM_ENUM_VALUES = 500

export const MAXIMUM_ITEMS = 1000

/** What a property of a data type takes, in words. */
export const TAKES: Readonly<Record<PropertyDataType, string>> = {
  TEXT: 'a text',
  NUMBER: 'a whole number of at most 2^53 - 1',
  DECIMAL: 'a number of at most 2^53 - 1',
  DATE: 'a day as YYYY-MM-DD',
  BOOLEAN: 'true or false',
  USER: 'the name of a user',
  INTEGER: 'a whole number of at most 2^53 - 1',
  ENUM: 'one of its enumValues',
  LIST: `at most ${MAXIMUM_ITEMS} items with commas between`,
}

/** The text of a value as it is sent: HTML without its markup, a bare value as it is. Empty when there is no value. */
export function sentText(value: string | number | boolean | null | undefined): string {
  const text = typeof value === 'string' ? valueToText(value) : String(value ?? '')
  return isBlank(text) ? '' : text
}

/** Reads a text that is not blank as a value of a type, TEXT as it is; undefined when it is none. */
export function readTypedValue(
  store: Store,
  dataType: PropertyDataType,
  sent: string,
  enumValues: readonly string[] = [],
): TypedValue | undefined {
  const text = sent.trim()
  switch (dataType) {
    case 'TEXT':
      return { value: sent }
    case 'NUMBER':
    case 'INTEGER':
    case 'DECIMAL': {
      const number = numberOf(text)
      if (number === undefined || Math.abs(number) > Number.MAX_SAFE_INTEGER) return undefined
      if (dataType !== 'DECIMAL' && !Number.isInteger(number)) return undefined
      // Turns minus zero into zero.
      return { value: number + 0 }
    }
    case 'DATE':
      return isDay(text) ? { value: text } : undefined
    case 'BOOLEAN': {
      const truth = text.toLowerCase()
      return truth === 'true' || truth === 'false' ? { value: truth === 'true' } : undefined
    }
    case 'USER':
      return store.table(users).find('name', [text]) === undefined ? undefined : { value: text }
    case 'ENUM':
      return enumValues.includes(text) ? { value: text } : undefined
    case 'LIST': {
      const items = text.split(',').map((item) => item.trim())
      const multivalues = [...new Set(items)].filter((item) => item !== '')
      if (multivalues.length === 0 || multivalues.length > MAXIMUM_ITEMS) return undefined
      return { value: multivalues.join(', '), multivalues }
    }
  }
}

export function isSameType(a: PropertyDataType, b: PropertyDataType): boolean {
  const name = (type: PropertyDataType) => (type === 'NUMBER' ? 'INTEGER' : type)
  return name(a) === name(b)
}

/** DECIMAL, DATE, BOOLEAN or otherwise TEXT; ignores blanks around the text. */
export function inferDataType(sent: string): PropertyDataType {
  const text = sent.trim()
  const number = numberOf(text)
  if (number !== undefined && Math.abs(number) <= Number.MAX_SAFE_INTEGER) return 'DECIMAL'
  if (isDay(text)) return 'DATE'
  return /^(?:true|false)$/i.test(text) ? 'BOOLEAN' : 'TEXT'
}

function isDay(text: string): boolean {
  return text.length === 10 && parseInstant(text) !== undefined
}

/** The enumValues to store. Throws a Refusal (INVALID) for an ENUM without values, and for another type with values. */
export function readEnumValues(
  dataType: PropertyDataType,
  enumValues: readonly string[] | undefined,
): { readonly enumValues?: readonly string[] } {
  if (dataType !== 'ENUM') {
    if (enumValues === undefined) return {}
    throw invalidValues(`a property of type ${dataType} has none: leave them out`)
  }
  const values = (enumValues ?? []).map((value) => value.trim())
  const repeated = values.find((value, at) => values.indexOf(value) !== at)
  if (values.length === 0) throw invalidValues('a property of type ENUM needs one or more')
  if (values.includes('')) throw invalidValues('a value must not be blank')
  if (repeated !== undefined) throw invalidValues(`${quoted(repeated)} is there twice`)
  return { enumValues: values }
}

function invalidValues(problem: string): Refusal {
  return invalidRequest('enumValues', problem)
}
