/** Exchanges as the control API returns them. */
import type { NameSuggestion } from '../../../gateway/journal/ignored-names.ts'
import type { RecordedRequest } from './request.ts'

/** An exchange in a list. */
export interface ListedExchange {
  readonly number: number
  /** Virtual milliseconds since 1970. */
  readonly at: number
  readonly world: string
  readonly interface?: string
  readonly region?: string
  readonly operation?: string
  readonly user?: string
  readonly request: { readonly method: string; readonly url: string }
  readonly answer: { readonly status: number }
  readonly assumptions: readonly string[]
  readonly unknownParameters: readonly string[]
  readonly unknownFields: readonly string[]
  readonly suggestions?: readonly NameSuggestion[]
  readonly rateLimitExceeded: boolean
  readonly fault?: number
  readonly diagnosis?: { readonly reason: string; readonly nearest: readonly string[] }
  readonly defect?: string
  readonly stateful?: boolean
  readonly transitions?: readonly {
    readonly machine: string
    readonly from: string
    readonly event: string
    readonly to: string
  }[]
}

export interface Exchange extends ListedExchange {
  readonly request: RecordedRequest
  readonly answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
}

/** The filters of the list. Empty texts do not filter. */
export interface JournalFilters {
  readonly operation: string
  readonly status: string
  readonly method: string
  readonly path: string
  readonly user: string
  readonly kind: '' | 'unmatched' | 'ignored' | 'faulted' | 'plain'
}

export const NO_FILTERS: JournalFilters = {
  operation: '',
  status: '',
  method: '',
  path: '',
  user: '',
  kind: '',
}

/** The filters as parameters of `GET /journal`. */
export function parametersOf(filters: JournalFilters): Record<string, string | undefined> {
  const { kind, ...texts } = filters
  return {
    ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.trim()])),
    unmatched: kind === 'unmatched' ? 'true' : undefined,
    ignored: kind === 'ignored' ? 'true' : undefined,
    faulted: kind === 'faulted' ? 'true' : kind === 'plain' ? 'false' : undefined,
  }
}
