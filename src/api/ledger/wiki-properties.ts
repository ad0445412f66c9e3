/** Choices about external properties and accumulators of the wiki. */
import type { Entries } from './entry.ts'

export const wikiPropertyEntries = {} as const satisfies Entries
