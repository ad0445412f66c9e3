/** Numbers for new records. */
import type { Store } from '../world/store/store.ts'

/** The next number of a sequence that no seeded record has taken. */
export function nextFree(store: Store, sequence: string, taken: (candidate: number) => boolean): number {
  for (;;) {
    const candidate = store.next(sequence)
    if (!taken(candidate)) return candidate
  }
}
