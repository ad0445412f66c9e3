/** The one error that reading a query, a sort clause or a formula may end in. */
import { countCharacters, hasMoreCharacters } from '../world/characters.ts'
import { MAX_QUOTED, MAX_TEXT_LENGTH } from './limits.ts'

/** `position` counts UTF-16 units from 0; `detail` says what was expected. */
export class LanguageSyntaxError extends Error {
  readonly position: number
  readonly detail: string

  constructor(position: number, detail: string) {
    super(`Syntax error at position ${position}: ${detail}`)
    this.name = 'LanguageSyntaxError'
    this.position = position
    this.detail = detail
  }
}

export function cut(text: string): string {
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`
}

/** Throws LanguageSyntaxError for a text that is too long. */
export function refuseLongText(text: string, what: string): void {
  if (!hasMoreCharacters(text, MAX_TEXT_LENGTH)) return
  throw new LanguageSyntaxError(
    MAX_TEXT_LENGTH,
    `${what} has at most ${MAX_TEXT_LENGTH} characters, this one has ${countCharacters(text)}; shorten it`,
  )
}
