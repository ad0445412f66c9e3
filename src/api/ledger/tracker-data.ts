/** Choices about what the tracker tells of itself: fields, relationships, history, baselines, messages. */
import type { Entries } from './entry.ts'

export const trackerDataEntries = {} as const satisfies Entries
