/** A reading position in a list of tokens: what every parser here is built on. */
import type { Grammar } from './grammar.ts'
import { MAXIMUM_NESTING } from './limits.ts'
import { LanguageSyntaxError, refuseLongText } from './syntax-error.ts'
import { describeToken, tokenize } from './tokens.ts'
import type { Token } from './tokens.ts'

/** Walks over the tokens of one text. */
export class TokenCursor {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #whole: string
  /** The grammar that the text is parsed in. */
  readonly grammar: Grammar | undefined
  #index = 0
  #depth = 0

  /** `whole` is the text's name in errors: `query`, `formula`. Throws LanguageSyntaxError if it does not lex. */
  constructor(text: string, whole: string, grammar?: Grammar) {
    refuseLongText(text, `a ${whole}`)
    this.#text = text
    this.#tokens = tokenize(text)
    this.#whole = whole
    this.grammar = grammar
  }

  /** The current token, or a later one. */
  peek(ahead = 0): Token {
    return (this.#tokens[this.#index + ahead] ?? this.#tokens.at(-1)) as Token
  }

  /** Takes the current token. The end can be taken any number of times. */
  take(): Token {
    const token = this.peek()
    if (token.kind !== 'end') this.#index++
    return token
  }

  get taken(): number {
    return this.#index
  }

  /** The tokens taken after the first `taken`. */
  takenSince(taken: number): readonly Token[] {
    return this.#tokens.slice(taken, this.#index)
  }

  get end(): number {
    return this.#tokens[this.#index - 1]?.end ?? 0
  }

  /** Whether the current token follows a number without a blank, as in `007-A`. */
  followsNumber(): boolean {
    const before = this.#tokens[this.#index - 1]
    return before?.kind === 'number' && before.end === this.peek().start
  }

  atSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'symbol' && token.text === text
  }

  atWord(keyword: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token.kind === 'word' && token.text.toUpperCase() === keyword
  }

  takeSymbol(text: string): boolean {
    if (!this.atSymbol(text)) return false
    this.#index++
    return true
  }

  takeWord(keyword: string): boolean {
    if (!this.atWord(keyword)) return false
    this.#index++
    return true
  }

  /** Takes the symbol, or throws LanguageSyntaxError. */
  expectSymbol(text: string, purpose: string): Token {
    if (!this.atSymbol(text)) this.failExpecting(`'${text}' ${purpose}`)
    return this.take()
  }

  /** Throws LanguageSyntaxError for the current token; `suggestion` is a better one than what was expected. */
  failExpecting(expected: string, suggestion?: string): never {
    const token = this.peek()
    const found = `expected ${expected}, but found ${describeToken(token, this.#whole)}`
    throw new LanguageSyntaxError(token.start, suggestion === undefined ? found : `${found}; ${suggestion}`)
  }

  /** The text up to the next space, parenthesis or comma: what should have been quoted. */
  unquoted(): string {
    const { start } = this.peek()
    let end = start
    for (let ahead = 0; ; ahead++) {
      const token = this.peek(ahead)
      const ends = token.kind === 'symbol' && ['(', ')', ','].includes(token.text)
      if (token.kind === 'end' || token.start !== end || ends) return this.#text.slice(start, end)
      end = token.end
    }
  }

  /** Reads one level deeper; throws LanguageSyntaxError beyond the depth that recursion allows. */
  nested<T>(read: () => T): T {
    if (++this.#depth > MAXIMUM_NESTING) {
      throw new LanguageSyntaxError(
        this.peek().start,
        `a ${this.#whole} nests at most ${MAXIMUM_NESTING} levels deep; split it up`,
      )
    }
    const result = read()
    this.#depth--
    return result
  }
}
