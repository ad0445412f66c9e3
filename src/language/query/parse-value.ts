/** Reads the values of a query: texts, numbers, truth values, users and the forms that name baselines. */
import type { TokenCursor } from '../cursor.ts'
import { refuseForeign } from '../grammar.ts'
import { patternWithoutEscapes } from '../like.ts'
import { LanguageSyntaxError, cut } from '../syntax-error.ts'
import { quoteText, safeNumber, type Token } from '../tokens.ts'
import { isExactNumber, type NumberSpelling } from '../values.ts'
import type { FieldDefinition } from './fields.ts'
import type { ComparisonOperator, QueryValue, RecordName, ScopedValue } from './syntax.ts'

/** `operator` decides how the value is read: `~` takes a pattern. */
export function parseQueryValue(
  cursor: TokenCursor,
  definition: FieldDefinition,
  operator: ComparisonOperator = '=',
): QueryValue {
  const token = cursor.peek()
  const { start } = token
  if (token.kind === 'string') {
    cursor.take()
    const text = operator === '~' ? patternOf(cursor, token) : token.text
    return { kind: 'text', text, start, end: cursor.end }
  }
  if (token.kind === 'number' || (cursor.atSymbol('-') && cursor.peek(1).kind === 'number')) {
    const spelling = parseNumber(cursor)
    const isCompared = /^[<>]/.test(operator)
    if (
      isCompared ||
      definition.typed === true ||
      (definition.numeric === true && definition.named === undefined)
    )
      refuseInexact(
        cursor,
        spelling,
        start,
        definition.typed && !isCompared ? 'find a name' : 'compare it as a text',
      )
    return { kind: 'number', ...spelling, start, end: cursor.end }
  }
  if (cursor.atSymbol('(') && definition.scoped) return { ...parseScoped(cursor), start, end: cursor.end }
  return parseWordValue(cursor, definition)
}

/** `('Name' in space 'KEY')`, or `in parent` in the hosted dialect. */
export function parseScoped(cursor: TokenCursor): ScopedValue {
  cursor.expectSymbol('(', "before a name, as in ('Name' in space 'KEY')")
  const name = parseNameOrNumber(cursor, 'a name')
  const { start } = cursor.peek()
  const inside = cursor.takeWord('IN')
  if (inside && cursor.takeWord('PARENT')) refuseForeign(cursor.grammar, 'in parent', start)
  else if (!inside || !(cursor.takeWord('SPACE') || cursor.takeWord('SPACEKEY'))) {
    cursor.failExpecting("the words in space and a key after the name, as in ('Name' in space 'KEY')")
  }
  const space = parseText(cursor, 'a space key in quotes')
  cursor.expectSymbol(')', 'after the space key')
  return { kind: 'scoped', name, space }
}

export function parseNameOrNumber(cursor: TokenCursor, what: string): RecordName {
  const token = cursor.peek()
  if (token.kind === 'number') return parseNumber(cursor)
  return parseText(cursor, `${what}: a number, or a text in quotes`)
}

export function parseText(cursor: TokenCursor, expected: string): string {
  const token = cursor.peek()
  if (token.kind !== 'string') return cursor.failExpecting(expected)
  cursor.take()
  return token.text
}

/** Reads a text as a pattern. */
export function parsePattern(cursor: TokenCursor, expected: string): string {
  const token = cursor.peek()
  if (token.kind !== 'string') return cursor.failExpecting(expected)
  cursor.take()
  return patternOf(cursor, token)
}

export function patternOf(cursor: TokenCursor, token: Token & { readonly kind: 'string' }): string {
  return cursor.grammar?.patterns === 'plain' ? patternWithoutEscapes(token.text) : token.pattern
}

function parseNumber(cursor: TokenCursor): NumberSpelling {
  const sign = cursor.takeSymbol('-') ? '-' : ''
  const token = cursor.take()
  const written = token.kind === 'number' ? token.text : ''
  // Makes minus zero zero.
  const number = Number(sign + written) + 0
  if (cursor.grammar?.numbers !== 'value') return { text: sign + written, number }
  safeNumber(written, token.start)
  return { text: String(number), number }
}

function refuseInexact(cursor: TokenCursor, { text }: NumberSpelling, start: number, aim: string): void {
  if (cursor.grammar?.numbers === 'value' || isExactNumber(text)) return
  throw new LanguageSyntaxError(
    start,
    `the number ${cut(text)} cannot be held exactly; put it in quotes to ${aim}`,
  )
}

function parseWordValue(cursor: TokenCursor, definition: FieldDefinition): QueryValue {
  const token = cursor.peek()
  const { start } = token
  if (cursor.takeWord('TRUE')) return { kind: 'boolean', boolean: true, start, end: cursor.end }
  if (cursor.takeWord('FALSE')) return { kind: 'boolean', boolean: false, start, end: cursor.end }
  if (cursor.atWord('USER') && cursor.atSymbol('(', 1)) {
    cursor.take()
    cursor.take()
    const user = parseText(cursor, "a user's name in quotes")
    cursor.expectSymbol(')', "after the user's name")
    return { kind: 'user', user, start, end: cursor.end }
  }
  if (token.kind === 'word' && token.text.toLowerCase() === '$currentbaseline') {
    if (definition.field !== 'baseline') {
      throw new LanguageSyntaxError(
        start,
        '$currentBaseline is a baseline; compare it with the field baseline',
      )
    }
    cursor.take()
    return { kind: 'currentBaseline', start, end: cursor.end }
  }
  return cursor.failExpecting(
    'a value: a number, true, false or a text in quotes',
    token.kind === 'word' ? `write ${quoteText(cut(cursor.unquoted()))}` : undefined,
  )
}
