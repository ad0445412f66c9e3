/** Choices about traceability matrices of the wiki. */
import type { Entries } from './entry.ts'

export const wikiTraceabilityEntries = {} as const satisfies Entries
