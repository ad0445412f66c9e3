/** Shapes that are built once, however often something is checked against them. */

const builtBy = new WeakMap<() => unknown, unknown>()

/**
 * What a function without parameters makes, made when it is first asked for and kept as long as the function lives: zod
 * takes half a millisecond to build and compile what a body of twenty fields is checked with.
 */
export function built<T>(build: () => T): T {
  const known = builtBy.get(build) as T | undefined
  if (known !== undefined) return known
  const value = build()
  builtBy.set(build, value)
  return value
}
