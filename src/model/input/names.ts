/** The one rule for names that users give: of baselines, types, templates, pages, properties and relationships (A265). */
import { hasMoreCharacters } from '../../world/characters.ts'
import { isBlank } from './blank.ts'

export const MAXIMUM_NAME_LENGTH = 255

export const BLANK_NAME = 'a name must not be blank'

// Control characters, line breaks of Unicode and unpaired surrogates: nobody sees them, and no query finds such a name.
const INVISIBLE = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/** A name without the blanks and line breaks around it. */
export const tidyName = (name: string): string => name.trim()

/** What is wrong with the characters of a tidy name; undefined if nothing is. */
export function problemOfCharacters(name: string): string | undefined {
  const found = INVISIBLE.exec(name)?.[0]
  if (found === undefined) return undefined
  const code = (found.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')
  return `a name has no control characters, such as a line break or a tab: leave out U+${code}`
}

/** What is wrong with a tidy name; undefined if nothing is. */
export function problemOfName(name: string): string | undefined {
  if (isBlank(name)) return BLANK_NAME
  if (hasMoreCharacters(name, MAXIMUM_NAME_LENGTH))
    return `a name has at most ${MAXIMUM_NAME_LENGTH} characters`
  return problemOfCharacters(name)
}
