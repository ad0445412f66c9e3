// What a page shows of an answer: parts of it, never anything else.

/** Takes parts of an answer. */
export type Cut = (answer: unknown) => unknown

/** All of it. */
export const whole: Cut = (answer) => answer

/** These fields of an object, in this order; those that it has. A field may be cut itself. */
export function fields(...names: readonly (string | readonly [name: string, cut: Cut])[]): Cut {
  return (answer) => {
    const object = (answer ?? {}) as Readonly<Record<string, unknown>>
    return Object.fromEntries(
      names.flatMap((given) => {
        const [name, cut] = typeof given === 'string' ? [given, whole] : given
        return Object.hasOwn(object, name) ? [[name, cut(object[name])]] : []
      }),
    )
  }
}

/** The items of a list that have these values, each cut. */
export function items(wanted: Readonly<Record<string, unknown>>, cut: Cut): Cut {
  return (answer) => (answer as readonly unknown[]).filter((item) => isWithin(wanted, item)).map(cut)
}

/**
 * True when a value has everything that a part of it says: an object its fields, a list its items in the same order, with
 * others between them.
 */
export function isWithin(part: unknown, value: unknown): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(value)) return false
    let from = 0
    return part.every((item) => {
      const found = value.findIndex((other, place) => place >= from && isWithin(item, other))
      from = found + 1
      return found >= 0
    })
  }
  if (typeof part === 'object' && part !== null) {
    if (typeof value !== 'object' || value === null) return false
    return Object.entries(part).every(
      ([name, inner]) =>
        Object.hasOwn(value, name) && isWithin(inner, (value as Record<string, unknown>)[name]),
    )
  }
  return Object.is(part, value)
}
