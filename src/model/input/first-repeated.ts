/** The first item whose identity an earlier one has. */
export function firstRepeated<T>(items: readonly T[], identity: (item: T) => string): T | undefined {
  if (items.length < 2) return undefined
  const seen = new Set<string>()
  return items.find((item) => seen.size === seen.add(identity(item)).size)
}
