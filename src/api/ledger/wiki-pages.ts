/** Choices about pages, key suggestions and rich-text helpers of the wiki. */
import type { Entries } from './entry.ts'

export const wikiPageEntries = {} as const satisfies Entries
