/**
 * Variables of matrices: `$name` or `${name}` in a query, a formula or the value of a column stands for a value that the
 * caller gives (service §2.3, TraceabilityUIRenderRequest). A value never becomes more than one literal or name: it cannot
 * change what the rest of the text says.
 */
import { MAX_TEXT_LENGTH } from '../../language/limits.ts'
import { escapeName, quoteText } from '../../language/tokens.ts'
import { Refusal, shown } from '../refusal.ts'
import type { VariableValue } from './records.ts'

/** What variables stand for, by name. Values are checked where they are used. */
export type Variables = Pick<ReadonlyMap<string, unknown>, 'get'>

export const NO_VARIABLES: Variables = new Map()

type Values = Readonly<Record<string, unknown>> | undefined

/** Variables of several places; of one name, the last place that has a value other than null counts. */
export function createVariables(...places: readonly Values[]): ReadonlyMap<string, unknown> {
  const variables = new Map<string, unknown>()
  for (const place of places)
    for (const [name, value] of Object.entries(place ?? {}))
      if (value !== null && value !== undefined) variables.set(name, value)
  return variables
}

/** Any text in place of variables that have no value yet: what a text says can then be checked before it is used. */
export function withPlaceholders(variables: Variables): Variables {
  return { get: (name) => variables.get(name) ?? 'x' }
}

/**
 * Puts values into a query or formula. Where a literal may stand, a text becomes a quoted literal, a number or truth value
 * itself, a list its items with commas between; inside quotes and after `@` it becomes part of the text or name there.
 * `$$` is a dollar sign, and `$currentBaseline` belongs to the query language. `parameter` names the text in refusals.
 * Throws a Refusal (INVALID) for a variable without a value, or with one that cannot stand there.
 */
export function substituteInLanguage(text: string, variables: Variables, parameter: string): string {
  if (!text.includes('$') || text.length > MAX_TEXT_LENGTH) return text
  const pieces = createPieces(parameter)
  let place: Place = 'code'
  let position = 0
  while (position < text.length) {
    const variable = variableAt(text, position, place)
    if (variable === undefined) {
      const length = lengthOfPlain(text, position, place)
      place = placeAfter(text, position, place)
      pieces.add(text.slice(position, position + length))
      position += length
      continue
    }
    const { name, length } = variable
    pieces.add(name === undefined ? '$' : WRITERS[kindOf(place)](valueOf(name, variables, parameter)))
    position += length
  }
  return pieces.join()
}

/** Puts values into a text that is no language, such as the name of a property. `$$` is a dollar sign. */
export function substituteInText(text: string, variables: Variables, parameter: string): string {
  if (!text.includes('$')) return text
  const pieces = createPieces(parameter)
  let position = 0
  while (position < text.length) {
    const variable = variableAt(text, position, "'")
    const length = variable?.length ?? 1
    if (variable === undefined) pieces.add(text.slice(position, position + 1))
    else if (variable.name === undefined) pieces.add('$')
    else pieces.add(plainText(valueOf(variable.name, variables, parameter)))
    position += length
  }
  return pieces.join()
}

/** Where in a query or formula: between tokens, in the name after an `@`, or inside quotes. */
type Place = 'code' | 'name' | "'" | '"'
type Value = VariableValue

const VARIABLE = /\$(?:\$|([\p{L}_][\p{L}\p{M}\p{N}_]*)|\{([\p{L}_][\p{L}\p{M}\p{N}_]*)\})/uy
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u
/** Words of the query language that begin as variables do. */
const RESERVED = 'currentbaseline'

/** A variable that begins here; without a name, a dollar sign that was written twice. */
function variableAt(text: string, position: number, place: Place) {
  if (text[position] !== '$') return undefined
  VARIABLE.lastIndex = position
  const match = VARIABLE.exec(text)
  if (match === null) return undefined
  const name = match[1] ?? match[2]
  if (place === 'code') {
    // In the middle of a word, or a word of the language: not ours.
    if (name === undefined || name.toLowerCase() === RESERVED) return undefined
    if (position > 0 && WORD_CHARACTER.test(text[position - 1] as string)) return undefined
  }
  return { name, length: match[0].length }
}

/** Characters to copy as they are: one, or two where a backslash takes the next one with it. */
function lengthOfPlain(text: string, position: number, place: Place): number {
  if (place === 'code' || text[position] !== '\\') return 1
  if (place === 'name') return 1 + String.fromCodePoint(text.codePointAt(position + 1) ?? 0).length
  const next = text[position + 1]
  return next === "'" || next === '"' || next === '\\' ? 2 : 1
}

function placeAfter(text: string, position: number, place: Place): Place {
  const character = text[position] as string
  switch (place) {
    case 'code':
      if (character === '@') return 'name'
      return character === "'" || character === '"' ? character : 'code'
    case 'name':
      if (character === "'" || character === '"') return character
      return character === '\\' || character === '@' || isNameAt(text, position) ? 'name' : 'code'
    default:
      return character === place ? 'code' : place
  }
}

/** Letters beyond the first 65,536 are two units; the second one belongs to the name as the first does. */
function isNameAt(text: string, position: number): boolean {
  const point = text.codePointAt(position) as number
  const isSecondHalf = point >= 0xdc00 && point <= 0xdfff
  return isSecondHalf || WORD_CHARACTER.test(String.fromCodePoint(point))
}

function valueOf(name: string, variables: Variables, parameter: string): Value {
  const value = variables.get(name)
  if (value === undefined) {
    const message = `${parameter}: variable ${shown(name)} has no value; give it one in variables`
    throw new Refusal('INVALID', message)
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (isTexts(value) && value.length > 0) return value
  throw new Refusal(
    'INVALID',
    `variables: ${shown(name)} takes a text, a number, true, false, or a list of texts, not ${shown(value)}`,
  )
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function kindOf(place: Place): 'code' | 'name' | 'quoted' {
  return place === 'code' || place === 'name' ? place : 'quoted'
}

const WRITERS = {
  code: (value: Value): string => (isTexts(value) ? value.map(quoteText).join(', ') : literal(value)),
  name: (value: Value): string => escapeName(plainText(value)),
  quoted: (value: Value): string =>
    plainText(value).replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('"', '\\"'),
} as const

/** A number with a sign has no literal; as a text it compares and counts the same. */
function literal(value: string | number | boolean): string {
  if (typeof value === 'string' || (typeof value === 'number' && !(value >= 0)))
    return quoteText(String(value))
  return String(value)
}

function plainText(value: Value): string {
  return isTexts(value) ? value.join(', ') : String(value)
}

/** Collects what a text becomes, as long as that is not longer than a language takes. */
function createPieces(parameter: string) {
  const pieces: string[] = []
  let length = 0
  return {
    add(piece: string): void {
      length += piece.length
      if (length > MAX_TEXT_LENGTH) {
        const message = `${parameter}: with its variables it has more than ${MAX_TEXT_LENGTH} characters; shorten them`
        throw new Refusal('INVALID', message)
      }
      pieces.push(piece)
    },
    join: () => pieces.join(''),
  }
}
