/** Values that are computed or loaded once and never change, such as schemas: the only ones that a module may keep. */

/** Computes a value on the first call and returns it from then on. */
export function once<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined
  return () => (value ??= { of: compute() }).of
}

/** Computes the value of each key on the first call with it. */
export function oncePerKey<K, V>(compute: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>()
  return (key) => {
    const known = values.get(key)
    if (known !== undefined || values.has(key)) return known as V
    const value = compute(key)
    values.set(key, value)
    return value
  }
}

export interface LatePart<T> {
  /** Loads it once; after a failure, the next call tries again. */
  load(): Promise<T>
  loaded(): T | undefined
}

/** Loads a part of the program on first use, so that a start does not wait for it. */
export function latePart<T>(load: () => Promise<T>): LatePart<T> {
  let loading: Promise<T> | undefined
  let part: T | undefined
  return {
    loaded: () => part,
    load() {
      loading ??= load().then(
        (value) => (part = value),
        (error: unknown) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
  }
}
