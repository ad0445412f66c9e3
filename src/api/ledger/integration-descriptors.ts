/** Choices about integrations, their versions and modes. */
import type { Entries } from './entry.ts'

export const integrationDescriptorEntries = {} as const satisfies Entries
