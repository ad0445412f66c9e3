/**
 * What was read last, and what of it may be shown now: nothing that was read for one question is an answer to another.
 */

export interface Live<T> {
  /** What was read for the very question that is asked now. */
  readonly data: T | undefined
  readonly error: string | undefined
  /** True until there is an answer or an error to what is asked now. */
  readonly loading: boolean
  /** What was read last of this world, maybe for another question: to be shown only where it is told apart from `data`. */
  readonly latest: T | undefined
}

/** The outcome of the last reading, with the question that it belongs to. */
export interface Reading<T> {
  readonly world: string
  readonly key: string
  readonly data: T | undefined
  readonly error: string | undefined
  readonly latest: T | undefined
}

const NOTHING = { data: undefined, error: undefined, loading: true, latest: undefined }

/** What a reading has to say about a question. */
export function shownFor<T>(reading: Reading<T> | undefined, world: string, key: string): Live<T> {
  if (reading === undefined || reading.world !== world) return NOTHING
  const { data, error, latest } = reading
  return reading.key === key ? { data, error, loading: false, latest } : { ...NOTHING, latest }
}

/** The reading after an answer. */
export function answered<T>(world: string, key: string, data: T): Reading<T> {
  return { world, key, data, error: undefined, latest: data }
}

/** The reading after an error: what was read before for the same question stays beside it. */
export function failed<T>(
  before: Reading<T> | undefined,
  world: string,
  key: string,
  error: string,
): Reading<T> {
  const { data, latest } = shownFor(before, world, key)
  return { world, key, data, error, latest }
}
