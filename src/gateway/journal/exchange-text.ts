/** One exchange as a line of text: the same in the output of a failed test, the log of a terminal, tools and traces. */
import { formatInstant } from '../../world/time/duration.ts'
import { didYouMean, LISTED_NAMES, type NameSuggestion, shownName } from './ignored-names.ts'

/** The part of an exchange that is ignored or notable. Journal entries, events and items of the control API have it. */
export interface NotableExchange {
  readonly operation?: string | null | undefined
  readonly unknownParameters?: readonly string[]
  readonly unknownFields?: readonly string[]
  readonly suggestions?: readonly NameSuggestion[] | undefined
  readonly diagnosis?: { readonly reason: string; readonly nearest: readonly string[] } | undefined
  readonly fault?: number | null | undefined
  readonly rateLimitExceeded?: boolean
  /** An instant, in virtual milliseconds or ISO 8601. */
  readonly pendingUntil?: number | string | undefined
  readonly defect?: unknown
  /** True if it changed records of the world. */
  readonly stateful?: boolean | undefined
  /** What a client may not expect, such as that a record is a frozen copy. */
  readonly remark?: string | undefined
  /** The part of a list that the response has, if the list goes on behind it. */
  readonly page?: string | undefined
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

/**
 * What a reader of a status would miss: `ignored: body html (did you mean htmlExcerpt?)`, `frozen copy of baseline 1 'Release 1.0'`,
 * `over the rate limit`, `pending until 2026-01-05T09:03:00.000Z`, that a write was carried out although a fault hides it, and that
 * a list goes on.
 * Empty if there is nothing.
 */
export function notableTexts(status: number, exchange: NotableExchange): readonly string[] {
  const ignored = ignoredText(exchange)
  const { remark, rateLimitExceeded, pendingUntil, defect, page } = exchange
  return [
    ...(isHiddenWrite(status, exchange) ? ['although it was carried out'] : []),
    ...(ignored === undefined ? [] : [`ignored: ${ignored}`]),
    ...(remark === undefined ? [] : [remark]),
    ...(rateLimitExceeded === true ? ['over the rate limit'] : []),
    ...(pendingUntil === undefined ? [] : [`pending until ${instantText(pendingUntil)}`]),
    ...(defect === undefined ? [] : ['a defect of the simulator']),
    ...(page === undefined ? [] : [page]),
  ]
}

/** Whether a client that sends it again does the work twice. */
function isHiddenWrite(status: number, { fault, stateful }: NotableExchange): boolean {
  return stateful === true && fault !== undefined && fault !== null && (status === 0 || status >= 400)
}

function instantText(instant: number | string): string {
  return typeof instant === 'number' ? formatInstant(instant) : instant
}

/** `→ 200, ignored: body html (did you mean htmlExcerpt?)`; without anything notable the status alone. */
export function outcomeText(status: number, exchange: NotableExchange): string {
  return [`→ ${statusText(status)}`, ...notableTexts(status, exchange)].join(', ')
}

/** A dropped connection has status 0. */
export function statusText(status: number): string {
  return status === 0 ? 'no response' : String(status)
}

/** What a line says of an exchange. */
export interface ExchangeLine extends NotableExchange {
  /** The number within the world. */
  readonly id: string
  /** The virtual instant, ISO 8601. */
  readonly at: string
  readonly user?: string | undefined
  readonly method: string
  /** The called address, or the path. */
  readonly address: string
  readonly status: number
  readonly isPreflight?: boolean
}

/** `#1 2026-01-05T09:00:00.000Z alice: GET http://wiki.sim/rest/reqs/1/baseline/ENG/2 → 200 (wiki.baseline.read)`. */
export function exchangeLine(exchange: ExchangeLine): string {
  const { id, at, user = 'nobody', method, address, status } = exchange
  return `#${id} ${at} ${user}: ${method} ${address} ${outcomeText(status, exchange)} (${operationText(exchange)})`
}

function operationText({ operation, fault, isPreflight = false }: ExchangeLine): string {
  const name = operation ?? (isPreflight ? 'preflight' : 'no operation')
  return fault === undefined || fault === null ? name : `${name}, by fault ${fault}`
}
