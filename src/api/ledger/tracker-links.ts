/** Choices about issue links of the tracker, resynchronisation, renaming and recovery. */
import type { Entries } from './entry.ts'

export const trackerLinkEntries = {} as const satisfies Entries
