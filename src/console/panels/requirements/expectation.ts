/** What the parser accepts at a position of a query. */
import { conditionsOf } from '../../../language/query/mentions.ts'
import { parseQuery } from '../../../language/query/parse.ts'
import type { FieldReference, QueryNode } from '../../../language/query/syntax.ts'
import { LanguageSyntaxError } from '../../../language/syntax-error.ts'
import { tokenize } from '../../../language/tokens.ts'

/** The next token, as far as it is typed. */
interface Typed {
  /** Without its opening quote. */
  readonly typed: string
  /** The start of that part, including its quote, in UTF-16 units. */
  readonly from: number
  readonly quoted: boolean
}

/** The position of the caret. */
export interface Place extends Typed {
  /** Whether a query can go on with this text instead of the typed part. */
  readonly accepts: (next: string) => boolean
  /** The field that a text in quotes would be a value of; undefined if it would be none. */
  readonly compared: FieldReference | undefined
}

/** Returns what can follow at a position of a query. */
export function placeAt(text: string, position: number): Place {
  const typed = typedIn(text.slice(0, position))
  const before = `${text.slice(0, typed.from)} `
  return { ...typed, accepts: (next) => isBeginning(before + next), compared: comparedAfter(before) }
}

/** Whether the parser has no objection to a text but that it ends. */
function isBeginning(text: string): boolean {
  const read = readQuery(text)
  return read instanceof LanguageSyntaxError ? read.position >= text.length : true
}

function readQuery(text: string): QueryNode | LanguageSyntaxError {
  try {
    return parseQuery(text)
  } catch (error) {
    if (error instanceof LanguageSyntaxError) return error
    throw error
  }
}

function comparedAfter(before: string): FieldReference | undefined {
  const at = before.length
  let text = `${before}'x'`
  let read = readQuery(text)
  // Closes what is open. A parenthesis that the parser does not expect is an error before the end.
  while (read instanceof LanguageSyntaxError && read.position >= text.length) {
    text += ')'
    read = readQuery(text)
  }
  if (read instanceof LanguageSyntaxError) return undefined
  const condition = conditionsOf(read, true).find(({ start, end }) => start <= at && at < end)
  switch (condition?.kind) {
    case 'comparison':
      return condition.value.start === at ? condition.field : undefined
    case 'membership':
      return condition.values.some(({ start }) => start === at) ? condition.field : undefined
    case 'isModified':
    case 'baselineWas':
      return typeof condition.baseline === 'string' ? { field: 'baseline' } : undefined
    default:
      return undefined
  }
}

/** The incomplete token at the end of a text. */
function typedIn(text: string): Typed {
  const nothing = { typed: '', from: text.length, quoted: false }
  try {
    const last = tokenize(text).at(-2)
    if (last === undefined || last.end < text.length || (last.kind !== 'word' && last.kind !== 'name'))
      return nothing
    return { typed: text.slice(last.start), from: last.start, quoted: false }
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) throw error
    // An unclosed quoted text, or an `@` without its name.
    const { position } = error
    const opening = text[position]
    if (opening === "'" || opening === '"')
      return { typed: text.slice(position + 1), from: position, quoted: true }
    if (opening !== '@' || position !== text.length - 1) return nothing
    const from = position - (/[\p{L}_.]*$/u.exec(text.slice(0, position))?.[0].length ?? 0)
    return { typed: text.slice(from), from, quoted: false }
  }
}
