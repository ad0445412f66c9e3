/** Which tokens can follow at a position of a query, from the tokens before it, whether or not those are valid. */
import { CONDITION_FUNCTIONS, type FieldDefinition, findField } from '../../../language/query/fields.ts'
import { LanguageSyntaxError } from '../../../language/syntax-error.ts'
import { type Token, tokenize } from '../../../language/tokens.ts'

/** The field of a condition, with the name after its `@`. */
interface Compared {
  readonly field: FieldDefinition
  readonly name: string | undefined
}

export type Expected =
  /** A field, NOT, a parenthesis or a function. NOT cannot follow an arrow. */
  | { readonly kind: 'operand'; readonly afterArrow: boolean }
  | (Compared & { readonly kind: 'operator' })
  /** NULL or NOT NULL after IS, and NULL after IS NOT. */
  | { readonly kind: 'null'; readonly denied: boolean }
  /** IN after NOT, or the opening parenthesis after IN. */
  | (Compared & { readonly kind: 'word'; readonly text: 'IN' | '(' })
  /** A value. In a list, a comma may follow it; `exact` means an exact comparison. */
  | (Compared & { readonly kind: 'value'; readonly inList: boolean; readonly exact: boolean })
  /** A comma or the end of a list. */
  | (Compared & { readonly kind: 'listEnd' })
  | { readonly kind: 'argument'; readonly called: string }
  | { readonly kind: 'connective'; readonly open: number }
  | { readonly kind: 'nothing' }

/** The position of the caret. */
export interface Place {
  readonly expected: Expected
  /** The typed part of the next token, without its opening quote. */
  readonly typed: string
  /** The start of that part, including its quote, in UTF-16 units. */
  readonly from: number
  readonly quoted: boolean
}

/** Returns what can follow at a position of a query. */
export function placeAt(text: string, position: number): Place {
  const { tokens, typed, from, quoted } = cutOff(text.slice(0, position))
  return { expected: walk(tokens), typed, from, quoted }
}

interface Cut extends Omit<Place, 'expected'> {
  readonly tokens: readonly Token[]
}

/** Splits a text into its complete tokens and an incomplete one at the end. */
function cutOff(text: string): Cut {
  try {
    const tokens = tokenize(text).slice(0, -1)
    const last = tokens.at(-1)
    if (last === undefined || last.end < text.length || (last.kind !== 'word' && last.kind !== 'name'))
      return { tokens, typed: '', from: text.length, quoted: false }
    return { tokens: tokens.slice(0, -1), typed: text.slice(last.start), from: last.start, quoted: false }
  } catch (error) {
    if (!(error instanceof LanguageSyntaxError)) throw error
    return cutUnfinished(text, error.position)
  }
}

/** An unclosed quoted text, or an `@` without its name. */
function cutUnfinished(text: string, at: number): Cut {
  const opening = text[at]
  const isText = opening === "'" || opening === '"'
  const isName = opening === '@' && at === text.length - 1
  if (!isText && !isName) return { tokens: [UNREADABLE], typed: '', from: text.length, quoted: false }
  const before = text.slice(0, at)
  const from = isText ? at : before.length - (/[\p{L}_.]*$/u.exec(before)?.[0].length ?? 0)
  const tokens = tokenize(text.slice(0, from)).slice(0, -1)
  return { tokens, typed: text.slice(isText ? at + 1 : from), from, quoted: isText }
}

const UNREADABLE: Token = { kind: 'end', start: 0, end: 0 }

const OPERATORS = new Set(['=', '==', '!=', '<>', '<', '<=', '>', '>=', '~'])
const NOTHING: Expected = { kind: 'nothing' }

function walk(tokens: readonly Token[]): Expected {
  let expected: Expected = { kind: 'operand', afterArrow: false }
  let open = 0
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token
    if (expected.kind === 'operand' && isSymbol(token, '(')) open++
    else if (expected.kind === 'connective' && isSymbol(token, ')'))
      expected = { kind: 'connective', open: --open }
    else if (expected.kind === 'value' && opensGroup(token, tokens[index + 1])) {
      const end = endOfGroup(tokens, index)
      if (end === undefined) return NOTHING
      index = end
      expected = { kind: 'connective', open }
    } else expected = step(expected, token, tokens[index + 1], open)
    if (open < 0) return NOTHING
  }
  return expected.kind === 'connective' ? { kind: 'connective', open } : expected
}

