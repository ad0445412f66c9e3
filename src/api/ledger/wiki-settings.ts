/** Choices about settings, property names, types, Excel attachments and onboarding of the wiki. */
import type { Entries } from './entry.ts'

export const wikiSettingEntries = {} as const satisfies Entries
