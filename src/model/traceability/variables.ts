/**
 * Variables of matrices: `$name` or `${name}` in a query, a formula or the value of a column stands for a value that the
 * caller gives (service §2.3, TraceabilityUIRenderRequest). A value never becomes more than one literal or name: it cannot
 * change what the rest of the text says.
 */
import { hasMoreCharacters } from '../../world/characters.ts'
import { MAXIMUM_QUERY_LENGTH } from '../../language/limits.ts'
import { escapeName, type Span, tokenize } from '../../language/tokens.ts'
import { endOfRun, isNameBeginning, isNameCharacter } from '../../language/unicode.ts'
import { invalidRequest } from '../input/errors.ts'
import { quoted } from '../input/refusal.ts'
import type { VariableValue } from '../records/wiki/matrices.ts'

/** The values of variables by name; they are checked on use. */
export type Variables = Pick<ReadonlyMap<string, unknown>, 'get'>

export const NO_VARIABLES: Variables = new Map()

type Values = Readonly<Record<string, unknown>> | undefined

/** Combines several sources; for each name, the last value other than null wins. */
export function createVariables(...places: readonly Values[]): ReadonlyMap<string, unknown> {
  const variables = new Map<string, unknown>()
  for (const place of places)
    for (const [name, value] of Object.entries(place ?? {}))
      if (value !== null && value !== undefined) variables.set(name, value)
  return variables
}

/** Stands in for variables without a value, so that a text can be checked before it is used. */
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
  if (!text.includes('$') || hasMoreCharacters(text, MAXIMUM_QUERY_LENGTH)) return text
  const pieces = createPieces(parameter)
  scanLanguage(text, {
    plain: (from, to) => pieces.add(text.slice(from, to)),
    dollar: () => pieces.add('$'),
    variable: (name, place) => pieces.add(WRITERS[place](valueOf(name, variables, parameter))),
  })
  return pieces.join()
}

/** Handles the parts of a text, which come in order; positions are those of the text. */
interface Scanner {
  readonly plain: (from: number, to: number) => void
  /** A doubled dollar sign. */
  readonly dollar: (from: number, to: number) => void
  readonly variable: (name: string, place: ReturnType<typeof kindOf>, from: number, to: number) => void
}

function scanLanguage(text: string, scanner: Scanner): void {
  let position = 0
  let place: Place = 'code'
  while (position < text.length) {
    const variable = variableAt(text, position, place)
    if (variable === undefined) {
      const length = lengthOfPlain(text, position, place)
      place = placeAfter(text, position, place)
      scanner.plain(position, position + length)
      position += length
      continue
    }
    const { name, length } = variable
    if (name === undefined) scanner.dollar(position, position + length)
    else scanner.variable(name, kindOf(place), position, position + length)
    position += length
  }
}

/** Whether a text contains variables; `$$` and `$currentBaseline` are none. */
export function hasVariables(text: string, kind: 'language' | 'text' = 'language'): boolean {
  const scan = kind === 'language' ? scanLanguage : scanText
  let found = false
  if (text.includes('$')) scan(text, { plain: () => {}, dollar: () => {}, variable: () => (found = true) })
  return found
}

/** Escapes a text so that substituteInText returns it unchanged. */
export function escapeDollars(text: string): string {
  return text.replaceAll('$', () => '$$')
}

/** Doubles the dollar signs inside the quotes of a query or formula without variables. */
export function escapeDollarsInLanguage(text: string): string {
  const quoted = tokenize(text).filter((token) => token.kind === 'string')
  return applyEdits(
    text,
    quoted.map(({ start, end }) => ({ start, end, text: escapeDollars(text.slice(start, end)) })),
  )
}

export interface Edit extends Span {
  readonly text: string
}

/** Edits a text that may contain variables; a span that overlaps a variable stays. */
export function editAmongVariables(text: string, find: (text: string) => readonly Edit[]): string {
  if (!text.includes('$')) return applyEdits(text, find(text))
  const pieces: string[] = []
  /** The span of each piece in the text, and in the text that `find` receives. */
  const parts: { readonly from: Span; readonly to: Span; readonly isVariable: boolean }[] = []
  let length = 0
  const add = (piece: string, start: number, end: number, isVariable: boolean) => {
    parts.push({ from: { start, end }, to: { start: length, end: length + piece.length }, isVariable })
    pieces.push(piece)
    length += piece.length
  }
  scanLanguage(text, {
    plain: (start, end) => add(text.slice(start, end), start, end, false),
    dollar: (start, end) => add('$', start, end, false),
    variable: (_name, place, start, end) => add(place === 'code' ? "'x'" : 'x', start, end, true),
  })
  const edits = find(pieces.join('')).flatMap((edit): Edit[] => {
    const covered = parts.filter(({ to }) => to.start >= edit.start && to.end <= edit.end)
    const [first] = covered
    const last = covered.at(-1)
    if (first === undefined || last === undefined || covered.some(({ isVariable }) => isVariable)) return []
    return [{ start: first.from.start, end: last.from.end, text: edit.text }]
  })
  return applyEdits(text, edits)
}

