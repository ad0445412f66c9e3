/** Choices about the fields of the query language that need records of their own. */
import type { Entries } from './entry.ts'

export const queryLanguageEntries = {} as const satisfies Entries
