/** Choices about reading and searching requirements through the wiki. */
import type { Entries } from './entry.ts'

export const wikiSearchEntries = {} as const satisfies Entries