/** The edits must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = ''
  let copied = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    edited += text.slice(copied, edit.start) + edit.text
    copied = edit.end
  }
  return edited + text.slice(copied)
}

/** Fills variables into plain text, such as the name of a property. `$$` is a dollar sign. */
export function substituteInText(text: string, variables: Variables, parameter: string): string {
  if (!text.includes('$')) return text
  const pieces = createPieces(parameter)
  scanText(text, {
    plain: (from, to) => pieces.add(text.slice(from, to)),
    dollar: () => pieces.add('$'),
    variable: (name) => pieces.add(plainText(valueOf(name, variables, parameter))),
  })
  return pieces.join()
}

function scanText(text: string, scanner: Scanner): void {
  let position = 0
  while (position < text.length) {
    const variable = variableAt(text, position, "'")
    const end = position + (variable?.length ?? 1)
    if (variable === undefined) scanner.plain(position, end)
    else if (variable.name === undefined) scanner.dollar(position, end)
    else scanner.variable(variable.name, 'quoted', position, end)
    position = end
  }
}

/** The position in a query or formula: between tokens, in the name after an `@`, or inside quotes. */
type Place = 'code' | 'name' | "'" | '"'
type Value = VariableValue

/** A word of the query language that looks like a variable; it stays everywhere. */
const RESERVED = 'currentbaseline'

/** A variable that begins here, or a doubled dollar sign. */
function variableAt(text: string, position: number, place: Place) {
  if (text[position] !== '$') return undefined
  const after = text[position + 1]
  const begin = after === '{' ? position + 2 : position + 1
  const end = isNameBeginning(text.codePointAt(begin) ?? 0) ? endOfRun(text, begin, isNameCharacter) : begin
  const name = end > begin && (after !== '{' || text[end] === '}') ? text.slice(begin, end) : undefined
  if (name === undefined && after !== '$') return undefined
  if (name?.toLowerCase() === RESERVED) return undefined
  if (place === 'code') {
    // In the middle of a word, it is no variable.
    if (name === undefined) return undefined
    if (position > 0 && isNameCharacter(text.charCodeAt(position - 1))) return undefined
  }
  const last = name === undefined || after === '{' ? end + 1 : end
  return { name, length: last - position }
}

/** How many characters to copy: one, or two after a backslash. */
function lengthOfPlain(text: string, position: number, place: Place): number {
  if (place === 'code' || text[position] !== '\\') return 1
  if (place === 'name') return 2
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

/** Letters beyond U+FFFF are two units, both of which belong to the name. */
function isNameAt(text: string, position: number): boolean {
  const point = text.codePointAt(position) as number
  const isSecondHalf = point >= 0xdc00 && point <= 0xdfff
  return isSecondHalf || isNameCharacter(point)
}

function valueOf(name: string, variables: Variables, parameter: string): Value {
  const value = variables.get(name)
  if (value === undefined) {
    throw invalidRequest(
      parameter,
      `variable ${quoted(name)} has no value; give it one among those of the request`,
    )
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (isTexts(value) && value.length > 0) return value
  throw invalidRequest(
    'variables',
    `${quoted(name)} takes a text, a number, true, false, or a list of texts, not ${quoted(value)}`,
  )
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function kindOf(place: Place): 'code' | 'name' | 'quoted' {
  return place === 'code' || place === 'name' ? place : 'quoted'
}

const WRITERS = {
  code: (value: Value): string => (isTexts(value) ? value.map(quoteValue).join(', ') : literal(value)),
  name: (value: Value): string => escapeName(plainText(value)),
  quoted: (value: Value): string =>
    escapeBackslashes(plainText(value)).replaceAll("'", "\\'").replaceAll('"', '\\"'),
} as const

function quoteValue(text: string): string {
  return `'${escapeBackslashes(text).replaceAll("'", "\\'")}'`
}

/** The last backslash before a `%` stays, so that `50\%` is a literal `%` in a pattern and the same text elsewhere. */
function escapeBackslashes(text: string): string {
  return text.replaceAll(/\\(?!%)/g, '\\\\')
}

/** A signed number has no literal; as a text it compares the same. */
function literal(value: string | number | boolean): string {
  if (typeof value === 'string' || (typeof value === 'number' && !(value >= 0)))
    return quoteValue(String(value))
  return String(value)
}

function plainText(value: Value): string {
  return isTexts(value) ? value.join(', ') : String(value)
}

/** Builds the resulting text and refuses one that is too long. */
function createPieces(parameter: string) {
  const pieces: string[] = []
  let units = 0
  const tooLong = () =>
    invalidRequest(
      parameter,
      `with its variables it has more than ${MAXIMUM_QUERY_LENGTH} characters; shorten them`,
    )
  return {
    add(piece: string): void {
      units += piece.length
      // Pieces can end within a character, so that only the whole text is counted in characters.
      if (units > 2 * MAXIMUM_QUERY_LENGTH) throw tooLong()
      pieces.push(piece)
    },
    join(): string {
      const text = pieces.join('')
      if (hasMoreCharacters(text, MAXIMUM_QUERY_LENGTH)) throw tooLong()
      return text
    },
  }
}
