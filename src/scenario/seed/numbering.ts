/** Gives numbers to what a scenario leaves without: explicit ones stay, the others follow above them in order. */
import type { Store } from '../../world/store/store.ts'

/** Hands out the next numbers of one sequence of a store. */
export interface Numbers {
  next(): number
  /** Stores the last number. Call it after all numbers are assigned. */
  keep(): void
}

/** Numbers above those in use; the sequence has the name of its table. */
export function createNumbers(
  store: Store,
  sequence: string,
  numbers: Iterable<number | undefined>,
): Numbers {
  let last = store.last(sequence)
  for (const number of numbers) if (number !== undefined && number > last) last = number
  return { next: () => ++last, keep: () => store.raise(sequence, last) }
}

/** The number of every entry: its own, or the next. */
export function numberEntries<E extends object>(
  store: Store,
  sequence: string,
  entries: readonly E[],
  own: (entry: E) => number | undefined,
): Map<E, number> {
  const numbers = createNumbers(store, sequence, entries.map(own))
  const result = new Map<E, number>()
  for (const entry of entries) result.set(entry, own(entry) ?? numbers.next())
  numbers.keep()
  return result
}
