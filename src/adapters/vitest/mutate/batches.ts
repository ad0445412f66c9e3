/**
 * How many mutants one run of Vitest tries. A run costs as much as the tests cost to load, but its results come when it ends: a
 * budget that ends it before loses them.
 */

export const FIRST_BATCH = 20
const MINIMUM_BATCH = 10
const MAXIMUM_BATCH = 150

/** Milliseconds of real time that a run should take, or this many times as long as the run without mutants. */
const WANTED = 20_000
const TIMES_FIRST_RUN = 3

/** The number for the next run, after one that took some milliseconds; `first` are those of the run without mutants. */
export function nextBatch(size: number, milliseconds: number, first: number): number {
  const wanted = Math.max(WANTED, TIMES_FIRST_RUN * first)
  const fitting = Math.round((size * wanted) / Math.max(milliseconds, 1))
  return Math.min(MAXIMUM_BATCH, Math.max(MINIMUM_BATCH, fitting))
}
