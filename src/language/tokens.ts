/**
 * The lexer that queries, formulas and sort clauses share: one pass over the text, no going back. Names after `@` take
 * letters, digits and `_` as they are, and anything else after a backslash: `@Main\ Category`. A number keeps its spelling,
 * and a text is read twice: as it is, and as a pattern (like.ts), in which `\%` is a literal `%`.
 */
import { LanguageSyntaxError, cut } from './syntax-error.ts'
import { endOfRun, isNameBeginning, isNameCharacter } from './unicode.ts'

/** UTF-16 units from `start` to before `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type Token =
  | (Span & { readonly kind: 'word'; readonly text: string })
  | (Span & { readonly kind: 'name'; readonly qualifier: string; readonly name: string })
  | (Span & { readonly kind: 'string'; readonly text: string; readonly pattern: string })
  | (Span & { readonly kind: 'number'; readonly text: string })
  | (Span & { readonly kind: 'symbol'; readonly text: string })
  | (Span & { readonly kind: 'end' })

const SPACE = /\s+/uy
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const SYMBOL = /->|==|!=|<>|<=|>=|[→=<>~(),+\-*/%]/uy

/**
 * Splits a text into tokens, the last of which is always `end`. Throws LanguageSyntaxError for characters that begin
 * no token.
 */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = []
  let position = skipSpace(text, 0)
  while (position < text.length) {
    const token = readToken(text, position)
    tokens.push(token)
    position = skipSpace(text, token.end)
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length })
  return tokens
}

export function describeToken(token: Token, whole: string): string {
  switch (token.kind) {
    case 'end':
      return `the end of the ${whole}`
    case 'word':
      return `'${cut(token.text)}'`
    case 'name':
      return `'${cut(`${token.qualifier}@${token.name}`)}'`
    case 'string':
      return `the text '${cut(token.text)}'`
    case 'number':
      return `the number ${cut(token.text)}`
    case 'symbol':
      return `'${token.text}'`
  }
}

/** A literal that reads back as the same text. */
export function quoteText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

/** A literal that reads back as the same pattern. */
export function quotePattern(pattern: string): string {
  return `'${pattern.replaceAll("'", "\\'")}'`
}

/** A name as it follows `@`, with a backslash before everything but letters, digits and `_`. */
export function escapeName(name: string): string {
  let escaped = ''
  for (const character of name)
    escaped += isNameCharacter(character.codePointAt(0) as number) ? character : `\\${character}`
  return escaped
}

function readToken(text: string, start: number): Token {
  const character = text[start]
  if (character === "'" || character === '"') return readString(text, start, character)
  if (character === '@') return readName(text, start, start)
  const end = endOfWord(text, start)
  if (end > start)
    return text[end] === '@'
      ? readName(text, start, end)
      : { kind: 'word', text: text.slice(start, end), start, end }
  const number = matchAt(NUMBER, text, start)
  if (number !== undefined) return { kind: 'number', text: number, start, end: start + number.length }
  const symbol = matchAt(SYMBOL, text, start)
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, start, end: start + symbol.length }
  const unknown = String.fromCodePoint(text.codePointAt(start) ?? 0)
  throw new LanguageSyntaxError(
    start,
    `unexpected character '${unknown}'; ${SUGGESTIONS.get(unknown) ?? 'remove it, or quote the text it belongs to'}`,
  )
}

/** The end of the word at `position` with its parts after dots; the position itself if no word begins there. */
function endOfWord(text: string, start: number): number {
  if (!isWordBeginning(text.codePointAt(start) ?? 0)) return start
  let end = endOfRun(text, start, isWordCharacter)
  while (text[end] === '.' && isNameBeginning(text.codePointAt(end + 1) ?? 0))
    end = endOfRun(text, end + 1, isNameCharacter)
  return end
}

const isDollar = (point: number): boolean => point === 0x24
const isWordBeginning = (point: number): boolean => isNameBeginning(point) || isDollar(point)
const isWordCharacter = (point: number): boolean => isNameCharacter(point) || isDollar(point)

/** Corrections for characters of other languages. */
const SUGGESTIONS: ReadonlyMap<string, string> = new Map([
  ['&', 'write AND'],
  ['|', 'write OR'],
  ['!', 'write NOT, or != between a field and a value'],
  ...['‘', '’', '“', '”', '`', '´'].map((quote): [string, string] => [quote, `quote texts with ' or "`]),
])

/**
 * Reads `'…'` or `"…"`: a backslash escapes a quote or a backslash, in patterns also `%`, and is literal before anything
 * else.
 */
function readString(text: string, start: number, quote: string): Token {
  let value = ''
  let pattern = ''
  let copied = start + 1
  for (let position = start + 1; position < text.length; position++) {
    const character = text[position]
    if (character === quote) {
      const rest = text.slice(copied, position)
      return {
        kind: 'string',
        text: value + rest,
        pattern: pattern + rest,
        start,
        end: position + 1,
      }
    }
    if (character !== '\\') continue
    const next = text[position + 1]
    const before = text.slice(copied, position)
    copied = position + 1
    if (next === "'" || next === '"' || next === '\\') {
      value += before
      pattern += next === '\\' ? `${before}\\` : before
      position++
    } else {
      value += `${before}\\`
      pattern += next === '%' ? `${before}\\` : `${before}\\\\`
      if (next === '%') position++
    }
  }
  throw new LanguageSyntaxError(
    start,
    `this text is never closed; end it with ${quote}, and write \\${quote} for one inside of it`,
  )
}

/** Reads the name after an `@` and the qualifier before it, such as `ext`. */
function readName(text: string, start: number, at: number): Token {
  let name = ''
  let position = at + 1
  for (;;) {
    const end = endOfRun(text, position, isNameCharacter)
    if (end > position) {
      name += text.slice(position, end)
      position = end
    } else if (text[position] === '\\' && position + 1 < text.length) {
      const escaped = String.fromCodePoint(text.codePointAt(position + 1) ?? 0)
      name += escaped
      position += 1 + escaped.length
    } else {
      break
    }
  }
  if (name === '') {
    throw new LanguageSyntaxError(
      at,
      "expected a name after '@', with a backslash before spaces and specials",
    )
  }
  return { kind: 'name', qualifier: text.slice(start, at), name, start, end: position }
}

/** Reads a number of a formula. An integer that cannot be represented exactly is refused: numbers are never rounded. */
export function safeNumber(digits: string, start: number): number {
  const number = Number(digits)
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) {
    throw new LanguageSyntaxError(start, `the number ${cut(digits)} is beyond 2^53 - 1; use a smaller one`)
  }
  return number
}

function skipSpace(text: string, position: number): number {
  return position + (matchAt(SPACE, text, position)?.length ?? 0)
}

function matchAt(expression: RegExp, text: string, position: number): string | undefined {
  expression.lastIndex = position
  return expression.exec(text)?.[0]
}
