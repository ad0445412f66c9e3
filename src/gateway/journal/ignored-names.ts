/** Names of a request that nothing read, and how texts show them. */

/** Parameters and body fields that were sent and that nothing reads. */
export interface Unknown {
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

export type NameKind = 'parameter' | 'field'

/** An ignored name, with the accepted one that its sender probably meant. */
export interface NameSuggestion {
  readonly kind: NameKind
  readonly name: string
  /** `htmlExcerpt`, `rows[0].name`; `query limit` or `body text` if it belongs in the other part of the request. */
  readonly suggestion: string
}

/** How many names are listed, and how long each may be before it is encoded. */
export const LISTED_NAMES = 10
const MAXIMUM_LENGTH = 50
/** A suggestion is an accepted name behind a part of the path that the client sent. */
const MAXIMUM_SUGGESTION_LENGTH = 100

/** `query limt`, `body rows[0].nmae`. */
export function shownName(kind: NameKind, name: string): string {
  return `${kind === 'parameter' ? 'query' : 'body'} ${encoded(name, MAXIMUM_LENGTH)}`
}

export function shownSuggestion(suggestion: string): string {
  return suggestion
    .split(' ')
    .map((word) => encoded(word, MAXIMUM_SUGGESTION_LENGTH))
    .join(' ')
}

/** ` (did you mean htmlExcerpt?)`; nothing without a suggestion. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` (did you mean ${shownSuggestion(suggestion)}?)`
}

/** A name as a header can carry it: whatever is no plain character is percent-encoded, and an empty one is quoted. */
function encoded(name: string, maximum: number): string {
  // Blanks at the end of a header get lost on the way.
  if (name === '') return "''"
  const short = Array.from(name).slice(0, maximum).join('').toWellFormed()
  return encodeURIComponent(short).replaceAll('%5B', '[').replaceAll('%5D', ']')
}
