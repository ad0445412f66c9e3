/** Exchanges as the control API returns them. */

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
