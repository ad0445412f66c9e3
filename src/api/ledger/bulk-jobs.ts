/** Choices about bulk jobs, issue templates and issue creation. */
import type { Entries } from './entry.ts'

export const bulkJobEntries = {} as const satisfies Entries
