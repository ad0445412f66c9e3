/** Tells a client what it sent that nothing read, and which names it probably meant. */
import {
  LISTED_NAMES,
  type NameSuggestion,
  shownName,
  shownSuggestion,
  type Unknown,
} from '../journal/ignored-names.ts'

/** `query colour, body htmlExcerpt`: ignored parameters and fields; undefined if there are none. */
export function ignoredHeader({ parameters, fields }: Unknown): string | undefined {
  const total = parameters.length + fields.length
  if (total === 0) return undefined
  const names = [
    ...parameters.map((name) => shownName('parameter', name)),
    ...fields.map((path) => shownName('field', path)),
  ]
  const listed = names.slice(0, LISTED_NAMES).join(', ')
  return total > LISTED_NAMES ? `${listed}, and ${total - LISTED_NAMES} more` : listed
}

/** `body html -> htmlExcerpt, query limt -> limit`; undefined without suggestions. */
export function suggestionsHeader(suggestions: readonly NameSuggestion[]): string | undefined {
  if (suggestions.length === 0) return undefined
  return suggestions
    .map((each) => `${shownName(each.kind, each.name)} -> ${shownSuggestion(each.suggestion)}`)
    .join(', ')
}
