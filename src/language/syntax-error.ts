/** The one error that reading a query, a sort clause or a formula may end in. */
import { countCharacters, hasMoreCharacters } from '../world/characters.ts'
import { MAXIMUM_QUOTED_LENGTH, MAXIMUM_QUERY_LENGTH } from './limits.ts'

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
  return text.length <= MAXIMUM_QUOTED_LENGTH ? text : `${text.slice(0, MAXIMUM_QUOTED_LENGTH)}…`
}

/** Throws LanguageSyntaxError for a text that is too long. */
export function refuseLongText(text: string, what: string): void {
  if (!hasMoreCharacters(text, MAXIMUM_QUERY_LENGTH)) return
  throw new LanguageSyntaxError(
    MAXIMUM_QUERY_LENGTH,
    `${what} has at most ${MAXIMUM_QUERY_LENGTH} characters, this one has ${countCharacters(text)}; shorten it`,
  )
}
