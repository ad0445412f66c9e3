/** Schemas that are built once. */

const builtBy = new WeakMap<() => unknown, unknown>()

/** The result of a function without parameters, cached as long as the function lives: building a schema is slow. */
export function built<T>(build: () => T): T {
  const known = builtBy.get(build) as T | undefined
  if (known !== undefined) return known
  const value = build()
  builtBy.set(build, value)
  return value
}