/** `('Name' in space 'KEY')` and `user('name')` count as one value. */
function opensGroup(token: Token, next: Token | undefined): boolean {
  return isSymbol(token, '(') || (isWord(token, 'USER') && next !== undefined && isSymbol(next, '('))
}

function endOfGroup(tokens: readonly Token[], from: number): number | undefined {
  const end = tokens.findIndex((token, index) => index > from && isSymbol(token, ')'))
  return end === -1 ? undefined : end
}

function step(expected: Expected, token: Token, next: Token | undefined, open: number): Expected {
  const done: Expected = { kind: 'connective', open }
  switch (expected.kind) {
    case 'operand':
      return afterOperand(token, next, done)
    case 'operator':
      return afterField(expected, token)
    case 'null':
      if (isWord(token, 'NULL')) return done
      return isWord(token, 'NOT') && !expected.denied ? { kind: 'null', denied: true } : NOTHING
    case 'word': {
      const { field, name, text } = expected
      if (text === 'IN' && isWord(token, 'IN')) return { kind: 'word', text: '(', field, name }
      return isSymbol(token, '(') ? { kind: 'value', field, name, inList: true, exact: true } : NOTHING
    }
    case 'value':
      if (isSymbol(token, '-')) return expected
      if (token.kind !== 'string' && token.kind !== 'number' && token.kind !== 'word') return NOTHING
      return expected.inList ? { ...expected, kind: 'listEnd' } : done
    case 'listEnd':
      if (isSymbol(token, ',')) return { ...expected, kind: 'value', inList: true, exact: true }
      return isSymbol(token, ')') ? done : NOTHING
    case 'argument':
      return isSymbol(token, ')') ? done : expected
    case 'connective':
      return isWord(token, 'AND') || isWord(token, 'OR') ? { kind: 'operand', afterArrow: false } : NOTHING
    default:
      return NOTHING
  }
}

function afterOperand(token: Token, next: Token | undefined, done: Expected): Expected {
  if (isWord(token, 'NOT')) return { kind: 'operand', afterArrow: false }
  if (token.kind === 'string') return done
  if (token.kind !== 'word' && token.kind !== 'name') return NOTHING
  const called = functionOf(token)
  if (called !== undefined && next !== undefined && isSymbol(next, '(')) return { kind: 'argument', called }
  const field = findField(token.kind === 'word' ? token.text : token.qualifier)
  if (field === undefined) return NOTHING
  return { kind: 'operator', field, name: token.kind === 'name' ? token.name : undefined }
}

function functionOf(token: Token): string | undefined {
  if (token.kind !== 'word') return undefined
  return CONDITION_FUNCTIONS.find((name) => name.toLowerCase() === token.text.toLowerCase())
}

function afterField({ field, name }: Compared, token: Token): Expected {
  const exact = token.kind === 'symbol' && ['=', '==', '!=', '<>'].includes(token.text)
  const value: Expected = { kind: 'value', field, name, inList: false, exact }
  if (isSymbol(token, '->') || isSymbol(token, '→')) return { kind: 'operand', afterArrow: true }
  if (token.kind === 'symbol') return OPERATORS.has(token.text) ? value : NOTHING
  if (isWord(token, 'LIKE') || isWord(token, 'ILIKE') || isWord(token, 'WAS')) return value
  if (isWord(token, 'IS')) return { kind: 'null', denied: false }
  if (isWord(token, 'IN')) return { kind: 'word', text: '(', field, name }
  return isWord(token, 'NOT') ? { kind: 'word', text: 'IN', field, name } : NOTHING
}

function isSymbol(token: Token, text: string): boolean {
  return token.kind === 'symbol' && token.text === text
}

function isWord(token: Token, text: string): boolean {
  return token.kind === 'word' && token.text.toUpperCase() === text
}
