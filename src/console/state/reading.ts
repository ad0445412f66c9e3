/** The last data read, and whether it may be shown: data of one request never appears as the response to another. */

export interface Live<T> {
  /** The data of the current request. */
  readonly data: T | undefined
  readonly error: string | undefined
  /** True until the current request has a response or an error. */
  readonly loading: boolean
  /** The last data of this world, possibly of another request. Show it only with a mark that distinguishes it from `data`. */
  readonly latest: T | undefined
}

/** The last result, with its request. */
export interface Reading<T> {
  readonly world: string
  readonly key: string
  readonly data: T | undefined
  readonly error: string | undefined
  readonly latest: T | undefined
}

const NOTHING = { data: undefined, error: undefined, loading: true, latest: undefined }

/** The state of a request after the last result. */
export function shownFor<T>(reading: Reading<T> | undefined, world: string, key: string): Live<T> {
  if (reading === undefined || reading.world !== world) return NOTHING
  const { data, error, latest } = reading
  return reading.key === key ? { data, error, loading: false, latest } : { ...NOTHING, latest }
}

/** The result after a response. */
export function received<T>(world: string, key: string, data: T): Reading<T> {
  return { world, key, data, error: undefined, latest: data }
}

/** The result after an error. Earlier data of the same request is kept. */
export function failed<T>(
  before: Reading<T> | undefined,
  world: string,
  key: string,
  error: string,
): Reading<T> {
  const { data, latest } = shownFor(before, world, key)
  return { world, key, data, error, latest }
}
