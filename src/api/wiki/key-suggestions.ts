import type { Operation } from '../operation.ts'

export const wikiKeySuggestionOperations: readonly Operation[] = []
