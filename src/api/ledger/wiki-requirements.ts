/** Choices about writing requirements through the wiki: reserving, writing, moving, deleting, history, issue links. */
import type { Entries } from './entry.ts'

export const wikiRequirementEntries = {} as const satisfies Entries
