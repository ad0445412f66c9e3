/**
 * What a session shows of the records of one kind. The first value of a field wins, since the session may change it later.
 * A record that the session wrote is closed: later responses add nothing to what it was at the beginning. A record that it
 * created was not there at the beginning at all.
 */

/** The exchange that is being read. */
export interface Reading {
  /** Its number in the session, from 1. */
  number: number
  /** It wrote: the records in its response are no longer what they were. */
  writes: boolean
  /** It created the records in its response. */
  creates: boolean
  /** An earlier exchange wrote. */
  written: boolean
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
  /** Whether the session wrote the record before it showed what it was. */
  isUnknown(key: string | number): boolean
  /** The session has shown every record of this scope: one that appears after a write is new. */
  complete(scope: string | number): void
  get(key: string | number): Partial<F> | undefined
  /** In the order in which they were seen. */
  all(): readonly Known<F>[]
}

/** The lists that contain a record, if they are complete. */
export type ScopesOf<F> = (fields: Given<F>) => readonly (string | number | undefined)[]

/** The maximum records of one kind that a draft keeps. */
const MAXIMUM_RECORDS = 200_000

export function createFacts<F extends object>(reading: Reading, scopesOf: ScopesOf<F> = () => []): Facts<F> {
  const known = new Map<string, Known<F>>()
  const closed = new Set<string>()
  const complete = new Set<string>()
  // Ids are given in order: from the first one that the session created, all are new.
  let firstCreated = Number.POSITIVE_INFINITY
  const isNew = (key: string | number, fields: Given<F>): boolean =>
    reading.written &&
    (Number(key) >= firstCreated ||
      scopesOf(fields).some((scope) => scope !== undefined && complete.has(String(scope))))
  const learn: Facts<F>['learn'] = (given, fields) => {
    const key = String(given)
    if (reading.writes) {
      closed.add(key)
      if (reading.creates && !known.has(key)) firstCreated = Math.min(firstCreated, numberOf(given))
    }
    if (closed.has(key)) return
    const record: Known<F> = known.get(key) ?? { key, fields: {}, number: reading.number }
    if (!known.has(key)) {
      if (known.size === MAXIMUM_RECORDS || isNew(given, fields)) return
      known.set(key, record)
    }
    for (const [name, value] of Object.entries(fields) as [keyof F, F[keyof F] | undefined][])
      if (value !== undefined && record.fields[name] === undefined) record.fields[name] = value
  }
  return {
    learn,
    close: (key) => void closed.add(String(key)),
    isUnknown: (key) => closed.has(String(key)) && !known.has(String(key)),
    complete(scope) {
      if (!reading.written && !reading.writes) complete.add(String(scope))
    },
    get: (key) => known.get(String(key))?.fields,
    all: () => [...known.values()],
  }
}

function numberOf(key: string | number): number {
  return typeof key === 'number' ? key : Number.POSITIVE_INFINITY
}
