/**
 * What a session shows of the records of one kind. The first value of a field wins, since the session may change it later; a
 * record that the session wrote is closed, so that later responses add nothing to what it was at the beginning.
 */

/** The exchange that is being read. */
export interface Reading {
  /** Its number in the session, from 1. */
  number: number
  /** It wrote: the records in its response are no longer what they were. */
  writes: boolean
}

export interface Known<F> {
  readonly key: string
  readonly fields: Partial<F>
  /** The exchange that showed it first. */
  readonly number: number
}

type Given<F> = { readonly [N in keyof F]?: F[N] | undefined }

export interface Facts<F> {
  /** Adds fields that are not known yet. Undefined ones say nothing. */
  learn(key: string | number, fields: Given<F>): void
  /** Nothing more is learnt about this record. */
  close(key: string | number): void
  get(key: string | number): Partial<F> | undefined
  /** In the order in which they were seen. */
  all(): readonly Known<F>[]
}

/** The maximum records of one kind that a draft keeps. */
const MAXIMUM_RECORDS = 200_000

export function createFacts<F extends object>(reading: Reading): Facts<F> {
  const known = new Map<string, Known<F>>()
  const closed = new Set<string>()
  const learn: Facts<F>['learn'] = (given, fields) => {
    const key = String(given)
    if (reading.writes) closed.add(key)
    if (closed.has(key)) return
    const record: Known<F> = known.get(key) ?? { key, fields: {}, number: reading.number }
    if (!known.has(key)) {
      if (known.size === MAXIMUM_RECORDS) return
      known.set(key, record)
    }
    for (const [name, value] of Object.entries(fields) as [keyof F, F[keyof F] | undefined][])
      if (value !== undefined && record.fields[name] === undefined) record.fields[name] = value
  }
  return {
    learn,
    close: (key) => void closed.add(String(key)),
    get: (key) => known.get(String(key))?.fields,
    all: () => [...known.values()],
  }
}
