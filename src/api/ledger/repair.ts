/** Choices about repairing what wiki and tracker disagree on. */
import type { Entries } from './entry.ts'

export const repairEntries = {} as const satisfies Entries
