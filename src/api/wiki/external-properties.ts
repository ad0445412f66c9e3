import type { Operation } from '../operation.ts'

export const wikiExternalPropertyOperations: readonly Operation[] = []
