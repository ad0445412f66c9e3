/** Choices about queues between wiki and tracker and about synchronisation. */
import type { Entries } from './entry.ts'

export const integrationQueueEntries = {} as const satisfies Entries
