/** One exchange as a line of text: the same in the output of a failed test, the log of a terminal, tools and traces. */
import { didYouMean, LISTED_NAMES, type NameSuggestion, shownName } from '../exchange/ignored-names.ts'

/** The part of an exchange that is ignored or notable. Journal entries, events and items of the control API have it. */
export interface NotableExchange {
  readonly operation?: string | null | undefined
  readonly unknownParameters?: readonly string[]
  readonly unknownFields?: readonly string[]
  readonly suggestions?: readonly NameSuggestion[] | undefined
  readonly diagnosis?: { readonly nearest: readonly string[] } | undefined
  readonly fault?: number | null | undefined
  readonly rateLimitExceeded?: boolean
  readonly defect?: unknown
}

/** `body html (did you mean htmlExcerpt?), query colour`: what nothing read; undefined if everything was read. */
export function ignoredText(exchange: NotableExchange): string | undefined {
  const { unknownParameters = [], unknownFields = [], suggestions = [] } = exchange
  const total = unknownParameters.length + unknownFields.length
  if (total === 0) return undefined
  const names = [
    ...unknownParameters.map((name) => ({ kind: 'parameter' as const, name })),
    ...unknownFields.map((name) => ({ kind: 'field' as const, name })),
  ]
  const listed = names.slice(0, LISTED_NAMES).map(({ kind, name }) => {
    const found = suggestions.find((each) => each.kind === kind && each.name === name)
    return shownName(kind, name) + didYouMean(found?.suggestion)
  })
  return total > LISTED_NAMES ? `${listed.join(', ')}, and ${total - LISTED_NAMES} more` : listed.join(', ')
}

/** `→ 200, ignored: body html (did you mean htmlExcerpt?)`; without ignored names the status alone. */
export function outcomeText(status: number, exchange: NotableExchange): string {
  const ignored = ignoredText(exchange)
  return `→ ${statusText(status)}${ignored === undefined ? '' : `, ignored: ${ignored}`}`
}

/** A dropped connection has status 0. */
export function statusText(status: number): string {
  return status === 0 ? 'no response' : String(status)
}
